/* The options of the example, and what reads them. */

extern int a, b, c, d;

/* Sets the options from arguments such as a=1; returns the first argument, a number. */
int read_options(int argc, char** argv);
