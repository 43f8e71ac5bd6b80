package subjects

// This file embeds the built-in subjects.

import "embed"

//go:embed example grep grep-2.4.2 ngircd ngircd-0.12.0 vsftpd vsftpd-2.0.7
var builtin embed.FS

// Names returns the names of the built-in subjects, sorted.
func Names() []string {
	return []string{"example", "grep", "grep-2.4.2", "ngircd", "ngircd-0.12.0", "vsftpd", "vsftpd-2.0.7"}
}
