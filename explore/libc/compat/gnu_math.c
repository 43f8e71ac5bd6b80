/* Classification functions that are macros in musl. glibc's isinf tells the sign. */

int __confcov_isnan(double x) { return x != x; }
int __confcov_isnanf(float x) { return x != x; }
int __confcov_isnanl(long double x) { return x != x; }
int __confcov_isinf(double x) { return x > 1.7976931348623157e308 ? 1 : x < -1.7976931348623157e308 ? -1 : 0; }
int __confcov_isinff(float x) { return x > 3.40282346638528859812e38F ? 1 : x < -3.40282346638528859812e38F ? -1 : 0; }
int __confcov_isinfl(long double x)
{
	return x > 1.18973149535723176502e4932L ? 1 : x < -1.18973149535723176502e4932L ? -1 : 0;
}
