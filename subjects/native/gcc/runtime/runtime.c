/* Linked to the program: records function calls and line counts in memory that is shared
   with whoever started it, stores options into objects, and answers confcov.h.

   The memory is the file whose descriptor CONFCOV_TRACE names; record.go describes it. What is
   recorded is there at once, so nothing is lost when a process calls _exit or is killed.

   Functions call __fentry__ and __return__, not those of -finstrument-functions, which adds blocks
   that gcov counts. Both are called with the program's registers in use: this file is compiled
   without floating-point registers, and what they call calls no library. */

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum
{
  CHUNK_CALLS = 4094,
  ON_ENTRY = 1, /* flags of functions */
  OUTSIDE = 2
};

struct process
{
  uint64_t started;
  uint64_t total;
  uint64_t digest;
  uint64_t kept;
  uint32_t first; /* chunks by number, from 1 */
  uint32_t last;
};

struct chunk
{
  uint32_t next;
  uint32_t used;
  uint32_t calls[CHUNK_CALLS];
};

struct function
{
  uint64_t address; /* 0: none */
  uint64_t hash;
  uint32_t index;
  uint32_t flags;
};

struct value
{
  uint64_t address;
  uint64_t size;  /* 0: a pointer to a copy of the text */
  uint64_t value;
  uint64_t text;  /* offset of the string that is stored instead of the value; 0: none */
};

struct held
{
  uint64_t address; /* of an object that is read where the values are stored */
  uint64_t size;    /* of it; 0: a pointer to a string */
  uint64_t room;    /* bytes at text */
  uint64_t text;    /* offset of what was read */
  uint64_t state;   /* 0: nothing yet; 1: read; 2: a null pointer */
};

struct option
{
  uint64_t name; /* offset of the string */
  uint64_t value;
};

struct header
{
  uint64_t size;      /* of the file */
  uint64_t counters;  /* offset of the counters' pages */
  uint64_t dump;      /* not 0: only write the counters for gcov */
  uint64_t max_calls; /* to keep, for each process */
  uint64_t functions; /* offset of the hash table */
  uint64_t mask;      /* its size less 1 */
  uint64_t values, value_count;
  uint64_t options, option_count;
  uint64_t returns, return_count; /* addresses, first and last, of functions at whose return the values are stored */
  uint64_t processes, process_limit;
  uint64_t chunks, chunk_limit;
  uint64_t once;
  uint64_t stored;         /* whether an option was used yet */
  uint64_t process_count;  /* processes made */
  uint64_t chunk_count;    /* chunks used */
  uint64_t fresh;          /* not 0: what was recorded until the values are stored is forgotten */
  uint64_t held, held_count;
  uint64_t unknown_option; /* 1 + offset of nothing: the program asked for an option that has no value */
};

extern char __confcov_counters_start[], __confcov_counters_end[];
void __gcov_dump(void);

static struct header* shared;
static uint64_t* self;       /* 1 + this process's number; a page that the kernel clears in a child */
static uint64_t expected;    /* 1 + the number of the child that is being made */
static char** copies;        /* of texts that are pointed to, by value */
static char* at(uint64_t offset) { return (char*) shared + offset; }

static void
before_fork(void)
{
  if (shared != NULL)
    expected = 1 + __atomic_fetch_add(&shared->process_count, 1, __ATOMIC_SEQ_CST);
}

static void
in_parent(void)
{
  expected = 0;
}

static struct process*
current(void)
{
  if (__builtin_expect(*self == 0, 0))
  {
    if (expected == 0)
      expected = 1 + __atomic_fetch_add(&shared->process_count, 1, __ATOMIC_SEQ_CST);
    *self = expected;
    expected = 0;
    if (*self <= shared->process_limit)
      ((struct process*) at(shared->processes))[*self - 1].started = 1;
  }
  if (*self > shared->process_limit)
    return NULL;
  return (struct process*) at(shared->processes) + (*self - 1);
}

