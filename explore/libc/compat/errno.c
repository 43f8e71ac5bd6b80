/* errno is an object of its own, so that the engine can set it. */

int __confcov_errno;

int *__errno_location(void)
{
	return &__confcov_errno;
}

int *___errno_location(void)
{
	return &__confcov_errno;
}
