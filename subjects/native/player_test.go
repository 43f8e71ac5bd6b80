package native

import (
	"net"
	"slices"
	"testing"
	"time"
)

func TestControlFirst(t *testing.T) {
	data, listen, control, other := &wire{}, &wire{}, &wire{control: true}, &wire{control: true}
	if got := controlFirst([]*wire{data, listen, control, other}); !slices.Equal(got, []*wire{control, other, data, listen}) {
		t.Errorf("%v", got)
	}
}

// TestTaken: what has arrived is known as readable until it is recorded, also while it is being taken from the socket.
func TestTaken(t *testing.T) {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	w := &wire{udp: c}
	p := &player{moved: make(chan struct{}, 1), conns: []*wire{w}}
	if p.readable() {
		t.Error("something has arrived")
	}
	came := make(chan struct{})
	go func() {
		p.comes(w, c)
		close(came)
	}()
	if _, err := c.WriteToUDPAddrPort([]byte("x"), c.LocalAddr().(*net.UDPAddr).AddrPort()); err != nil {
		t.Fatal(err)
	}
	select {
	case <-came:
	case <-time.After(time.Minute):
		t.Fatal("nothing came")
	}
	if _, _, err := c.ReadFromUDPAddrPort(make([]byte, 9)); err != nil {
		t.Fatal(err)
	}
	if !p.readable() { // it is not recorded yet
		t.Error("nothing has arrived")
	}
}
