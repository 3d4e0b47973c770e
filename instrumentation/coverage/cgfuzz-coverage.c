/*
 * The sanitizer-coverage runtime: link this one C file into any program built with -fsanitize-coverage.
 *
 * If it starts with CGFUZZ_SERVE=main, the program becomes a server. Before main it reads requests from standard input
 * and forks for each request. The child runs main on the request's bytes, and answers with the outcome and the new
 * features. looper.h has the exception: a harness runs many inputs in one process. Otherwise this file does nothing. README.md lists the other values.
 *
 * The child looks at its own counters, because they are private copy-on-write pages. So nothing needs a reset, the
 * server never touches them, and a hundred thousand edges cost no copying. The seen features are shared memory: an
 * execution with nothing new answers with a few bytes.
 *
 * Invariant: the server allocates nothing between requests, so every child starts from the same memory.
 */
#define _GNU_SOURCE
#include "cgfuzz-coverage.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <link.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#ifdef __clang__
#define NO_COVERAGE __attribute__((no_sanitize("coverage")))
#else
#define NO_COVERAGE
#endif
#define MAX_REGIONS 64
#define MAX_MODULES 128
/* Cells of comparisons: a power of two, at least this many for each edge, so that few places share a cell. */
#define CMP_SLOTS_FOR_AN_EDGE 4u
#define MIN_CMP_BITS 12u
#define MAX_CMP_BITS 20u
/* An address between the heap of a program and its libraries, outside the shadow of every sanitizer. */
#define REQUEST_BASE ((uint8_t *)0x580000000000)
#define ARENA_BASE ((uint8_t *)0x590000000000)
#define REQUEST_LIMIT (1ull << 30)
#define ARENA_LIMIT (1ull << 32)
#define ARENA_KEEP (4ull << 20)
#define TEXT_LIMIT 65536u
#define CRASH_TEXT_ROOM 4096u
#define PROTOCOL_VERSION 3

struct region {
  uint8_t *counters;
  size_t count;
};
struct pcs {
  const uintptr_t *pairs;
  size_t count;
};

/* Memory that the server and all its children share. */
struct shared {
  struct cgfuzz_slot slots[CGFUZZ_MAX_SLOTS];
  uint32_t slot_count;
  uint64_t arena_used;
  uint32_t request_bytes;
  /* A looper's turn, its work so far, and the time at which the server kills it. */
  uint32_t looper_state, looper_inputs, looper_leaks, looper_confirmed, looper_news, is_suspected;
  uint64_t looper_wall_end, looper_hash;
};

static struct region regions[MAX_REGIONS];
static unsigned region_count;
static struct pcs pc_tables[MAX_REGIONS];
static unsigned pcs_count;
static uint8_t *guard_counters;
static uint32_t guard_count;
static uint8_t *cmp_bits; /* null until the server starts, and if nobody wants comparisons */
static size_t cmp_slots;
static unsigned cmp_shift; /* leaves as many bits of a hash as number the slots */
static size_t edge_count;
static size_t cell_count; /* edges, then comparison cells */

static struct shared *shared;
static uint8_t *seen, *masked; /* a byte for each cell: reported buckets; unstable cells */
static uint32_t request_flags;
static struct cgfuzz_slot *own_slot; /* in a child: the slot of its answer */
static uint8_t alternate_stack[256 * 1024] __attribute__((aligned(64)));
static uint64_t memory_limit_bytes;
static int memory_limit_is_known; /* after the first request */
static int return_to_main;
static int (*look_at_child)(pid_t pid); /* if set: asked now and then, says whether the child must end */
void (*cgfuzz_set_memory_limit)(uint64_t bytes);
void (*cgfuzz_at_end)(void);
int cgfuzz_coverage_held;

enum { REFUSED_BY_HARNESS = -1 }; /* the exit code of cgfuzz_refuse */
enum { FLAG_WHOLE_SET = 1, FLAG_DO_NOT_REMEMBER = 2, FLAG_WHOLE_IF_NEWS = 4 };

/* ---- shared memory ---- */

static NO_COVERAGE void die(const char *why) {
  dprintf(2, "cgfuzz coverage runtime: %s\n", why);
  _exit(97);
}

static NO_COVERAGE void *reserve(void *at, size_t bytes) {
  void *memory = mmap(at, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);
  if (memory == MAP_FAILED) die("no memory to share with children");
  return memory;
}

NO_COVERAGE void *cgfuzz_arena_take(size_t bytes, uint64_t *offset) {
  uint64_t at = __atomic_fetch_add(&shared->arena_used, (bytes + 15) & ~15ull, __ATOMIC_RELAXED);
  if (at + bytes > ARENA_LIMIT) return 0;
  *offset = at;
  return ARENA_BASE + at;
}
NO_COVERAGE uint8_t *cgfuzz_arena_at(uint64_t offset) { return ARENA_BASE + offset; }
NO_COVERAGE struct cgfuzz_slot *cgfuzz_slot_at(unsigned index) { return &shared->slots[index]; }
NO_COVERAGE unsigned cgfuzz_slot_count(void) { return shared->slot_count; }
NO_COVERAGE void cgfuzz_set_slot_count(unsigned count) { shared->slot_count = count; }

#include "callbacks.h"
#include "features.h"
#include "strays.h"
#include "children.h"

#include "provoke.h"
#include "program.h"
#include "looper.h"

__attribute__((weak)) NO_COVERAGE void cgfuzz_serve(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits) {
  serve_by_main(payload, bytes, limits);
}

#include "protocol.h"

__attribute__((constructor(101))) static NO_COVERAGE void start_early(void) {
  const char *mode = getenv("CGFUZZ_SERVE");
  if (!mode) return;
  if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE) && !getenv("CGFUZZ_NO_REEXEC")) {
    personality(personality(0xffffffff) | ADDR_NO_RANDOMIZE);
    setenv("CGFUZZ_NO_REEXEC", "1", 1);
    static char command_line[1 << 16];
    static char *arguments[1024];
    int file = open("/proc/self/cmdline", O_RDONLY);
    ssize_t bytes = file < 0 ? 0 : read(file, command_line, sizeof command_line - 1);
    close(file);
    unsigned count = 0;
    for (char *at = command_line; at < command_line + bytes && count < 1023; at += strlen(at) + 1) arguments[count++] = at;
    execv("/proc/self/exe", arguments);
  }
}

/* Runs after every other constructor, with main's own arguments: @@ becomes the input's name. */
static NO_COVERAGE void start_late(int count, char **arguments, char **environment) {
  (void)environment;
  const char *mode = getenv("CGFUZZ_SERVE");
  if (mode && strstr(mode, "main")) start_program(count, arguments);
}
__attribute__((section(".init_array.99999"), used)) static void (*late)(int, char **, char **) = start_late;
