package confspace

import (
	"strings"
	"testing"
)

func TestSimilar(t *testing.T) {
	names := []string{"write_enable", "anon_upload_enable", "listen", "listen_ipv6", "tlsv1", "a"}
	for name, want := range map[string]string{
		"write_enabel": "write_enable", "WriteEnable": "write_enable", "write-enable": "write_enable", "upload": "anon_upload_enable",
		"listen_ipv4": "listen_ipv6 listen", "listne": "listen", "b": "", "quota": "", "": "", "zz": "",
	} {
		if got := strings.Join(Similar(name, names), " "); got != want {
			t.Errorf("%q is like %q, want %q", name, got, want)
		}
	}
	if got := DidYouMean("lisen", names); got != "; did you mean listen?" {
		t.Error(got)
	}
}