static void
in_child(void)
{
  if (shared == NULL)
    return;
  *self = 0;
  current();
}

/* keep appends a call to a process's chunks. */
static void
keep(struct process* p, uint32_t index)
{
  struct chunk* c = p->last == 0 ? NULL : (struct chunk*) at(shared->chunks) + (p->last - 1);
  if (c == NULL || c->used == CHUNK_CALLS)
  {
    uint64_t n = 1 + __atomic_fetch_add(&shared->chunk_count, 1, __ATOMIC_SEQ_CST);
    if (n > shared->chunk_limit)
      return;
    if (c == NULL)
      p->first = n;
    else
      c->next = n;
    p->last = n;
    c = (struct chunk*) at(shared->chunks) + (n - 1);
  }
  c->calls[c->used++] = index;
  p->kept++;
}

/* forget forgets what was recorded until now: the counts of all processes, and the calls of this one. */
static void
forget(void)
{
  struct process* p = current();
  for (volatile char* c = __confcov_counters_start; c < __confcov_counters_end; c++)
    *c = 0;
  if (p != NULL)
  {
    p->total = p->digest = p->kept = 0;
    p->first = p->last = 0;
  }
}

/* read_held reads what the objects hold that somebody asks for. */
static void
read_held(void)
{
  struct held* h = (struct held*) at(shared->held);
  for (uint64_t i = 0; i < shared->held_count; i++, h++)
  {
    const volatile char* from = (const volatile char*) (uintptr_t) h->address;
    uint64_t size = h->size;
    if (size == 0)
    {
      from = *(const volatile char* const volatile*) (uintptr_t) h->address;
      h->state = 2;
      if (from == NULL)
        continue;
      size = h->room;
    }
    for (uint64_t b = 0; b < size && b < h->room; b++)
      if ((at(h->text)[b] = from[b]) == 0 && h->size == 0)
        break;
    h->state = 1;
  }
}

/* store puts the values into their objects. */
static void
store(void)
{
  const struct value* v = (const struct value*) at(shared->values);
  if (shared->once && shared->stored)
    return;
  if (shared->fresh && !shared->stored)
    forget();
  if (!shared->stored)
    read_held();
  shared->stored = 1;
  for (uint64_t i = 0; i < shared->value_count; i++, v++)
    if (v->text != 0 && v->size == 0)
      *(char* volatile*) (uintptr_t) v->address = copies[i];
    else
      for (uint64_t b = 0; b < v->size; b++)
        ((volatile char*) (uintptr_t) v->address)[b] = v->text != 0 ? at(v->text)[b] : (char) (v->value >> 8 * b);
}

/* copy_texts makes what pointers will point to: blocks of the heap, which the program may free. Nothing can be allocated where they are stored. */
static void
copy_texts(void)
{
  const struct value* v = (const struct value*) at(shared->values);
  if (shared->value_count == 0 || (copies = calloc(shared->value_count, sizeof *copies)) == NULL)
    return;
  for (uint64_t i = 0; i < shared->value_count; i++, v++)
    if (v->text != 0 && v->size == 0 && (copies[i] = strdup(at(v->text))) == NULL)
      _exit(126);
}

/* entered is called by __fentry__, which functions call first: by a call of 5 bytes. */
__attribute__((used)) static void
entered(uint64_t site)
{
  const struct function *table, *f;
  struct process* p;
  uint64_t address = site - 5;
  if (shared == NULL)
    return;
  table = (const struct function*) at(shared->functions);
  f = &table[(address >> 2) & shared->mask];
  while (f->address != address)
  {
    if (f->address == 0)
      return;
    f = &table[(f - table + 1) & shared->mask];
  }
  p = current();
  if (p != NULL && !(f->flags & OUTSIDE))
  {
    p->digest = (p->digest ^ f->hash) * 0x9E3779B97F4A7C15;
    if (p->total++ == p->kept && p->kept < shared->max_calls)
      keep(p, f->index);
  }
  if (f->flags & ON_ENTRY)
    store();
}

