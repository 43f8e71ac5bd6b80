package libc

// This file compares what glibc's headers and musl's say of types and
// constants, since programs are compiled with the former and linked with the latter.

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
)

// abiDifferences are the known differences of types, each with what is done about it.
var abiDifferences = map[string]string{
	"ucontext_t":                    "musl's ends earlier; handlers read the engine's",
	"struct tcp_info":               "musl knows more fields; the kernel writes no more than the caller's length",
	"struct rusage":                 "musl reserves space at the end that it does not touch",
	"struct sysinfo":                "musl reserves space at the end that it does not touch",
	"struct utmpx":                  "musl's functions on it do nothing",
	"struct utmpx.ut_tv":            "musl's functions on it do nothing",
	"struct utmpx.ut_addr_v6":       "musl's functions on it do nothing",
	"regex_t.re_nsub":               "patched: regcomp stores both",
	"regmatch_t":                    "compat/regexec.c converts",
	"regmatch_t.rm_eo":              "compat/regexec.c converts",
	"regoff_t":                      "compat/regexec.c converts",
	"struct crypt_data":             "musl's is smaller and lies within",
	"struct crypt_data.initialized": "musl does not look at it",
	"struct sched_param":            "musl's is larger: sched_getparam and its kin are not usable",
	"int_fast16_t":                  "no function has such a parameter",
	"int_fast32_t":                  "no function has such a parameter",
	"FTW_F":                         "overlay/confcov_ftw.h",
	"FTW_D":                         "overlay/confcov_ftw.h",
	"FTW_DNR":                       "overlay/confcov_ftw.h",
	"FTW_NS":                        "overlay/confcov_ftw.h",
	"FTW_SL":                        "overlay/confcov_ftw.h",
	"FTW_DP":                        "overlay/confcov_ftw.h",
	"FTW_SLN":                       "overlay/confcov_ftw.h",
	"O_ACCMODE":                     "musl's has a bit for O_PATH",
	"O_LARGEFILE":                   "every file is one",
	"RES_DEFAULT":                   "no function looks at these options",
	"NI_MAXHOST":                    "a caller's buffer",
	"HOST_NAME_MAX":                 "a caller's buffer",
	"BUFSIZ":                        "buffers of streams are the library's own",
	"L_ctermid":                     "ctermid writes /dev/tty, which fits",
	"MB_LEN_MAX":                    "a caller's buffer",
	"LC_ALL_MASK":                   "newlocale tests single bits",
	"AF_MAX":                        "not used",
	"PF_MAX":                        "not used",
	"SOMAXCONN":                     "the kernel's limit",
	"FE_ALL_EXCEPT":                 "exceptions of floating point are not simulated",
	"math_errhandling":              "the caller's",
	"CHARCLASS_NAME_MAX":            "a limit",
	"COLL_WEIGHTS_MAX":              "a limit",
	"FOPEN_MAX":                     "a limit",
	"LINE_MAX":                      "a limit",
	"NGROUPS_MAX":                   "a limit",
	"PTHREAD_KEYS_MAX":              "a limit",
	"RE_DUP_MAX":                    "a limit",
	"TMP_MAX":                       "a limit",
	"_POSIX_CHOWN_RESTRICTED":       "means the same",
	"_POSIX_CPUTIME":                "means the same",
	"_POSIX_MONOTONIC_CLOCK":        "means the same",
	"_POSIX_THREAD_CPUTIME":         "means the same",
}

// ignoredConstants differ with the release of glibc or describe only its own types.
var ignoredConstants = regexp.MustCompile(`^(__|INT_FAST|UINT_FAST|PRI|SCN|NL_|L_cuserid|[A-Z]+_MAX$|_POSIX|_XOPEN)`)

// constantText is what the text of a macro that is an integer constant looks like.
var constantText = regexp.MustCompile(`^[-+~|&<>()xXuUlL0-9a-fA-F\s'\\]+$|^\(?[A-Z_0-9\s|]+\)?$`)

// headerModes is how gcc finds the headers of one library.
func headerModes(a *Archive) map[string][]string {
	return map[string][]string{
		"glibc": nil,
		"musl": {
			"-nostdinc",
			"-I" + filepath.Join(a.tree.Musl, "arch/x86_64"), "-I" + filepath.Join(a.tree.Musl, "arch/generic"),
			"-I" + filepath.Join(a.tree.Own, "generated"), "-I" + filepath.Join(a.tree.Musl, "include"),
		},
	}
}

