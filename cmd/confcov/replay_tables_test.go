package main

import (
	"os/exec"
	"testing"

	"github.com/confcov/confcov/explore/need"
)

// TestShellWord gives words to a shell.
func TestShellWord(t *testing.T) {
	if got := shellWord("a=1,n=-5"); got != "a=1,n=-5" {
		t.Errorf("a plain word is %s", got)
	}
	sh := need.Tool(t, "sh")
	for _, text := range []string{`banner="hello, you",a=1`, `s="it's $HOME"`, `s="\\ \"x\" é"`, ""} {
		out, err := exec.Command(sh, "-c", "printf %s "+shellWord(text)).Output()
		if err != nil || string(out) != text {
			t.Errorf("%s comes back as %s, %v", text, out, err)
		}
	}
}
