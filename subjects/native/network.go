package native

// This file gives each run a network of its own, in which no port is taken.

import (
	"fmt"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// privately calls f on a thread that has a network of its own with nothing but a loopback interface: sockets that f makes and
// programs that it starts belong to it. Where the machine does not permit that, f has the machine's network.
func privately(f func() error) error {
	if !canUnshare() {
		return f()
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		err := unshareNetwork()
		if err == nil {
			err = f()
		}
		done <- err
	}()
	return <-done
}

// canUnshare reports whether privately gives networks.
var canUnshare = sync.OnceValue(func() bool {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		done <- unshareNetwork()
	}()
	return <-done == nil
})

func unshareNetwork() error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("a network of its own: %w", err)
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("a network of its own: %w", err)
	}
	defer unix.Close(fd)
	ifr, err := unix.NewIfreq("lo")
	if err != nil {
		return fmt.Errorf("a network of its own: %w", err)
	}
	ifr.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, ifr); err != nil {
		return fmt.Errorf("a network of its own: %w", err)
	}
	return nil
}
