package kernel

import (
	"fmt"
	"strings"

	"github.com/confcov/confcov/explore/expr"
)

// This file defines inodes and directories, and builds the first file system.

// Types of files, as in st_mode.
const (
	typeMask = 0o170000
	typeSock = 0o140000
	typeLink = 0o120000
	typeFile = 0o100000
	typeDir  = 0o040000
	typeChr  = 0o020000
	typeFIFO = 0o010000
)

// inode is a file.
type inode struct {
	tag
	id       int
	number   expr.Value // st_ino: the id, but for what there is under conditions only
	typ      uint32     // one of the type constants
	perm     expr.Value // the low 12 bits of st_mode; may be symbolic, 64 bits wide
	uid, gid uint32
	nlink    int
	opens    expr.Value // open descriptions; a file without links and opens is gone
	atime    moment
	mtime    moment
	ctime    moment
	data     buf // contents; of a symbolic link: its target
	dir      *directory
	dev      Device
	sock     int // a socket bound to this name; -1: none
	pipe     int // the open pipe of a FIFO; -1: none
}

func (n *inode) copyInto(to *inode) { *to = *n }

// directory is the entries of a directory. Its entries stay in the order in
// which they were made, and each has a number from which a listing resumes.
type directory struct {
	epoch   uint64
	parent  int
	entries []entry
	next    int64
}

type entry struct {
	name  string
	inode int
	seq   int64
}

func (n *inode) isDir() bool { return n.typ == typeDir }

// find returns the inode of the entry, -1 if there is none.
func (d *directory) find(name string) int {
	for i := range d.entries {
		if d.entries[i].name == name {
			return d.entries[i].inode
		}
	}
	return -1
}

// editDir returns directory id for changing its entries.
func (k *Kernel) editDir(id int) *directory {
	n := k.editInode(id)
	if n.dir.epoch != k.epoch {
		fresh := &directory{epoch: k.epoch, parent: n.dir.parent, next: n.dir.next}
		fresh.entries = append(make([]entry, 0, len(n.dir.entries)+1), n.dir.entries...)
		n.dir = fresh
	}
	n.mtime, n.ctime = k.now, k.now
	return n.dir
}

// enter adds an entry to directory id.
func (k *Kernel) enter(id int, name string, child int) {
	d := k.editDir(id)
	d.next++
	d.entries = append(d.entries, entry{name, child, d.next})
	n := k.editInode(child)
	n.nlink++
	n.ctime = k.now
	if n.isDir() {
		k.editInode(id).nlink++
		if n.dir.parent != id {
			k.reparent(child, id)
		}
	}
	k.wake()
}

func (k *Kernel) reparent(child, parent int) {
	n := k.editInode(child)
	fresh := *n.dir
	fresh.parent = parent
	fresh.epoch = 0 // the entries are still shared
	n.dir = &fresh
}

// leave removes the entry name of directory id, and the file if that was its last name.
func (k *Kernel) leave(id int, name string) {
	d := k.editDir(id)
	for i := range d.entries {
		if d.entries[i].name != name {
			continue
		}
		child := d.entries[i].inode
		d.entries = append(d.entries[:i], d.entries[i+1:]...)
		n := k.editInode(child)
		n.nlink--
		n.ctime = k.now
		if n.isDir() {
			k.editInode(id).nlink--
		}
		k.release(child)
		return
	}
}

// release frees an inode that has neither names nor users.
func (k *Kernel) release(id int) {
	n := k.inode(id)
	links := n.nlink
	if n.isDir() {
		links-- // its own "."
	}
	if links <= 0 && k.number(n.opens) == 0 {
		k.inodes.put(k.epoch, id, nil)
	}
}

// newInode makes a file without a name.
func (k *Kernel) newInode(typ uint32, perm expr.Value, uid, gid uint32) *inode {
	n := &inode{typ: typ, perm: perm, uid: uid, gid: gid, sock: -1, pipe: -1}
	n.atime, n.mtime, n.ctime = k.now, k.now, k.now
	n.id = k.inodes.add(k.epoch, n)
	n.number = k.lastInode
	k.lastInode = k.plus(k.lastInode, 1)
	if typ == typeDir {
		n.nlink = 1 // "."
		n.dir = &directory{epoch: k.epoch, parent: n.id}
	}
	return n
}

