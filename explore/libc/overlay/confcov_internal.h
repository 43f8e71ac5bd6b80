/* What compat sources ask of the engine; see the package's comment. */

#ifndef CONFCOV_INTERNAL_H
#define CONFCOV_INTERNAL_H

void __confcov_crash(void);
void __confcov_unsupported(const char *what);

#endif
