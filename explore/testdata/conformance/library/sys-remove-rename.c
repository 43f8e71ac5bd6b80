/* remove and rename of files and directories. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void result(const char *what, int r)
{
	printf("%s: %d %s\n", what, r, r ? strerror(errno) : "");
}

static void make(const char *name, const char *s)
{
	FILE *f = fopen(name, "w");
	fputs(s, f);
	fclose(f);
}

int main(void)
{
	char b[10] = "";

	make("a", "A");
	make("b", "B");
	mkdir("d", 0755);
	mkdir("e", 0755);
	mkdir("full", 0755);
	make("full/x", "X");
	result("rename a b", rename("a", "b"));
	fgets(b, sizeof b, fopen("b", "r"));
	printf("%s %d\n", b, access("a", F_OK));
	result("rename none", rename("none", "c"));
	result("file onto directory", rename("b", "d"));
	result("directory onto file", rename("d", "b"));
	result("directory onto empty", rename("d", "e"));
	result("directory onto full", rename("e", "full"));
	result("into itself", rename("full", "full/sub"));
	result("same name", rename("b", "b"));
	link("b", "hard");
	result("two links", rename("b", "hard"));
	printf("%d %d\n", access("b", F_OK), access("hard", F_OK));
	result("into a directory", rename("b", "full/b"));
	result("remove full", remove("full"));
	result("remove file", remove("full/x"));
	result("remove file", remove("full/b"));
	result("remove empty", remove("full"));
	result("remove none", remove("none"));
	symlink("nowhere", "l");
	result("rename link", rename("l", "m"));
	result("remove link", remove("m"));
	result("dot", rename(".", "x"));
	result("empty", rename("", "x"));
	result("slash", rename("hard/", "x"));
	return 0;
}
