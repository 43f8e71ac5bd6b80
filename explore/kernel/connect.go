package kernel

// This file connects sockets with each other and closes them.

func sysConnect(c *call) (int64, Errno) {
	f, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	family, a, errno := c.sockaddr(c.arg(1), c.arg(2))
	if errno != 0 {
		return 0, errno
	}
	fits := s.fits(family, c.arg(2))
	if s.typ == sockDgram {
		if fits != 0 {
			return 0, fits
		}
		return c.connectDgram(s, family, a)
	}
	if s.family == afUnix {
		return c.connectUnix(f, s, family, a)
	}
	switch s.state {
	case sockListening:
		return 0, EISCONN
	case sockConnected:
		if s.inflight {
			c.k.editSock(s.id).inflight = false
			return 0, 0
		}
		return 0, EISCONN
	}
	if s.inflight { // it failed meanwhile
		s = c.k.editSock(s.id)
		s.inflight = false
		s.unsettle()
		errno, s.err = s.err, 0
		return 0, errno
	}
	if fits != 0 {
		return 0, fits
	}
	dest, from, errno := c.k.route(s, a.ip)
	if errno != 0 {
		return 0, errno
	}
	a.ip = dest
	if !s.local.set {
		if errno := c.autobind(s.id, unspecified(s.family)); errno != 0 {
			return 0, errno
		}
	}
	s = c.k.editSock(s.id)
	s.settle(from)
	errno = ECONNREFUSED
	if l := c.k.listener(c.oracle(), a); l != nil {
		errno = c.k.join(s, l, a)
	}
	c.k.wake()
	if !c.blocking(f) {
		s.inflight, s.err = true, errno
		return 0, EINPROGRESS
	}
	if errno != 0 {
		s.unsettle()
	}
	return 0, errno
}

// join connects s to the listening socket l, which was addressed as a.
func (k *Kernel) join(s, l *sock, a address) Errno {
	if len(l.backlog) >= l.waiting {
		return ECONNREFUSED
	}
	child := k.newSock(l.family, l.typ)
	child.state, s.state = sockConnected, sockConnected
	child.peer, s.peer = s.id, child.id
	child.local, s.remote = a, a
	child.remote = s.local
	if l.family == afUnix {
		child.local = l.local
	} else {
		child.local.ip, child.remote.ip = as(l.family, a.ip), as(l.family, s.local.ip)
	}
	child.reuse, child.inline = l.reuse, l.inline
	child.options = l.options
	child.cred = l.cred
	l = k.editSock(l.id)
	l.backlog = append(l.backlog[:len(l.backlog):len(l.backlog)], child.id)
	k.wake()
	return 0
}

func (c *call) connectDgram(s *sock, family int, a address) (int64, Errno) {
	if family == afUnspec {
		s = c.k.editSock(s.id)
		s.remote, s.state = address{}, sockNew
		s.unsettle()
		return 0, 0
	}
	if s.family == afUnix {
		_, errno := c.findUnix(family, a, sockDgram)
		if errno != 0 {
			return 0, errno
		}
		c.k.editSock(s.id).remote = a
		return 0, 0
	}
	if !s.local.set {
		if errno := c.autobind(s.id, unspecified(s.family)); errno != 0 {
			return 0, errno
		}
	}
	s = c.k.editSock(s.id)
	dest, from, errno := c.k.route(s, a.ip)
	if errno != 0 {
		return 0, errno
	}
	s.settle(from)
	a.ip = dest
	s.remote = a
	return 0, 0
}

func (c *call) bindUnix(s *sock, family int, a address) (int64, Errno) {
	if family != afUnix || a.path == "" {
		return 0, EINVAL
	}
	if a.path[0] == 0 {
		if s.local.set {
			return 0, EINVAL
		}
		if c.k.unixByName(a.path, 0) != nil {
			return 0, EADDRINUSE
		}
		c.k.editSock(s.id).local = a
		return 0, 0
	}
	p, errno := c.placeNew(namedAt{atFDCWD, a.path}, false)
	if errno != 0 {
		if errno == EEXIST {
			errno = EADDRINUSE
		}
		return 0, errno
	}
	if s.local.set {
		return 0, EINVAL
	}
	n := c.newIn(c.k.inode(p.dir), typeSock, value(0o777))
	n.sock = s.id
	c.k.enter(p.dir, p.name, n.id)
	c.k.editSock(s.id).local = a
	return 0, 0
}

func (k *Kernel) unixByName(name string, typ int) *sock {
	for id := range k.socks.next {
		t := k.sock(id)
		if t != nil && t.family == afUnix && t.owner >= 0 && t.local.path == name && (typ == 0 || t.typ == typ) &&
			t.state != sockConnected {
			return t
		}
	}
	return nil
}

// findUnix returns the unix socket that an address names.
func (c *call) findUnix(family int, a address, typ int) (*sock, Errno) {
	if family != afUnix || a.path == "" {
		return nil, EINVAL
	}
	if a.path[0] == 0 {
		if t := c.k.unixByName(a.path, typ); t != nil {
			return t, 0
		}
		return nil, ECONNREFUSED
	}
	n, errno := c.find(atFDCWD, a.path, true)
	if errno != 0 {
		return nil, errno
	}
	if !c.may(n, 2) {
		return nil, EACCES
	}
	if n.typ != typeSock || n.sock < 0 {
		return nil, ECONNREFUSED
	}
	t := c.k.sock(n.sock)
	switch {
	case t == nil || t.local.path == "":
		return nil, ECONNREFUSED
	case t.typ != typ:
		return nil, EPROTOTYPE
	}
	return t, 0
}

