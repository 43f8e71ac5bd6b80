package kernel

import (
	"encoding/binary"
	"slices"
)

// This file implements users and groups of processes, and capabilities.

// Capabilities that the kernel looks at.
const (
	capChown          = 0
	capDACOverride    = 1
	capDACReadSearch  = 2
	capFowner         = 3
	capFsetid         = 4
	capKill           = 5
	capSetgid         = 6
	capSetuid         = 7
	capNetBindService = 10
	capSysChroot      = 18
	capSysAdmin       = 21
	capSysNice        = 23
	capSysResource    = 24
	capSysTime        = 25
	capMknod          = 27
	capLast           = 40
	allCaps           = 1<<(capLast+1) - 1
	capsOfFS          = 1<<capChown | 1<<capDACOverride | 1<<capDACReadSearch | 1<<capFowner | 1<<capFsetid | 1<<capMknod
)

// cred is on whose behalf a process acts.
type cred struct {
	ruid, euid, suid, fsuid uint32
	rgid, egid, sgid, fsgid uint32
	groups                  []uint32 // never changed in place
	effective, permitted    uint64
	inheritable, bounding   uint64
	keepCaps                bool
	noNewPrivs              bool
}

func (cr *cred) has(capability uint) bool { return cr.effective>>capability&1 != 0 }

func (cr *cred) inGroup(gid uint32) bool {
	if cr.fsgid == gid {
		return true
	}
	for _, g := range cr.groups {
		if g == gid {
			return true
		}
	}
	return false
}

func newCred(uid, gid uint32, groups []uint32) cred {
	cr := cred{
		ruid: uid, euid: uid, suid: uid, fsuid: uid, rgid: gid, egid: gid, sgid: gid, fsgid: gid,
		groups: groups, bounding: allCaps,
	}
	if uid == 0 {
		cr.effective, cr.permitted = allCaps, allCaps
	}
	return cr
}

// setUIDs changes the user ids and what follows from that for the capabilities.
func (cr *cred) setUIDs(r, e, s uint32) {
	wasRoot := cr.ruid == 0 || cr.euid == 0 || cr.suid == 0
	wasEffective := cr.euid == 0
	cr.ruid, cr.euid, cr.suid, cr.fsuid = r, e, s, e
	if wasRoot && r != 0 && e != 0 && s != 0 {
		if !cr.keepCaps {
			cr.permitted = 0
			cr.effective = 0
		}
	}
	switch {
	case wasEffective && e != 0:
		cr.effective = 0
	case !wasEffective && e == 0:
		cr.effective = cr.permitted
	}
}

const noID = 0xffffffff

func oneOf(id uint32, ids ...uint32) bool {
	for _, i := range ids {
		if id == i {
			return true
		}
	}
	return false
}

func (c *call) id(i int) uint32 { return uint32(c.arg(i)) }

func sysGetuid(c *call) (int64, Errno)  { return int64(c.cred().ruid), 0 }
func sysGeteuid(c *call) (int64, Errno) { return int64(c.cred().euid), 0 }
func sysGetgid(c *call) (int64, Errno)  { return int64(c.cred().rgid), 0 }
func sysGetegid(c *call) (int64, Errno) { return int64(c.cred().egid), 0 }

// credIDs are a process's real, effective and saved user or group ids. The rules for changing them are
// the same for both kinds; may says whether the process has the capability for the kind.
type credIDs [3]uint32

func (cr *cred) uids() credIDs { return credIDs{cr.ruid, cr.euid, cr.suid} }
func (cr *cred) gids() credIDs { return credIDs{cr.rgid, cr.egid, cr.sgid} }

// set returns what setuid(id) and setgid(id) make of old.
func (old credIDs) set(id uint32, may bool) (credIDs, Errno) {
	switch {
	case id == noID:
		return old, EINVAL
	case may:
		return credIDs{id, id, id}, 0
	case oneOf(id, old[0], old[2]):
		return credIDs{old[0], id, old[2]}, 0
	}
	return old, EPERM
}

