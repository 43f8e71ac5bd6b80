package kernel

import "slices"

// This file joins processes, and what the peer is up to.

// joinProcesses joins the process tables. There must be the same processes on both sides, which wait for the same.
func (j *joiner) joinProcesses() string {
	k, o := j.k, j.o
	if k.firstPID != o.firstPID || k.procs.next != o.procs.next {
		return "process table"
	}
	for id := range k.procs.next {
		a, b := k.procs.get(id), o.procs.get(id)
		switch {
		case a == b:
			continue
		case a == nil || b == nil:
			return "process table"
		}
		if why := sameProcess(a, b); why != "" {
			return why
		}
		j.intoProcess(k.procs.edit(k.epoch, id), b)
	}
	j.joinVersions()
	return ""
}

// joinVersions makes one version of both. A process that something happened for on either side
// since it began to wait repeats its call, which does no harm.
func (j *joiner) joinVersions() {
	k, o := j.k, j.o
	before := k.version
	if before == o.version {
		// A process for which nothing happened on k's side may have news on o's.
		for id := range k.procs.next {
			if a, b := k.procs.get(id), o.procs.get(id); a != nil && a.wait.active && a.wait.version == before && b.wait.version != before {
				k.procs.edit(k.epoch, id).wait.version = b.wait.version
			}
		}
		return
	}
	k.version = max(before, o.version) + 1
	for id := range k.procs.next {
		a, b := k.procs.get(id), o.procs.get(id)
		if a != nil && a.wait.active && a.wait.version == before && b.wait.version == o.version {
			k.procs.edit(k.epoch, id).wait.version = k.version
		}
	}
}

// sameProcess says what keeps two processes apart.
func sameProcess(a, b *process) string {
	switch {
	case a.pid != b.pid || a.ppid != b.ppid || a.pgid != b.pgid || a.sid != b.sid || !slices.Equal(a.ids, b.ids) ||
		a.zombie != b.zombie || a.status != b.status || a.children != b.children || a.exitSignal != b.exitSignal || a.deathSig != b.deathSig:
		return "process table"
	case !slices.Equal(a.shared, b.shared) || a.name != b.name:
		return "attributes of a process"
	case !sameActions(a, b) || a.blocked != b.blocked || a.pending != b.pending || !slices.Equal(a.infos, b.infos) ||
		!slices.Equal(a.frames, b.frames) || a.altstack != b.altstack || a.interrupted != b.interrupted || a.masked != b.masked || a.savedMask != b.savedMask:
		return "signals"
	}
	v, w := a.wait, b.wait
	w.version, w.deadline = v.version, v.deadline
	if v != w {
		return "what a process waits for"
	}
	return ""
}

func (j *joiner) intoProcess(a, b *process) {
	a.umask, a.cwd, a.root = j.value(a.umask, b.umask), j.value(a.cwd, b.cwd), j.value(a.root, b.root)
	a.nice, a.mapped = j.value(a.nice, b.nice), j.value(a.mapped, b.mapped)
	j.joinActions(a, b)
	j.joinCreds(a, b)
	j.joinDescriptors(a, b)
	if a.limits != b.limits {
		limits := *a.limits
		for i := range limits {
			limits[i] = limit{j.value(limits[i].soft, b.limits[i].soft), j.value(limits[i].hard, b.limits[i].hard)}
		}
		a.limits = &limits
	}
	switch none := value(0); {
	case b.alarmed == none:
	case a.alarmed == none:
		a.alarm = b.alarm
	default:
		a.alarm = j.moment(a.alarm, b.alarm)
	}
	a.alarmed, a.interval = j.value(a.alarmed, b.alarmed), j.moment(a.interval, b.interval)
	a.lapses, a.spins, a.spun = j.value(a.lapses, b.lapses), j.value(a.spins, b.spins), j.value(a.spun, b.spun)
	if a.wait.timed {
		a.wait.deadline = j.moment(a.wait.deadline, b.wait.deadline)
	}
}

