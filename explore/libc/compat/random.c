/* random and rand with glibc's sequences: a feedback register of words that are added, or for 8 bytes of state one congruence. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

/* As glibc's struct random_data. */
struct random_data {
	int32_t *front, *rear, *state;
	int type, degree, separation;
	int32_t *end;
};

static const int degrees[] = {0, 7, 15, 31, 63}, separations[] = {0, 3, 1, 3, 1};

int random_r(struct random_data *restrict d, int32_t *restrict result)
{
	uint32_t v;

	if (!d || !result) {
		errno = EINVAL;
		return -1;
	}
	if (!d->type) {
		*result = d->state[0] = d->state[0] * 1103515245U + 12345U & 0x7fffffff;
		return 0;
	}
	v = *d->front = (uint32_t)*d->front + (uint32_t)*d->rear;
	*result = v >> 1;
	if (++d->front >= d->end) d->front = d->state;
	if (++d->rear >= d->end) d->rear = d->state;
	return 0;
}

int srandom_r(unsigned seed, struct random_data *d)
{
	int32_t word, unused;

	if (!d || d->type < 0 || d->type > 4) return -1;
	word = d->state[0] = seed ? seed : 1;
	if (!d->type) return 0;
	for (int i = 1; i < d->degree; i++) {
		/* 16807 * word modulo 2147483647, without overflow */
		word = 16807 * (word % 127773) - 2836 * (word / 127773);
		if (word < 0) word += 2147483647;
		d->state[i] = word;
	}
	d->front = d->state + d->separation;
	d->rear = d->state;
	for (int i = 0; i < 10 * d->degree; i++) random_r(d, &unused);
	return 0;
}

/* The word before the state holds the type and where the register is. */
static void leave(struct random_data *d)
{
	d->state[-1] = d->type ? (d->rear - d->state) * 5 + d->type : 0;
}

int initstate_r(unsigned seed, char *restrict space, size_t n, struct random_data *restrict d)
{
	if (!d || n < 8) {
		errno = EINVAL;
		return -1;
	}
	if (d->state) leave(d);
	d->type = n < 32 ? 0 : n < 64 ? 1 : n < 128 ? 2 : n < 256 ? 3 : 4;
	d->degree = degrees[d->type];
	d->separation = separations[d->type];
	d->state = (int32_t *)space + 1;
	d->end = d->state + d->degree;
	srandom_r(seed, d);
	leave(d);
	return 0;
}

int setstate_r(char *restrict space, struct random_data *restrict d)
{
	int32_t *state = (int32_t *)space + 1;

	if (!d || !space || state[-1] % 5 < 0) {
		errno = EINVAL;
		return -1;
	}
	leave(d);
	d->type = state[-1] % 5;
	d->degree = degrees[d->type];
	d->separation = separations[d->type];
	d->state = state;
	d->end = state + d->degree;
	if (d->type) {
		d->rear = state + state[-1] / 5;
		d->front = state + (state[-1] / 5 + d->separation) % d->degree;
	}
	return 0;
}

static int32_t first[32];
static struct random_data global;

static struct random_data *the(void)
{
	if (!global.state) initstate_r(1, (char *)first, sizeof first, &global);
	return &global;
}

long random(void)
{
	int32_t v;

	random_r(the(), &v);
	return v;
}

void srandom(unsigned seed) { srandom_r(seed, the()); }

char *initstate(unsigned seed, char *space, size_t n)
{
	char *old = (char *)(the()->state - 1);

	return initstate_r(seed, space, n, &global) ? 0 : old;
}

char *setstate(char *space)
{
	char *old = (char *)(the()->state - 1);

	return setstate_r(space, &global) ? 0 : old;
}

int rand(void) { return random(); }
void srand(unsigned seed) { srandom(seed); }

int rand_r(unsigned *seed)
{
	unsigned next = *seed, v = 0;

	for (int i = 0; i < 3; i++) {
		next = next * 1103515245 + 12345;
		v = i ? v << 10 ^ next / 65536 % 1024 : next / 65536 % 2048;
	}
	*seed = next;
	return v;
}