// setTwo returns what setreuid(r, e) and setregid(r, e) make of old.
func (old credIDs) setTwo(r, e uint32, may bool) (credIDs, Errno) {
	if r != noID && !may && !oneOf(r, old[0], old[1]) || e != noID && !may && !oneOf(e, old[:]...) {
		return old, EPERM
	}
	n := old
	if r != noID {
		n[0] = r
	}
	if e != noID {
		n[1] = e
	}
	if r != noID || e != noID && e != old[0] {
		n[2] = n[1]
	}
	return n, 0
}

// setThree returns what setresuid and setresgid with the arguments want make of old, and whether
// they change anything: fs is the file-system id, which follows the effective one.
func (old credIDs) setThree(want credIDs, fs uint32, may bool) (n credIDs, changes bool, errno Errno) {
	n = old
	for i, id := range want {
		if id == noID {
			continue
		}
		if !may && !oneOf(id, old[:]...) {
			return old, false, EPERM
		}
		n[i] = id
	}
	return n, n != old || want[1] != noID && want[1] != fs, 0
}

// change changes the process's ids. When an effective or file-system id becomes another one, the process no longer gets a signal when its parent
// ends: a server that asks for it before it drops its privileges has asked in vain (prctl(2), PR_SET_PDEATHSIG).
func (c *call) change(ids func()) {
	of := func() [4]uint32 { cr := c.cred(); return [4]uint32{cr.euid, cr.egid, cr.fsuid, cr.fsgid} }
	before := of()
	ids()
	if of() != before {
		c.p.deathSig = 0
	}
}

func sysSetuid(c *call) (int64, Errno) {
	cr := c.cred()
	n, errno := cr.uids().set(c.id(0), cr.has(capSetuid))
	if errno == 0 {
		c.change(func() { cr.setUIDs(n[0], n[1], n[2]) })
	}
	return 0, errno
}

func sysSetgid(c *call) (int64, Errno) {
	cr := c.cred()
	n, errno := cr.gids().set(c.id(0), cr.has(capSetgid))
	if errno == 0 {
		c.change(func() { cr.setGIDs(n[0], n[1], n[2]) })
	}
	return 0, errno
}

func sysSetreuid(c *call) (int64, Errno) {
	cr := c.cred()
	n, errno := cr.uids().setTwo(c.id(0), c.id(1), cr.has(capSetuid))
	if errno == 0 {
		c.change(func() { cr.setUIDs(n[0], n[1], n[2]) })
	}
	return 0, errno
}

func sysSetregid(c *call) (int64, Errno) {
	cr := c.cred()
	n, errno := cr.gids().setTwo(c.id(0), c.id(1), cr.has(capSetgid))
	if errno == 0 {
		c.change(func() { cr.setGIDs(n[0], n[1], n[2]) })
	}
	return 0, errno
}

func sysSetresuid(c *call) (int64, Errno) {
	cr := c.cred()
	n, changes, errno := cr.uids().setThree(credIDs{c.id(0), c.id(1), c.id(2)}, cr.fsuid, cr.has(capSetuid))
	if changes {
		c.change(func() { cr.setUIDs(n[0], n[1], n[2]) })
	}
	return 0, errno
}

func sysSetresgid(c *call) (int64, Errno) {
	cr := c.cred()
	n, changes, errno := cr.gids().setThree(credIDs{c.id(0), c.id(1), c.id(2)}, cr.fsgid, cr.has(capSetgid))
	if changes {
		c.change(func() { cr.setGIDs(n[0], n[1], n[2]) })
	}
	return 0, errno
}

func sysGetresuid(c *call) (int64, Errno) {
	return c.putIDs(c.cred().ruid, c.cred().euid, c.cred().suid)
}

func sysGetresgid(c *call) (int64, Errno) {
	return c.putIDs(c.cred().rgid, c.cred().egid, c.cred().sgid)
}

func (c *call) putIDs(ids ...uint32) (int64, Errno) {
	for i, id := range ids {
		if errno := c.put(c.arg(i), binary.LittleEndian.AppendUint32(nil, id)); errno != 0 {
			return 0, errno
		}
	}
	return 0, 0
}

func (cr *cred) setGIDs(r, e, s uint32) { cr.rgid, cr.egid, cr.sgid, cr.fsgid = r, e, s, e }