// sameActions compares what is to be done about signals that are pending.
func sameActions(a, b *process) bool {
	if a.actions == b.actions {
		return true
	}
	for sig := 1; sig <= numSignals; sig++ {
		if (a.pending|b.pending)&bit(sig) != 0 && a.actions[sig] != b.actions[sig] {
			return false
		}
	}
	return true
}

// joinActions joins what two processes do about signals.
func (j *joiner) joinActions(a, b *process) {
	if a.actions == b.actions && slices.EqualFunc(a.doubts, b.doubts, func(x, y doubt) bool { return x.sig == y.sig && x.which == y.which && slices.Equal(x.all, y.all) }) {
		return
	}
	of := func(p *process, sig int) choices[action] {
		for _, d := range p.doubts {
			if d.sig == sig {
				return d.choices
			}
		}
		return only(j.b, p.actions[sig])
	}
	fresh := *a.actions
	var doubts []doubt
	for sig := 1; sig <= numSignals; sig++ {
		if a.actions[sig] == b.actions[sig] && !a.doubtful(sig) && !b.doubtful(sig) {
			continue
		}
		c := joinChoices(j, of(a, sig), of(b, sig), func(x, y action) bool { return x == y }, nil)
		if fresh[sig] = c.all[0]; len(c.all) > 1 {
			doubts = append(doubts, doubt{sig, c})
			j.k.joined = true
		}
	}
	a.actions, a.doubts = &fresh, doubts
}

// joinCreds joins on whose behalf two processes act.
func (j *joiner) joinCreds(a, b *process) {
	if a.creds == b.creds && (a.creds != nil || sameCred(&a.cred, &b.cred)) {
		return
	}
	of := func(p *process) choices[cred] {
		if p.creds != nil {
			return *p.creds
		}
		return only(j.b, p.cred)
	}
	c := joinChoices(j, of(a), of(b), func(x, y cred) bool { return sameCred(&x, &y) }, nil)
	a.cred, a.creds = c.all[0], nil
	if len(c.all) > 1 {
		a.creds, j.k.joined = &c, true
	}
}

// joinDescriptors joins the descriptors of two processes.
func (j *joiner) joinDescriptors(a, b *process) {
	closed := descriptor{file: -1}
	at := func(p *process, fd int) descriptor {
		if fd < len(p.fds) {
			return p.fds[fd]
		}
		return closed
	}
	of := func(d descriptor) choices[descriptor] {
		if d.maybe != nil {
			return *d.maybe
		}
		return only(j.b, d)
	}
	for fd := range max(len(a.fds), len(b.fds)) {
		x, y := at(a, fd), at(b, fd)
		if x == y {
			continue
		}
		c := joinChoices(j, of(x), of(y), func(x, y descriptor) bool { return x == y }, nil)
		d := c.all[0]
		if len(c.all) > 1 {
			d, j.k.joined = descriptor{file: -1, maybe: &c}, true
		}
		j.k.setFd(a, fd, d)
	}
}

func sameCred(a, b *cred) bool {
	return a.ruid == b.ruid && a.euid == b.euid && a.suid == b.suid && a.fsuid == b.fsuid &&
		a.rgid == b.rgid && a.egid == b.egid && a.sgid == b.sgid && a.fsgid == b.fsgid && slices.Equal(a.groups, b.groups) &&
		a.effective == b.effective && a.permitted == b.permitted && a.inheritable == b.inheritable && a.bounding == b.bounding &&
		a.keepCaps == b.keepCaps && a.noNewPrivs == b.noNewPrivs
}

// joinPeer joins what the peer is up to.
func (j *joiner) joinPeer() string {
	k, o := j.k, j.o
	if !slices.Equal(k.wires, o.wires) || k.dialed != o.dialed {
		return "peer's connections"
	}
	if why := k.client.Join(&o.client, j.cond()); why != "" {
		return why
	}
	// A wait that has no end is noted when it begins to have one.
	v, w := &k.peerWait, o.peerWait
	if v.timed != w.timed || v.timed && v.id != w.id {
		return "peer's waiting"
	}
	if v.timed {
		v.deadline = j.moment(v.deadline, w.deadline)
	}
	k.ticks = j.value(k.ticks, o.ticks)
	return ""
}
