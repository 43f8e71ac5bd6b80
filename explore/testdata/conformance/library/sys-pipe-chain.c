/* A chain of processes that talk by pipes and stdio. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int in = -1, status;
	char line[64];

	fflush(stdout);
	for (int stage = 0; stage < 4; stage++) {
		int p[2];
		pipe(p);
		if (fork() == 0) {
			close(p[0]);
			FILE *o = fdopen(p[1], "w"), *i = in >= 0 ? fdopen(in, "r") : NULL;
			if (!i)
				for (int k = 1; k <= 5; k++) fprintf(o, "%d\n", k);
			else
				while (fgets(line, sizeof line, i)) fprintf(o, "%d\n", atoi(line) * 2 + stage);
			fclose(o);
			_exit(stage);
		}
		close(p[1]);
		if (in >= 0) close(in);
		in = p[0];
	}
	FILE *f = fdopen(in, "r");
	while (fgets(line, sizeof line, f)) fputs(line, stdout);
	int sum = 0;
	while (wait(&status) > 0) sum += WEXITSTATUS(status);
	printf("%d\n", sum);
	return 0;
}