func (k *Kernel) makeRoot() {
	k.inodes.add(k.epoch, &inode{typ: typeFile, sock: -1, pipe: -1, nlink: 1}) // inode numbers begin with 1
	k.lastInode = value(1)
	root := k.newInode(typeDir, value(0o755), 0, 0)
	root.nlink = 2
	at := momentOf(k.world.Start-86400, 0) // as files of which nothing is said
	root.atime, root.mtime, root.ctime = at, at, at
	k.root = root.id
}

// addFile makes a file of the World.
func (k *Kernel) addFile(spec *FileSpec) error {
	if !strings.HasPrefix(spec.Path, "/") {
		return fmt.Errorf("file %q of the world: the path is not absolute", spec.Path)
	}
	mode := spec.Mode
	at := k.world.Start - 86400
	if spec.Time != 0 {
		at = spec.Time
	}
	clock := k.now
	k.now = momentOf(at, 0)
	defer func() { k.now = clock }()

	dir := k.root
	parts := strings.FieldsFunc(spec.Path, func(r rune) bool { return r == '/' })
	for i, name := range parts {
		if name == "." || name == ".." || len(name) > nameMax {
			return fmt.Errorf("file %q of the world: %q cannot be the name of a file", spec.Path, name)
		}
		last := i == len(parts)-1
		found := k.inode(dir).dir.find(name)
		if found >= 0 {
			n := k.editInode(found)
			if last {
				if n.typ != typeDir || spec.Kind != Directory {
					return fmt.Errorf("file %q of the world: there already is one", spec.Path)
				}
				if mode != 0 {
					n.perm = value(uint64(mode))
				}
				n.uid, n.gid = spec.UID, spec.GID
				n.atime, n.mtime, n.ctime = k.now, k.now, k.now
			} else if n.typ != typeDir {
				return fmt.Errorf("file %q of the world: %q is not a directory", spec.Path, name)
			}
			dir = found
			continue
		}
		if !last {
			n := k.newInode(typeDir, value(0o755), 0, 0)
			k.enterOld(dir, name, n.id)
			dir = n.id
			continue
		}
		return k.addLast(spec, dir, name)
	}
	if len(parts) == 0 && spec.Kind == Directory {
		n := k.editInode(k.root)
		if mode != 0 {
			n.perm = value(uint64(mode))
		}
		n.uid, n.gid = spec.UID, spec.GID
		n.atime, n.mtime, n.ctime = k.now, k.now, k.now
	}
	return nil
}

// enterOld adds an entry to directory id, whose times do not change.
func (k *Kernel) enterOld(id int, name string, child int) {
	mtime, ctime := k.inode(id).mtime, k.inode(id).ctime
	k.enter(id, name, child)
	n := k.editInode(id)
	n.mtime, n.ctime = mtime, ctime
}

func (k *Kernel) addLast(spec *FileSpec, dir int, name string) error {
	typ, mode := uint32(typeFile), uint32(0o644)
	switch spec.Kind {
	case Directory:
		typ, mode = typeDir, 0o755
	case SymbolicLink:
		typ, mode = typeLink, 0o777
	case CharacterDevice:
		typ = typeChr
	case FIFO:
		typ = typeFIFO
	case HardLink:
		target := k.lookupAbsolute(spec.Target)
		if target < 0 || k.inode(target).isDir() {
			return fmt.Errorf("file %q of the world: %q is no file", spec.Path, spec.Target)
		}
		k.enter(dir, name, target)
		return nil
	}
	if spec.Mode != 0 {
		mode = spec.Mode
	}
	n := k.newInode(typ, value(uint64(mode)), spec.UID, spec.GID)
	n.dev = spec.Device
	n.data = bufOf(spec.Data)
	if spec.Kind == SymbolicLink {
		n.data = bufOf([]byte(spec.Target))
	}
	k.enterOld(dir, name, n.id)
	return nil
}

// lookupAbsolute follows a path of plain names, without links; -1 if there is nothing.
func (k *Kernel) lookupAbsolute(path string) int {
	at := k.root
	for _, name := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' }) {
		n := k.inode(at)
		if n == nil || !n.isDir() {
			return -1
		}
		if at = n.dir.find(name); at < 0 {
			return -1
		}
	}
	return at
}
