package subjects

// This file gives tests the locales that their environment names.
//
// The engine's C library has the characters of UTF-8 built in. Another reads them from files: those of the host are there in native runs. On the
// simulated machine files of the same names are, empty, so that a program finds as many files here as there.

import (
	"path"
	"slices"
	"strings"
)

// LocaleFolder is where C libraries look for locales.
const LocaleFolder = "/usr/lib/locale"

// localeFiles are what a locale is made of.
var localeFiles = []string{
	"LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT", "LC_MESSAGES/SYS_LC_MESSAGES", "LC_MONETARY", "LC_NAME",
	"LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME",
}

// Locales returns the locales that the environment of t names, as it names them, but for C and POSIX.
func (t *Test) Locales() []string {
	var list []string
	for _, e := range t.Env {
		name, value, _ := strings.Cut(e, "=")
		if name == "LANG" || strings.HasPrefix(name, "LC_") {
			if value != "" && value != "C" && value != "POSIX" && !slices.Contains(list, value) {
				list = append(list, value)
			}
		}
	}
	return list
}

// LocaleName returns the name of the folder of a locale of UTF-8, as C libraries write it; "" if it is none.
func LocaleName(locale string) string {
	language, rest, _ := strings.Cut(locale, ".")
	codeset, modifier, at := strings.Cut(rest, "@")
	if language == "" || strings.ToLower(strings.ReplaceAll(codeset, "-", "")) != "utf8" || strings.ContainsAny(locale, "/\x00") {
		return ""
	}
	if at {
		modifier = "@" + modifier
	}
	return language + ".utf8" + modifier
}

// withLocales adds the files of the locales that the environment of t names to its entries.
func (t *Test) withLocales(entries []Entry) []Entry {
	has := func(name string) bool {
		return slices.ContainsFunc(entries, func(e Entry) bool { return e.Path == name })
	}
	for _, locale := range t.Locales() {
		name := LocaleName(locale)
		folder := path.Join(LocaleFolder, name)
		if name == "" || has(folder) {
			continue
		}
		entries = slices.Clone(entries)
		for _, f := range localeFiles {
			e := Entry{Kind: EntryFile, Path: path.Join(folder, f), Mode: 0o644, Owner: "root", Group: "root", MTime: defaultMTime, Host: true}
			var above []Entry
			for dir := path.Dir(e.Path); !has(dir) && dir != "/"; dir = path.Dir(dir) {
				above = append(above, Entry{Kind: EntryDir, Path: dir, Mode: 0o755, Owner: "root", Group: "root", MTime: defaultMTime})
			}
			slices.Reverse(above)
			entries = append(append(entries, above...), e)
		}
	}
	return entries
}
