package subjects

// This file embeds the built-in subjects.

import "embed"

//go:embed example grep ngircd vsftpd
var builtin embed.FS

// Names returns the names of the built-in subjects, sorted.
func Names() []string { return []string{"example", "grep", "ngircd", "vsftpd"} }
