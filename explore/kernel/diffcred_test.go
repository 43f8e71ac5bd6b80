package kernel

import (
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"
)

// This file compares random sequences of calls about users, capabilities, limits and signal masks.

func (p *pair) credStep(t *rapid.T) {
	id := func() arg { return num(rapid.SampledFrom([]int{0, 1000, 1001, 1002, -1}).Draw(t, "id")) }
	sig := func() arg {
		return num(rapid.SampledFrom([]int{0, sigHUP, sigTERM, sigCHLD, 40, 65, -1, sigKILL}).Draw(t, "signal"))
	}
	mask := func() arg {
		return in(binary.LittleEndian.AppendUint64(nil, rapid.SampledFrom([]uint64{0, bit(sigHUP), ^uint64(0), bit(sigKILL), bit(sigTERM) | bit(40)}).Draw(t, "mask")))
	}
	switch rapid.SampledFrom([]string{
		"setuid", "setreuid", "setresuid", "setgid", "setregid", "setresgid", "setfsuid", "setfsgid", "get", "get", "groups", "setgroups",
		"keepcaps", "deathsig", "deathsig", "caps", "caps", "setcaps", "limit", "limits", "prctl", "priority", "priority", "mask", "mask", "pgrp",
	}).Draw(t, "op") {
	case "setuid":
		p.do("setuid", id())
	case "setgid":
		p.do("setgid", id())
	case "setreuid":
		p.do("setreuid", id(), id())
	case "setregid":
		p.do("setregid", id(), id())
	case "setresuid":
		p.do("setresuid", id(), id(), id())
	case "setresgid":
		p.do("setresgid", id(), id(), id())
	case "setfsuid":
		p.do("setfsuid", id())
	case "setfsgid":
		p.do("setfsgid", id())
	case "get":
		p.do("getresuid", out(4), out(4), out(4))
		p.do("getresgid", out(4), out(4), out(4))
		p.do("setfsuid", num(-1))
		p.do("prctl", num(prGetPdeathsig), out(4), num(0), num(0), num(0))
	case "groups":
		p.do("getgroups", num(8), out(32))
	case "setgroups":
		p.do("setgroups", num(rapid.IntRange(0, 2).Draw(t, "n")), in([]byte{0xe8, 3, 0, 0, 0, 1, 0, 0}))
	case "keepcaps":
		p.do("prctl", num(prSetKeepcaps), num(rapid.IntRange(0, 2).Draw(t, "on")), num(0), num(0), num(0))
	case "deathsig":
		p.do("prctl", num(prSetPdeathsig), num(rapid.SampledFrom([]int{0, sigTERM, sigKILL, 65}).Draw(t, "signal")), num(0), num(0), num(0))
	case "caps":
		header := binary.LittleEndian.AppendUint32(nil, 0x20080522)
		if p.do("capget", in(append(header, 0, 0, 0, 0)), out(24)) != 0 {
			p.fail("capget")
		}
	case "setcaps":
		header := binary.LittleEndian.AppendUint32(nil, rapid.SampledFrom([]uint32{0x20080522, 0x20080522, 0x19980330, 1}).Draw(t, "version"))
		set := make([]byte, 24)
		for i := range 2 {
			binary.LittleEndian.PutUint32(set[4*i:], rapid.SampledFrom([]uint32{0, 1 << capChown, 1<<capSetuid | 1<<capSetgid, 1<<capSetuid | 1<<capSetgid | 1<<capChown}).Draw(t, "caps"))
		}
		p.do("capset", in(append(header, 0, 0, 0, 0)), in(set))
	case "limit":
		r := rapid.SampledFrom([]int{rlimitCore, rlimitNproc, 99}).Draw(t, "resource")
		limits := []uint64{0, 10, 20, infinity}
		b := binary.LittleEndian.AppendUint64(nil, rapid.SampledFrom(limits).Draw(t, "soft"))
		b = binary.LittleEndian.AppendUint64(b, rapid.SampledFrom(limits).Draw(t, "hard"))
		p.do("setrlimit", num(r), in(b))
	case "limits":
		p.do("getrlimit", num(rlimitCore), out(16))
	case "priority":
		which, who := num(rapid.SampledFrom([]int{0, 0, 0, 3, -1}).Draw(t, "which")), num(rapid.SampledFrom([]int{0, 0, 1<<22 + 5}).Draw(t, "who"))
		p.do("getpriority", which, who)
		p.do("setpriority", which, who, num(rapid.SampledFrom([]int{0, 17, 18, 19, 30, -1, -50}).Draw(t, "nice")))
		p.do("getpriority", num(0), num(0))
	case "prctl":
		p.do("prctl", num(rapid.SampledFrom([]int{prGetKeepcaps, prGetNoNewPrivs, prSetNoNewPrivs}).Draw(t, "option")), num(rapid.IntRange(0, 1).Draw(t, "arg")), num(0), num(0), num(0))
	case "mask":
		p.do("rt_sigprocmask", num(2), mask(), out(8), num(8))
		p.do("rt_sigprocmask", num(rapid.IntRange(0, 3).Draw(t, "how")), mask(), out(8), num(8))
		p.do("rt_sigprocmask", num(2), in(binary.LittleEndian.AppendUint64(nil, 0)), out(8), num(8))
	case "pgrp":
		p.do("kill", num(1<<22+5), sig())
		p.do("setpgid", num(1<<22+5), num(0))
		p.do("getpgid", num(1<<22+5))
	}
}

func TestCredentialsLikeHost(t *testing.T) {
	likeHost(t, func(r *rapid.T, p *pair) {
		// Start with the same capabilities, limits and groups, whatever the host has given.
		header := binary.LittleEndian.AppendUint32(nil, 0x20080522)
		set := make([]byte, 24)
		for i := range 2 {
			binary.LittleEndian.PutUint32(set[4*i:], 1<<capChown|1<<capDACOverride|1<<capSetuid|1<<capSetgid|1<<capKill)
		}
		p.do("setgroups", num(0), num(0))
		p.do("setrlimit", num(rlimitCore), in(make([]byte, 16)))
		p.do("setrlimit", num(rlimitNproc), in(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, 100), 200)))
		p.do("setrlimit", num(rlimitNice), in(make([]byte, 16)))
		p.do("setpriority", num(0), num(0), num(17))
		p.do("capset", in(append(header, 0, 0, 0, 0)), in(set))
		for range rapid.IntRange(1, 40).Draw(r, "steps") {
			p.credStep(r)
		}
	})
}
