/* What a single thread may do with locks and cleanup; globs for directories; a datagram that is too large. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <glob.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void clean(void *p) { printf("clean %s\n", (char *)p); }
static void once(void) { puts("once"); }

int main(void)
{
	static char large[66000];
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t c = PTHREAD_COND_INITIALIZER;
	pthread_once_t o = PTHREAD_ONCE_INIT;
	struct timespec past = { 0, 0 };
	sem_t s;
	glob_t g;

	printf("%d", pthread_mutex_lock(&m));
	printf(" %d", pthread_mutex_timedlock(&m, &past));
	printf(" %d", pthread_cond_timedwait(&c, &m, &past));
	printf(" %d", pthread_mutex_unlock(&m));
	printf(" %d\n", pthread_cond_broadcast(&c));
	pthread_once(&o, once);
	pthread_once(&o, once);
	sem_init(&s, 0, 1);
	printf("%d %d", sem_trywait(&s), sem_trywait(&s));
	printf(" %d\n", errno);
	pthread_cleanup_push(clean, "first");
	pthread_cleanup_push(clean, "second");
	pthread_cleanup_pop(1);
	pthread_cleanup_pop(0);
	mkdir("dir", 0755);
	mkdir("dir2", 0755);
	fclose(fopen("different", "w"));
	printf("%d", glob("di*", GLOB_ONLYDIR, NULL, &g));
	for (int i = 0; i < g.gl_pathc; i++) printf(" %s", g.gl_pathv[i]);
	printf(" %d\n", !!(g.gl_flags & GLOB_MAGCHAR));
	globfree(&g);
	printf("%d", glob("diff*", GLOB_ONLYDIR, NULL, &g));
	printf(" %d", glob("dir", 0, NULL, &g));
	printf(" %d\n", !!(g.gl_flags & GLOB_MAGCHAR));
	globfree(&g);
	struct sockaddr_in to = { AF_INET, htons(9), { htonl(INADDR_LOOPBACK) } };
	printf("%zd", sendto(socket(AF_INET, SOCK_DGRAM, 0), large, sizeof large, 0, (struct sockaddr *)&to, sizeof to));
	printf(" %d\n", errno);
	return 0;
}