func sysSetfsuid(c *call) (int64, Errno) {
	cr, id := c.cred(), c.id(0)
	old := cr.fsuid
	if cr.has(capSetuid) || oneOf(id, cr.ruid, cr.euid, cr.suid, cr.fsuid) {
		if id != noID {
			c.change(func() { cr.fsuid = id })
			if old == 0 && id != 0 {
				cr.effective &^= capsOfFS
			} else if old != 0 && id == 0 {
				cr.effective |= cr.permitted & capsOfFS
			}
		}
	}
	return int64(old), 0
}

func sysSetfsgid(c *call) (int64, Errno) {
	cr, id := c.cred(), c.id(0)
	old := cr.fsgid
	if id != noID && (cr.has(capSetgid) || oneOf(id, cr.rgid, cr.egid, cr.sgid, cr.fsgid)) {
		c.change(func() { cr.fsgid = id })
	}
	return int64(old), 0
}

const maxGroups = 65536

func sysGetgroups(c *call) (int64, Errno) {
	n, groups := c.int(0), c.cred().groups
	if n < 0 {
		return 0, EINVAL
	}
	if n == 0 {
		return int64(len(groups)), 0
	}
	if n < len(groups) {
		return 0, EINVAL
	}
	var b []byte
	for _, g := range groups {
		b = binary.LittleEndian.AppendUint32(b, g)
	}
	return int64(len(groups)), c.put(c.arg(1), b)
}

func sysSetgroups(c *call) (int64, Errno) {
	if !c.cred().has(capSetgid) {
		return 0, EPERM
	}
	n := c.arg(0)
	if n > maxGroups {
		return 0, EINVAL
	}
	b, errno := c.get(c.arg(1), 4*n)
	if errno != 0 {
		return 0, errno
	}
	groups := make([]uint32, n)
	for i := range groups {
		groups[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	slices.Sort(groups) // as Linux keeps them
	c.cred().groups = groups
	return 0, 0
}

// Versions of the capability structures, and how many data elements each has.
var capVersions = map[uint32]int{0x19980330: 1, 0x20071026: 2, 0x20080522: 2}

func (c *call) capHeader() (elements int, pid PID, errno Errno) {
	b, errno := c.get(c.arg(0), 8)
	if errno != 0 {
		return 0, 0, errno
	}
	n, ok := capVersions[binary.LittleEndian.Uint32(b)]
	if !ok {
		if errno := c.put(c.arg(0), binary.LittleEndian.AppendUint32(nil, 0x20080522)); errno != 0 {
			return 0, 0, errno
		}
		return 0, 0, EINVAL
	}
	return n, PID(binary.LittleEndian.Uint32(b[4:])), 0
}

func sysCapget(c *call) (int64, Errno) {
	n, pid, errno := c.capHeader()
	if errno != 0 {
		if errno == EINVAL && c.arg(1) == 0 {
			return 0, 0
		}
		return 0, errno
	}
	p := c.p
	if pid != 0 {
		if p = c.k.proc(c.k.outer(c.p, pid)); p == nil || p.zombie {
			return 0, ESRCH
		}
	}
	var b []byte
	for i := range n {
		for _, set := range []uint64{p.cred.effective, p.cred.permitted, p.cred.inheritable} {
			b = binary.LittleEndian.AppendUint32(b, uint32(set>>(32*i)))
		}
	}
	return 0, c.put(c.arg(1), b)
}

func sysCapset(c *call) (int64, Errno) {
	n, pid, errno := c.capHeader()
	if errno != 0 {
		return 0, errno
	}
	if pid != 0 && c.k.outer(c.p, pid) != c.p.pid {
		return 0, EPERM
	}
	b, errno := c.get(c.arg(1), uint64(12*n))
	if errno != 0 {
		return 0, errno
	}
	var sets [3]uint64
	for i := range n {
		for j := range sets {
			sets[j] |= uint64(binary.LittleEndian.Uint32(b[12*i+4*j:])) << (32 * i)
		}
	}
	effective, permitted, inheritable := sets[0], sets[1], sets[2]
	cr := c.cred()
	if permitted&^cr.permitted != 0 || effective&^permitted != 0 || inheritable&^(cr.inheritable|cr.permitted) != 0 {
		return 0, EPERM
	}
	cr.effective, cr.permitted, cr.inheritable = effective, permitted, inheritable
	return 0, 0
}
