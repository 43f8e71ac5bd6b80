/* exit, _exit and return from main: codes are bytes, buffers are flushed or not. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	static const int codes[] = { 0, 1, 255, 256, -1, 1000 };

	for (int i = 0; i < 6; i++)
		for (int way = 0; way < 3; way++) {
			int status;
			fflush(stdout);
			if (fork() == 0) {
				printf("way %d ", way);
				if (way == 0) exit(codes[i]);
				if (way == 1) _exit(codes[i]);
				return codes[i];
			}
			wait(&status);
			printf("%d\n", WEXITSTATUS(status));
		}
	return 300;
}
