package frontend

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHeaders lowers a source whose header needs rewriting, also when it has changed.
func TestHeaders(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.c")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("main.c", "#include \"a.h\"\nint size[SIZE(tiny)];\nint main(void) { constant c = café; return c; }\n")
	for _, text := range []string{
		"#define SIZE(t) (sizeof(enum t) == 1 ? 1 : -1)\nenum __attribute__((packed)) tiny { A, B };\n",
		"#define SIZE(t) (sizeof(enum t) == 4 ? 1 : -1)\nint of(const int a[static 2], int n, int b[*]);\nenum tiny { A, B, C };\n",
	} {
		write("a.h", text+"typedef __typeof__(const int) constant;\nstatic const int caf\\u00e9 = 2;\n")
		if _, err := Lower(t.Context(), source, nil, &Options{}); err != nil {
			t.Error(err)
		}
	}
}
