/* regerror with the texts of glibc. */

#include <regex.h>
#include <string.h>

size_t regerror(int e, const regex_t *restrict re, char *restrict buffer, size_t size)
{
	static const char *const texts[] = {
		"Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name",
		"Trailing backslash", "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{",
		"Invalid content of \\{\\}", "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
		"Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)",
	};
	const char *s = e >= 0 && e < sizeof texts / sizeof *texts ? texts[e] : "Unknown error";
	size_t n = strlen(s) + 1, k = n < size ? n : size;

	if (k) {
		memcpy(buffer, s, k);
		buffer[k - 1] = 0;
	}
	return n;
}
