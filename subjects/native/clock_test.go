package native

import "testing"

func TestParseSocket(t *testing.T) {
	for line, want := range map[string]socket{
		"   0: 00000000:1A0B 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0":       {port: 6667, listens: true},
		"   1: 0100007F:1A0B 0100007F:9C40 01 00000000:00000005 00:00000000 00000000     0        0 2 1 0 20 4 30 10 -1":      {port: 6667},
		"   2: 0100007F:1A0B 0100007F:9C40 04 00000001:00000000 01:00000014 00000000     0        0 0 1 0 20 4 30 10 -1":      {port: 6667, unacknowledged: true},
		"   3: 0100007F:0015 0100007F:9C40 01 00000A10:00000000 01:00000014 00000000     0        0 2 1 0 20 4 30 10 -1":      {port: 21, unacknowledged: true},
		"   4: 00000000000000000000000000000000:0015 00000000000000000000000000000000:0000 0A 00000000:00000000 00:0 0 0 0 1": {port: 21, listens: true},
	} {
		if got, ok := parseSocket(line); !ok || got != want {
			t.Errorf("%s: %+v, %v; want %+v", line, got, ok, want)
		}
	}
	if s, ok := parseSocket("  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"); ok {
		t.Errorf("the heading is the socket %+v", s)
	}
}

func TestParseSegments(t *testing.T) {
	for text, want := range map[string]int64{
		"Ip: Forwarding\nIp: 1\nTcp: RtoAlgorithm MaxConn InSegs OutSegs RetransSegs\nTcp: 1 -1 18757 10696 3\nUdp: OutSegs\nUdp: 4\n": 10696,
		"Tcp: OutSegs\nTcp:\n":      -1,
		"Tcp: InSegs\nTcp: 7\n":     -1,
		"Tcp: OutSegs\nTcp: many\n": -1,
		"":                          -1,
	} {
		if got := parseSegments(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
