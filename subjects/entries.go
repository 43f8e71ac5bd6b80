package subjects

// This file reads entries of a file system from sections of a txtar file. The name of a section is
//
//	file PATH [mode=0644] [owner=USER[:GROUP]] [mtime=2020-01-02T03:04:05Z] [as=raw|chomp|base64]
//	dir PATH [mode=0755] [owner=...] [mtime=...]
//	link PATH target=TARGET [owner=...]
//
// The content of a file is what the section holds; as=chomp takes the last newline away.

import (
	"encoding/base64"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
)

// defaultMTime is the time of modification of entries that give none: 2020-01-01.
const defaultMTime = 1577836800

func parseEntry(where string, sec section) (Entry, error) {
	line := sec.line - 1
	e := Entry{Owner: "root", Group: "root", MTime: defaultMTime, Line: line}
	bad := func(format string, args ...any) (Entry, error) {
		return e, &Problem{Path: where, Line: line, Message: fmt.Sprintf(format, args...)}
	}
	fields := strings.Fields(sec.name)
	switch fields[0] {
	case "file":
		e.Kind, e.Mode = EntryFile, 0o644
	case "dir":
		e.Kind, e.Mode = EntryDir, 0o755
	case "link":
		e.Kind, e.Mode = EntryLink, 0o777
	default:
		return bad("section %q: want script, stdin, data NAME, file PATH, dir PATH or link PATH", sec.name)
	}
	if len(fields) < 2 || !path.IsAbs(fields[1]) || path.Clean(fields[1]) != fields[1] {
		return bad("section %q: want an absolute path without . and ..", sec.name)
	}
	e.Path = fields[1]
	as := "raw"
	for _, field := range fields[2:] {
		key, value, _ := strings.Cut(field, "=")
		if err := e.attribute(key, value, &as); err != nil {
			return bad("%s: %v", field, err)
		}
	}
	if (e.Kind == EntryLink) != (e.Target != "") {
		return bad("target goes with link, and a link needs one")
	}
	if e.Kind != EntryFile {
		if strings.TrimSpace(sec.data) != "" {
			return bad("a %s has no content", fields[0])
		}
		return e, nil
	}
	data, err := decodeContent(as, sec.data)
	if err != nil {
		return bad("%v", err)
	}
	e.Data = data
	return e, nil
}

func (e *Entry) attribute(key, value string, as *string) error {
	switch key {
	case "mode":
		n, err := strconv.ParseUint(value, 8, 32)
		if err != nil || n > 0o7777 || e.Kind == EntryLink {
			return fmt.Errorf("want octal permission bits of a file or folder")
		}
		e.Mode = uint32(n)
	case "owner":
		user, group, ok := strings.Cut(value, ":")
		if !ok {
			group = user
		}
		if user == "" || group == "" {
			return fmt.Errorf("want USER or USER:GROUP")
		}
		e.Owner, e.Group = user, group
	case "mtime":
		at, err := time.Parse(time.RFC3339, value)
		if err != nil {
			return fmt.Errorf("want a time such as 2020-01-02T03:04:05Z")
		}
		e.MTime = at.Unix()
	case "target":
		if value == "" {
			return fmt.Errorf("want a path")
		}
		e.Target = value
	case "as":
		if e.Kind != EntryFile {
			return fmt.Errorf("goes with file")
		}
		*as = value
	default:
		return fmt.Errorf("no such attribute: want mode, owner, mtime, target or as")
	}
	return nil
}

func decodeContent(as, text string) ([]byte, error) {
	switch as {
	case "raw":
		return []byte(text), nil
	case "chomp":
		return []byte(strings.TrimSuffix(text, "\n")), nil
	case "base64":
		return base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	default:
		return nil, fmt.Errorf("as=%s: want raw, chomp or base64", as)
	}
}

// readBase reads the txtar file of entries that all tests of the subject have.
func (s *Subject) readBase(name string) ([]Entry, error) {
	data, err := fs.ReadFile(s.Files, name)
	if err != nil {
		return nil, err
	}
	where := path.Join(s.Path, name)
	_, sections := splitSections(string(data))
	var entries []Entry
	for _, sec := range sections {
		e, err := parseEntry(where, sec)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return mergeEntries(where, nil, entries)
}

// accounts are the users and groups of a test: name to number.
type accounts struct {
	users, groups map[string]uint32
}

// readAccounts reads /etc/passwd and /etc/group of the file system.
func readAccounts(files map[string]Entry) accounts {
	read := func(name string) map[string]uint32 {
		ids := map[string]uint32{"root": 0}
		for line := range strings.Lines(string(files[name].Data)) {
			fields := strings.Split(strings.TrimSpace(line), ":")
			if len(fields) < 3 {
				continue
			}
			if n, err := strconv.ParseUint(fields[2], 10, 32); err == nil {
				ids[fields[0]] = uint32(n)
			}
		}
		return ids
	}
	return accounts{users: read("/etc/passwd"), groups: read("/etc/group")}
}

// resolve fills in the numbers of an entry's owner and group.
func (a accounts) resolve(e *Entry) error {
	var err error
	if e.UID, err = lookup(a.users, e.Owner, "/etc/passwd"); err != nil {
		return err
	}
	e.GID, err = lookup(a.groups, e.Group, "/etc/group")
	return err
}

func lookup(ids map[string]uint32, name, file string) (uint32, error) {
	if n, err := strconv.ParseUint(name, 10, 32); err == nil {
		return uint32(n), nil
	}
	id, ok := ids[name]
	if !ok {
		return 0, fmt.Errorf("%s is not in %s of the test", name, file)
	}
	return id, nil
}
