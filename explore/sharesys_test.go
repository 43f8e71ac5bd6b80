package explore

// This file writes those statements of random programs that use the system and the C library: files, streams, signals, processes, sorting.

import "fmt"

func (w *sketcher) file() *snippet {
	switch w.IntN(9) {
	case 0, 1:
		return w.one(fmt.Sprintf(`if (fd < 0) fd = open("/f", O_RDWR | O_CREAT%s, 0644);`, []string{"", " | O_TRUNC", " | O_APPEND"}[w.IntN(3)]))
	case 2, 3:
		return w.one("x += write(fd, text, strlen(text));")
	case 4:
		return w.one(fmt.Sprintf("x += lseek(fd, %s & 3, %s);", w.option(), []string{"SEEK_SET", "SEEK_CUR", "SEEK_END"}[w.IntN(3)]))
	case 5:
		return w.one(fmt.Sprintf("{ char t[8] = \"\"; x += read(fd, t, 1 + (%s & 3)); other[0] = *t ? *t : 'z'; }", w.option()))
	case 6:
		return w.one("{ struct stat t; if (!fstat(fd, &t)) x += t.st_size; }")
	case 7:
		return w.one("if (fd >= 0) { close(fd); fd = -1; }")
	}
	return w.one([]string{`unlink("/f");`, "x += ftruncate(fd, 2);", "fd = dup(fd);", `x += access("/f", 0);`}[w.IntN(4)])
}

// stream returns a statement that uses a buffer of stdio.
func (w *sketcher) stream() *snippet {
	switch w.IntN(11) {
	case 0, 1, 2:
		return w.one(fmt.Sprintf(`if (!logs) logs = fopen("/log", "%s");`, []string{"a", "w+", "a+"}[w.IntN(3)]))
	case 3, 4, 5:
		return w.one(fmt.Sprintf(`if (logs) fprintf(logs, "%%d %%s\n", %s, text);`, w.expr(1)))
	case 6:
		return w.one([]string{"if (logs) fflush(logs);", "if (logs) rewind(logs);", "if (logs) x += ftell(logs);", "fputs(text, stdout);", "fflush(stdout);"}[w.IntN(5)])
	case 7:
		return w.one("if (logs) fclose(logs), logs = 0;")
	case 8:
		return w.one(fmt.Sprintf("if (logs) x += fseek(logs, %s & 3, %s);", w.option(), []string{"SEEK_SET", "SEEK_CUR", "SEEK_END"}[w.IntN(3)]))
	case 9:
		return w.one("if (logs && !fgets(other, 9, logs)) y++;")
	}
	return w.one(fmt.Sprintf("setvbuf(stdout, 0, %s ? _IOLBF : _IONBF, 0);", w.option()))
}

// system returns a statement that changes or asks for other things that the kernel knows.
func (w *sketcher) system() *snippet {
	sig := []string{"SIGUSR1", "SIGUSR2", "SIGALRM"}[w.IntN(3)]
	switch w.IntN(12) {
	case 0, 1:
		return w.one(fmt.Sprintf("signal(%s, %s ? on : SIG_IGN);", sig, w.option()))
	case 2:
		return w.one(fmt.Sprintf("if (%s) { signal(%s, on); raise(%s); }", w.option(), sig, sig))
	case 3:
		return w.one(fmt.Sprintf("{ sigset_t m; sigemptyset(&m); sigaddset(&m, %s); sigprocmask(%s ? SIG_BLOCK : SIG_UNBLOCK, &m, 0); }", sig, w.option()))
	case 4:
		return w.one("if (signal(SIGUSR1, on) == SIG_IGN) y++; raise(SIGUSR1);")
	case 5:
		return w.one(fmt.Sprintf("signal(SIGALRM, on), x += alarm(%s & 3);", w.expr(1)))
	case 6:
		return w.one(fmt.Sprintf("x += sleep(%s & 3);", w.option()))
	case 7:
		return w.one(fmt.Sprintf("{ static time_t t; x += t ? time(0) - t : 0, t = time(0); if (%s) sleep(1); }", w.option()))
	case 8:
		return w.one(fmt.Sprintf("x += umask(%s ? 077 : 022) & 7;", w.option()))
	case 9:
		return w.one(fmt.Sprintf(`x += mkdir("/d", 0755) + rename("/f", %s ? "/d/f" : "/log");`, w.option()))
	case 10:
		return w.one(fmt.Sprintf(`setenv("HOME", %s ? text : "/", 1); if (getenv("HOME")) y += strlen(getenv("HOME"));`, w.option()))
	}
	return w.one(`x += chdir("/d") + access("f", 0) + chdir("/");`)
}

