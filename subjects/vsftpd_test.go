package subjects

// This file checks vsftpd's options against its source: names, defaults and types.

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
)

func TestVsftpdOptions(t *testing.T) {
	s, err := Load("vsftpd")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	need.Fetched(t, err)
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	tunables, parseconf := read("tunables.c"), read("parseconf.c")
	defaults := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^  (tunable_\w+) = (\w+);`).FindAllStringSubmatch(tunables, -1) {
		defaults[m[1]] = m[2]
	}
	for _, m := range regexp.MustCompile(`install_str_setting\(("[^"]*"|0),\s*&(tunable_\w+)\);`).FindAllStringSubmatch(tunables, -1) {
		defaults[m[2]] = m[1]
	}
	names := map[string]bool{}
	for i := range s.Options {
		names[s.Options[i].Key] = true
	}
	for _, f := range s.Fixed {
		for _, name := range f.Names {
			names[name] = true
		}
	}
	for _, m := range regexp.MustCompile(`\{ "(\w+)", &tunable_\w+ \}`).FindAllStringSubmatch(parseconf, -1) {
		if !names[m[1]] {
			t.Errorf("option %s is neither an option of the subject nor fixed", m[1])
		}
		delete(names, m[1])
	}
	if len(names) > 0 {
		t.Errorf("the source does not have the options %v", names)
	}
	for i := range s.Options {
		o := &s.Options[i]
		if !strings.Contains(parseconf, `{ "`+o.Key+`", &`+o.Object+` }`) {
			t.Errorf("option %s: the configuration has no key %s for %s", o.Name, o.Key, o.Object)
		}
		if o.Domain.OfStrings() {
			want := map[bool]string{true: o.Domain.FormatValue(o.Default), false: "0"}[o.Default > 0 || !o.Domain.Unset]
			if defaults[o.Object] != want {
				t.Errorf("option %s: default %s, the source has %s", o.Name, want, defaults[o.Object])
			}
			continue
		}
		value, err := strconv.ParseInt(defaults[o.Object], 0, 64)
		if err != nil || value != o.Default {
			t.Errorf("option %s: default %d, the source has %q", o.Name, o.Default, defaults[o.Object])
		}
		typ := "unsigned int"
		if o.Domain.Signed {
			typ = "int"
		}
		if !strings.Contains(tunables, "\n"+typ+" "+o.Object+";") {
			t.Errorf("option %s: the source has no %s %s", o.Name, typ, o.Object)
		}
		if (o.Domain.Kind == confspace.DomainBool) != o.Domain.Signed {
			t.Errorf("option %s: booleans are int, numbers unsigned int", o.Name)
		}
	}
}

// TestStudyOptions checks that the options of the dissertation's study (figure B.8) are
// symbolic in every test that does not fix them, and that each is symbolic in some.
func TestStudyOptions(t *testing.T) {
	study := strings.Fields(`anon_mkdir_write_enable anon_other_write_enable anon_upload_enable
		anonymous_enable ascii_download_enable ascii_upload_enable delete_failed_uploads
		dirmessage_enable dual_log_enable listen local_enable lock_upload_files mdtm_write
		pasv_addr_resolve port_promiscuous run_as_launching_user setproctitle_enable ssl_enable
		tilde_user_enable write_enable accept_timeout chown_upload_mode connect_timeout
		data_connection_timeout delay_successful_login ftp_data_port listen_port max_clients
		max_per_ip trans_chunk_size`)
	s, err := Load("vsftpd")
	if err != nil {
		t.Fatal(err)
	}
	if len(study) != 30 || len(s.Tests) < 24 {
		t.Fatalf("%d options of the study, %d tests", len(study), len(s.Tests))
	}
	symbolic := 0
	for i := range s.Options {
		somewhere := false
		for _, test := range s.Tests {
			somewhere = somewhere || test.Symbolic[i]
		}
		if !somewhere {
			t.Errorf("option %s is symbolic in no test", s.Options[i].Name)
		}
		symbolic++
	}
	if symbolic < 40 {
		t.Errorf("%d symbolic options, want 40 at least", symbolic)
	}
	for _, name := range study {
		i := s.Space().Index(name)
		if i < 0 || s.Options[i].Scope != ScopeAll {
			t.Errorf("option %s of the study is not symbolic by default", name)
		}
	}
}
