package native

// This file runs one test natively under one configuration.

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// Result is what a native run showed.
type Result struct {
	Output  []byte // what was written to standard output and error, or the transcript of the peer
	Exit    int    // exit status of the first process
	Signal  int    // the signal that killed it; 0: none
	Stopped bool   // it still ran when the peer was done, and was killed
}

// Check returns nil if native runs are possible here, else why not.
func Check() error {
	if os.Geteuid() != 0 {
		return errors.New("native runs need root, for chroot and for the programs themselves")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		return errors.New("native runs need gcc")
	}
	dir, err := os.MkdirTemp("", "confcov-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("/proc/self/exe")
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: dir}
	if err := cmd.Start(); errors.Is(err, syscall.EPERM) {
		return errors.New("native runs need chroot, which is not permitted here")
	}
	if err := os.Chown(dir, 1234, 1234); err != nil {
		return fmt.Errorf("native runs need to give files away: %w", err)
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("native runs need the loopback interface: %w", err)
	}
	return l.Close()
}

// Run runs test t of the subject, whose program Build made, under the settings.
func Run(ctx context.Context, program string, s *subjects.Subject, t *subjects.Test, settings confspace.Settings) (*Result, error) {
	root, err := os.MkdirTemp("", "confcov-root-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	defer killBelow(root)
	lines := s.ConfigLines(t, settings)
	entries := s.Entries(t, lines)
	env := append([]string(nil), t.Env...)
	if len(entries) > 0 {
		if err := WriteRoot(root, entries); err != nil {
			return nil, err
		}
		env = append(env, "CONFCOV_ROOT="+root)
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Args = s.Arguments(t, lines)
	cmd.Env = env
	cmd.Dir = root
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	r := &Result{}
	if t.Peer != nil {
		err = privately(func() error { return r.converse(cmd, t, root) })
	} else {
		r.Output, err = cmd.CombinedOutput()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("run %s natively: %w", filepath.Base(program), err)
	}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok {
		r.Exit = status.ExitStatus()
		if status.Signaled() {
			r.Signal = int(status.Signal())
		}
	}
	return r, nil
}

// converse starts the program with a control connection and plays the peer.
func (r *Result) converse(cmd *exec.Cmd, t *subjects.Test, root string) error {
	clock, err := newClock(root)
	if err != nil {
		return err
	}
	defer clock.close()
	cmd.Env = append(cmd.Env, clock.variable())
	control, served, err := connect(loopback(t.Peer.Server.Addr()))
	if err != nil {
		return err
	}
	file, err := served.File()
	served.Close()
	if err != nil {
		return err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = file, file, file
	if t.Peer.Standalone {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, nil, nil // nothing comes, and what is written is not of the conversation
	}
	if err := cmd.Start(); err != nil {
		file.Close()
		return err
	}
	file.Close()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	clock.pid = cmd.Process.Pid
	p := newPlayer(t.Peer.Server, clock)
	if t.Peer.Standalone {
		control.Close()
		control = nil
	}
	r.Output = p.play(t.Peer, control)
	if r.Stopped = !clock.epilogue(); r.Stopped {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		killBelow(root)
	}
	return <-done
}

// below returns the processes whose root is in the folder root: the program and its children,
// which may be in sessions of their own. They were made after process first and not many before: numbers begin again after the last.
func below(root string, first int) []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil
	}
	var pids []int
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || first/2 < pid && pid < first {
			continue
		}
		at, err := os.Readlink("/proc/" + name + "/root")
		if err == nil && (at == root || strings.HasPrefix(at, root+"/")) {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}

// killBelow ends those processes: children of the program may outlive it.
func killBelow(root string) {
	for _, pid := range below(root, 0) {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// connect returns both ends of a TCP connection over the loopback interface.
func connect(host net.IP) (client, server *net.TCPConn, err error) {
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: host})
	if err != nil {
		return nil, nil, err
	}
	defer l.Close()
	c, err := net.DialTCP("tcp", nil, l.Addr().(*net.TCPAddr))
	if err != nil {
		return nil, nil, err
	}
	s, err := l.AcceptTCP()
	if err != nil {
		c.Close()
		return nil, nil, err
	}
	return c, s, nil
}