// library returns a statement that uses functions or memory of sizes that options choose.
func (w *sketcher) library() *snippet {
	switch w.IntN(8) {
	case 0:
		return w.one(fmt.Sprintf("qsort(arr, 2 + (%s & 3), sizeof *arr, %s ? ascending : descending);", w.expr(1), w.option()))
	case 1:
		return w.one(fmt.Sprintf("x += sum(%s & 3, y, %s, 4);", w.option(), w.expr(1)))
	case 2:
		return w.one(fmt.Sprintf("{ char v[1 + (%s & 7)]; memset(v, %s, sizeof v); x += v[%s & 1]; }", w.expr(1), w.option(), w.option()))
	case 3:
		return w.one(fmt.Sprintf("{ char *v = alloca(2 + (%s & 7)); v[0] = %s; x += v[%s & 1]; }", w.option(), w.expr(1), w.option()))
	case 4:
		return w.one("x += atoi(other) + (int)strtol(text, 0, 16);")
	case 5:
		return w.one(fmt.Sprintf(`if (sscanf(text, "%%d:%%d", &x, %s ? &y : &arr[1]) == 2) calls++;`, w.option()))
	case 6:
		return w.one(fmt.Sprintf("{ double d = %s * 0.5 + x; y = d > 2 ? (int)d %% 100 : 3; }", w.option()))
	}
	return w.one([]string{"{ struct pair t = *q; t.f++; *q = t; }", fmt.Sprintf("memmove(text + 1, text, %s & 3);", w.option()), "memcpy(&r, q == &r ? &s : q, sizeof r);"}[w.IntN(3)])
}

// process returns statements that a child executes.
func (w *sketcher) process() *snippet {
	w.held = true
	defer func() { w.held = false }()
	switch w.IntN(4) {
	case 0:
		return w.killed()
	case 1:
		return w.orphan()
	}
	open := "{ int fds[2], st = 0; char t[8] = \"\";\npipe(fds);\nif (!fork()) {\narmed = 0;"
	end := fmt.Sprintf(`close(fds[1]);
if (%s) x += read(fds[0], t, 3);
wait(&st);
x += WEXITSTATUS(st) + *t;
close(fds[0]);
}`, w.option())
	return &snippet{arms: []arm{
		{open, append(w.block(3), &snippet{arms: []arm{{open: fmt.Sprintf("if (%s) write(fds[1], text, 3);", w.option())}}})},
		{fmt.Sprintf("_exit(%s & 7);\n}", w.expr(1)), w.block(2)},
	}, end: end}
}

// killed returns statements with a child that may be killed while it sleeps.
func (w *sketcher) killed() *snippet {
	open := fmt.Sprintf("{ int st = 0, pid = fork();\nif (!pid) {\narmed = 0;\nif (%s) signal(SIGTERM, %s ? on : SIG_IGN);\nsleep(1 + (%s & 1));", w.option(), w.option(), w.option())
	end := fmt.Sprintf(`if (%s) kill(pid, %s);
if (!waitpid(pid, &st, %s ? WNOHANG : 0)) waitpid(pid, &st, 0);
x += WIFSIGNALED(st) ? WTERMSIG(st) : WEXITSTATUS(st);
}`, w.option(), []string{"SIGTERM", "SIGKILL", "SIGUSR1"}[w.IntN(3)], w.option())
	return &snippet{arms: []arm{
		{open, w.block(3)},
		{fmt.Sprintf("_exit(%s & 7);\n}\nif (%s) sleep(1);", w.expr(1), w.option()), w.block(1)},
	}, end: end}
}

// orphan returns statements with a child that nobody waits for. It may live longer.
func (w *sketcher) orphan() *snippet {
	open := fmt.Sprintf("if (!fork()) {\narmed = 0;\nif (%s) sleep(1);", w.option())
	return &snippet{arms: []arm{
		{open, append(w.block(2), &snippet{arms: []arm{{open: "write(1, text, 2);"}}})},
		{fmt.Sprintf("_exit(%s & 7);", w.expr(1)), nil},
	}, end: "}"}
}
