/* The machine's square roots. */

double sqrt(double x)
{
	return __builtin_sqrt(x);
}

float sqrtf(float x)
{
	return __builtin_sqrtf(x);
}
