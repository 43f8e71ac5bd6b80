package peer

import "testing"

// TestJoinWithoutScript: a world without a peer has a client that does nothing.
func TestJoinWithoutScript(t *testing.T) {
	var c, o Client
	if why := c.Join(&o, true); why != "" {
		t.Errorf("clients without a script: %s", why)
	}
}
