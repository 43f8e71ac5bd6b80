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
		err = r.converse(cmd, t, root)
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
	if err := cmd.Start(); err != nil {
		file.Close()
		return err
	}
	file.Close()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	p := newPlayer(t.Peer.Server, func() bool { return busyBelow(root) })
	if t.Peer.Standalone {
		control.Close()
		control = nil
	}
	r.Output = p.play(t.Peer, control)
	select {
	case err = <-done:
	case <-time.After(2 * time.Second):
		r.Stopped = true
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		err = <-done
	}
	return err
}

// below returns the processes whose root is in the folder root: the program and its children,
// which may be in sessions of their own.
func below(root string) []int {
	links, err := filepath.Glob("/proc/[0-9]*/root")
	if err != nil {
		return nil
	}
	var pids []int
	for _, link := range links {
		at, err := os.Readlink(link)
		if err != nil || at != root && !strings.HasPrefix(at, root+"/") {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// killBelow ends those processes: children of the program may outlive it.
func killBelow(root string) {
	for _, pid := range below(root) {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// busyBelow reports whether one of those processes runs.
func busyBelow(root string) bool {
	for _, pid := range below(root) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		// The state follows the name, which is in parentheses.
		if i := strings.LastIndexByte(string(stat), ')'); i >= 0 && i+2 < len(stat) && stat[i+2] != 'S' && stat[i+2] != 'Z' {
			return true
		}
	}
	return false
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