/* returned is called by __return__, which functions call last. */
__attribute__((used)) static void
returned(uint64_t site)
{
  const uint64_t* r;
  if (shared == NULL)
    return;
  r = (const uint64_t*) at(shared->returns);
  for (uint64_t i = 0; i < shared->return_count; i++, r += 2)
    if (r[0] <= site && site <= r[1])
    {
      current();
      store();
      return;
    }
}

#define STUB(name, target) \
  __asm__(".text\n.globl " name "\n.type " name ", @function\n" name ":\n" \
          "push %rax\npush %rcx\npush %rdx\npush %rsi\npush %rdi\npush %r8\npush %r9\npush %r10\npush %r11\n" \
          "mov 72(%rsp), %rdi\n" \
          "sub $8, %rsp\n" \
          "call " target "\n" \
          "add $8, %rsp\n" \
          "pop %r11\npop %r10\npop %r9\npop %r8\npop %rdi\npop %rsi\npop %rdx\npop %rcx\npop %rax\n" \
          "ret\n")

STUB("__fentry__", "entered");
STUB("__return__", "returned");

/* gcov's own writing at the end of each process: the counters are all shared, so they are written once,
   by a process started for that. */
void
__wrap___gcov_exit(void)
{
}

/* as_simulated makes the process begin as one of the simulated machine does, whatever confcov itself was started with: by nohup, in the
   background, from a server. */
static void
as_simulated(void)
{
  struct rlimit files;
  sigset_t none;
  for (int s = 1; s <= SIGRTMAX; s++)
    signal(s, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef SYS_close_range
  syscall(SYS_close_range, 3, ~0U, 0);
#endif
  umask(022);
  if (getrlimit(RLIMIT_NOFILE, &files) == 0)
  {
    if (files.rlim_max > 4096)
      files.rlim_max = 4096;
    files.rlim_cur = files.rlim_max > 1024 ? 1024 : files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
}

__attribute__((constructor(101))) static void
start(void)
{
  const char* number = getenv("CONFCOV_TRACE");
  struct header* h;
  size_t counted = __confcov_counters_end - __confcov_counters_start;
  int fd;
  if (number == NULL)
    return;
  fd = atoi(number);
  unsetenv("CONFCOV_TRACE");
  h = mmap(NULL, sizeof *h, PROT_READ, MAP_SHARED, fd, 0);
  if (h == MAP_FAILED)
    _exit(126);
  shared = mmap(NULL, h->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  munmap(h, sizeof *h);
  self = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || self == MAP_FAILED)
    _exit(126);
  if (counted > 0 && mmap(__confcov_counters_start, counted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, shared->counters) == MAP_FAILED)
    _exit(126);
  close(fd);
  if (shared->dump)
  {
    __gcov_dump();
    _exit(0);
  }
  as_simulated();
  madvise(self, 4096, MADV_WIPEONFORK); /* for children made without fork; in_child does it for the others */
  current();
  copy_texts();
  pthread_atfork(before_fork, in_parent, in_child);
}

long
confcov_symbolic_int(const char* name)
{
  const struct option* o;
  if (shared != NULL)
  {
    shared->stored = 1;
    o = (const struct option*) at(shared->options);
    for (uint64_t i = 0; i < shared->option_count; i++, o++)
      if (strcmp(at(o->name), name) == 0)
        return (long) o->value;
    shared->unknown_option = 1;
  }
  return 0;
}

int
confcov_symbolic_bool(const char* name)
{
  return (int) confcov_symbolic_int(name);
}

void
confcov_make_symbolic(void* object, unsigned long size, const char* name)
{
  long value = confcov_symbolic_int(name);
  if (size > sizeof value)
    abort();
  memcpy(object, &value, size);
}

/* The engine has no such path; status 99 as in confcov_native.c. */
void
confcov_assume(int condition)
{
  if (!condition)
    _exit(99);
}