func (c *call) connectUnix(f *file, s *sock, family int, a address) (int64, Errno) {
	l, errno := c.findUnix(family, a, s.typ)
	if errno != 0 {
		return 0, errno
	}
	if l.state != sockListening || l.shutRead {
		return 0, ECONNREFUSED
	}
	if len(l.backlog) >= l.waiting {
		if !c.blocking(f) {
			return 0, EAGAIN
		}
		return c.block(true)
	}
	switch s.state {
	case sockConnected:
		return 0, EISCONN
	case sockListening:
		return 0, EINVAL
	}
	return 0, c.k.join(c.k.editSock(s.id), l, a)
}

// fits reports whether an address of n bytes suits an internet socket.
func (s *sock) fits(family int, n uint64) Errno {
	switch {
	case s.family == afUnix:
	case s.family == afInet && n < 16, s.family == afInet6 && n < 24:
		return EINVAL
	case family != s.family && (family != afUnspec || s.typ != sockDgram):
		return EAFNOSUPPORT
	}
	return 0
}

// closeSock closes a socket that no descriptor names any more.
func (k *Kernel) closeSock(id int) {
	s := k.editSock(id)
	for _, r := range s.rights {
		k.unrefAll(r.files)
	}
	for _, g := range s.grams {
		k.unrefAll(g.files)
	}
	k.dropBacklog(s)
	if s.peer >= 0 {
		t := k.editSock(s.peer)
		t.peer, t.gone, t.eof = -1, true, true
		if s.family == afUnix {
			t.remote = s.local
			t.shutSend = t.shutSend || s.typ != sockDgram
		}
		if k.oracle().nonEmpty(&s.rx) {
			// Closing with unread data resets the connection.
			t.err = ECONNRESET
		}
	}
	if s.family == afUnix && s.local.path != "" && s.local.path[0] != 0 && s.state != sockConnected {
		k.unnameSock(id)
	}
	k.socks.put(k.epoch, id, nil)
	k.wake()
}

// dropBacklog resets the connections that nobody accepted.
func (k *Kernel) dropBacklog(s *sock) {
	for _, waiting := range s.backlog {
		peer := k.sock(waiting).peer
		k.closeSock(waiting)
		if peer >= 0 {
			k.editSock(peer).err = ECONNRESET
		}
	}
}

// unnameSock leaves the name of a closed socket in the file system, where nobody answers any more.
func (k *Kernel) unnameSock(id int) {
	for i := range k.inodes.next {
		if n := k.inode(i); n != nil && n.typ == typeSock && n.sock == id {
			k.editInode(i).sock = -1
		}
	}
}

func (k *Kernel) unrefAll(files []int) {
	for _, id := range files {
		k.unref(id)
	}
}

func sysShutdown(c *call) (int64, Errno) {
	_, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	how := c.int(1)
	if how < 0 || how > 2 {
		return 0, EINVAL
	}
	if s.family != afUnix {
		return c.shutdownInet(s, how)
	}
	s = c.k.editSock(s.id)
	s.shutRead = s.shutRead || how != 1
	s.shutSend = s.shutSend || how != 0
	if s.peer >= 0 && s.typ != sockDgram {
		t := c.k.editSock(s.peer)
		t.shutSend = t.shutSend || how != 1
		t.eof = t.eof || how != 0
	}
	c.k.wake()
	return 0, 0
}

func (c *call) shutdownInet(s *sock, how int) (int64, Errno) {
	if s.state == sockNew {
		s = c.k.editSock(s.id)
		s.shutRead = s.shutRead || how != 1
		s.shutSend = s.shutSend || how != 0
		return 0, ENOTCONN
	}
	if s.state == sockListening && how == 1 {
		return 0, 0
	}
	s = c.k.editSock(s.id)
	if s.state == sockListening {
		c.k.dropBacklog(s)
		s.backlog, s.state = nil, sockNew
		s.shutRead, s.shutSend = false, false
		c.k.wake()
		return 0, 0
	}
	s.shutRead = s.shutRead || how != 1
	s.shutSend = s.shutSend || how != 0
	if s.peer >= 0 && how != 0 {
		c.k.editSock(s.peer).eof = true
	}
	c.k.wake()
	return 0, 0
}

func sysGetsockname(c *call) (int64, Errno) {
	_, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	return 0, c.putAddress(s.family, s.local, c.arg(1), c.arg(2))
}

func sysGetpeername(c *call) (int64, Errno) {
	_, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	if s.state != sockConnected && !s.remote.set || s.family != afUnix && s.gone && s.err == ECONNRESET {
		return 0, ENOTCONN
	}
	remote := s.remote
	if s.family == afUnix && s.peer >= 0 {
		remote = c.k.sock(s.peer).local // it may have been named since
	}
	return 0, c.putAddress(s.family, remote, c.arg(1), c.arg(2))
}
