package kernel

// Divisible reports whether a process may as well write to a descriptor in parts what it writes at once: whether that is the output
// or a regular file, and open for writing.
func (k *Kernel) Divisible(pid PID, fd uint64) bool {
	p := k.proc(pid)
	if p == nil || fd >= uint64(len(p.fds)) {
		return false
	}
	d := p.fds[fd]
	if d.maybe != nil || d.file < 0 {
		return false
	}
	for _, f := range k.files.alternatives(d.file) {
		switch {
		case f == nil || !f.writable():
			return false
		case f.kind == kindOutput:
			continue
		case f.kind != kindInode:
			return false
		}
		for _, n := range k.inodes.alternatives(f.inode) {
			if n == nil || n.typ != typeFile {
				return false
			}
		}
	}
	return true
}