type constant struct{ name, value string }

// TestABI compares structures and constants.
func TestABI(t *testing.T) {
	need.Slow(t)
	need.Tool(t, "gcc")
	a := openArchive(t)
	modes := headerModes(a)
	header, err := filepath.Abs("testdata/abi/headers.h")
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := definedMacros(t, header, modes["glibc"]), definedMacros(t, header, modes["musl"])
	var list []constant
	for _, m := range sortedKeys(ours) {
		if theirs[m] && !ignoredConstants.MatchString(m) {
			list = append(list, constant{m, m})
		}
	}
	text, err := os.ReadFile("testdata/abi/structs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		typ, fields, _ := strings.Cut(strings.TrimSpace(line), ":")
		list = append(list, constant{typ, "sizeof(" + typ + ")"})
		for _, f := range strings.Fields(fields) {
			list = append(list, constant{typ + "." + f, fmt.Sprintf("__builtin_offsetof(%s, %s)", typ, f)})
		}
	}
	glibc, musl := evaluate(t, header, modes["glibc"], list), evaluate(t, header, modes["musl"], list)
	compared := 0
	for _, c := range list {
		g, inGlibc := glibc[c.name]
		m, inMusl := musl[c.name]
		if !inGlibc || !inMusl {
			continue
		}
		compared++
		if g != m && abiDifferences[c.name] == "" {
			t.Errorf("%s is %d in glibc and %d in musl", c.name, g, m)
		}
	}
	t.Logf("compared %d sizes, offsets and constants", compared)
	if compared < 1000 {
		t.Errorf("compared only %d", compared)
	}
}

// definedMacros returns the macros without parameters that the headers define.
func definedMacros(t *testing.T, header string, flags []string) map[string]bool {
	t.Helper()
	args := append([]string{"-E", "-dM", "-x", "c"}, flags...)
	out, err := exec.Command("gcc", append(args, header)...).Output()
	if err != nil {
		t.Fatalf("gcc -E: %v", err)
	}
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#define (\w+) (.+)$`).FindAllSubmatch(out, -1) {
		if constantText.Match(m[2]) {
			names[string(m[1])] = true
		}
	}
	return names
}

// evaluate returns the values of those of list that are integer constants.
func evaluate(t *testing.T, header string, flags []string, list []constant) map[string]int64 {
	t.Helper()
	dir := t.TempDir()
	list = slices.Clone(list)
	for round := range 10 {
		var b strings.Builder
		fmt.Fprintf(&b, "#include %q\n", header)
		for i, c := range list {
			fmt.Fprintf(&b, "__attribute__((section(\".data\"))) long long v%d = (long long)(%s);\n", i, c.value)
		}
		if err := os.WriteFile(filepath.Join(dir, "t.c"), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"-w", "-fmax-errors=0", "-fno-diagnostics-show-caret"}, flags...)
		cmd := exec.Command("gcc", append(args, "-c", "t.c", "-o", "t.o")...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		out, err := cmd.CombinedOutput()
		if err == nil {
			return values(t, filepath.Join(dir, "t.o"), list)
		}
		bad := map[int]bool{}
		for _, m := range regexp.MustCompile(`(?m)^t\.c:(\d+):\d+: (?:error|note: in expansion)`).FindAllSubmatch(out, -1) {
			n, _ := strconv.Atoi(string(m[1]))
			bad[n-2] = true
		}
		if len(bad) == 0 || round == 9 {
			t.Fatalf("gcc: %v\n%.2000s", err, out)
		}
		var rest []constant
		for i, c := range list {
			if !bad[i] {
				rest = append(rest, c)
			}
		}
		list = rest
	}
	t.Fatal("no end of errors")
	return nil
}

// values reads the objects v0, v1, ... of an object file.
func values(t *testing.T, file string, list []constant) map[string]int64 {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	data := map[elf.SectionIndex][]byte{}
	found := map[string]int64{}
	for _, s := range syms {
		i, err := strconv.Atoi(strings.TrimPrefix(s.Name, "v"))
		if err != nil || s.Name[0] != 'v' || int(s.Section) >= len(f.Sections) {
			continue
		}
		if data[s.Section] == nil {
			if data[s.Section], err = f.Sections[s.Section].Data(); err != nil {
				t.Fatal(err)
			}
		}
		found[list[i].name] = int64(binary.LittleEndian.Uint64(data[s.Section][s.Value:]))
	}
	return found
}
