package subjects

import (
	"strings"
	"testing"
)

// TestFlags has a list of flags that would let a subject run programs or reach files, and one of usual ones.
func TestFlags(t *testing.T) {
	check := func(flag string) error {
		f := &file{}
		f.Build.Native = []string{flag}
		return checkFlags(source{path: "subject.toml", text: "[build]\nnative = [\"" + flag + "\"]\n"}, f)
	}
	for _, flag := range []string{
		"-fplugin=/tmp/evil.so", "-fplugin-arg-evil-x=1", "-specs=evil", "--specs=evil", "-B.", "-B/tmp", "-wrapper", "-wrapper=sh", "@file", "-Wl,--plugin=x.so",
		"-Wl,-plugin,x.so", "-Wl,-T,script", "-T", "-Tscript", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Wa,--listing=x", "-Wp,-MD,/tmp/x", "-Wl,@x", "-o", "-o/tmp/x",
		"-include", "-imacros", "-x", "-fuse-ld=evil", "-dumpdir", "-save-temps", "-fdump-tree-all=/tmp/x", "-MF", "-MD", "-fprofile-use=/etc/shadow", "-fprofile-dir=/x", "-L/tmp",
		"-I/etc", "--sysroot=/x", "-isysroot", "evil.o", "/tmp/evil.so", "-flto=jobserver", "-Wl,--wrap=x,--plugin=y", "-Wl,-z,x,--plugin=y", "-l:../evil.so", "-fauto-profile=x", "",
		"-Wl,--defsym=x=y,@z", "-D", "-mfoo=/x",
	} {
		if err := check(flag); err == nil || !strings.Contains(err.Error(), "subject.toml:2: build.native") && flag != "" {
			t.Errorf("%q: %v", flag, err)
		}
	}
	for _, flag := range []string{
		"-O1", "-O", "-g", "-ggdb3", "-w", "-Wall", "-Wno-error=format", "-std=gnu11", "-D_GNU_SOURCE", "-DX=\\\"a b\\\"", "-DF(x)=x", "-UX", "-fno-strict-aliasing", "-funsigned-char", "-m64",
		"-march=x86-64", "-pthread", "-static", "-fsanitize=address", "-fstack-protector-strong", "-Wl,-z,relro", "-Wl,--as-needed", "-lm", "-fprofile-update=atomic", "-no-pie",
	} {
		if err := check(flag); err != nil {
			t.Error(err)
		}
	}
	for _, f := range []func(*file){
		func(f *file) { f.Build.Libraries = []string{":../x.so"} },
		func(f *file) { f.Build.Files = []string{"../../etc/passwd"} },
		func(f *file) { f.Build.Files = []string{"/etc/passwd"} },
		func(f *file) { f.Build.Files = []string{"@/../passwd"} },
		func(f *file) { f.Build.Include = []string{"../.."} },
		func(f *file) { f.Build.IncludeAfter = []string{"@/../x"} },
	} {
		var b file
		if f(&b); checkFlags(source{path: "subject.toml"}, &b) == nil {
			t.Errorf("allowed: %+v", b.Build)
		}
	}
}

// TestConfigureArguments has what a subject may not give to its configure script, and may not want of it.
func TestConfigureArguments(t *testing.T) {
	check := func(configure, generated []string) error {
		f := &file{}
		f.Build.Configure, f.Build.Generated = configure, generated
		return checkConfigure(source{path: "subject.toml", text: "[build]\n"}, f)
	}
	for _, args := range [][]string{{"CC=clang"}, {"CONFIG_SITE=/x"}, {"x86_64-pc-linux"}, {"PKG_CONFIG=pkgconf"}} {
		if err := check(args, []string{"config.h"}); err == nil || !strings.Contains(err.Error(), "build.configure: ") {
			t.Errorf("%v: %v", args, err)
		}
	}
	for _, name := range []string{"../config.h", "/config.h", "-f", ".", "a=b"} {
		if err := check([]string{}, []string{name}); err == nil || !strings.Contains(err.Error(), "build.generated: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := check([]string{}, nil); err == nil || !strings.Contains(err.Error(), "build.configure: ") {
		t.Errorf("a script that makes nothing: %v", err)
	}
	if err := check(nil, []string{"mime.h"}); err != nil {
		t.Error(err)
	}
	if err := check([]string{"--disable-nls", "ac_cv_func_x=no", "CFLAGS=-O1"}, []string{"config.h", "lib/stdio.h?"}); err != nil {
		t.Error(err)
	}
}
