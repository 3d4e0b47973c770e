/*
 * The sanitizer-coverage runtime: link this one C file into any program built with -fsanitize-coverage.
 *
 * Started with CGFUZZ_SERVE=1, the program becomes a server: before main it reads requests from standard
 * input, forks for each, lets the child run main on the request's bytes, and answers with the outcome and
 * the features that are new. Started plainly, it does nothing.
 *
 * Why the child looks at its own counters: they are private copy-on-write pages, so nothing has to be
 * reset, the server never touches them, and a hundred thousand edges cost no copying. What has been seen
 * is shared memory: an execution with nothing new answers with a few bytes.
 *
 * Invariant: the server allocates nothing between requests, so every child starts from the same memory.
 */
#define _GNU_SOURCE
#include "cgfuzz-coverage.h"
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
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
#define CMP_SLOTS (1u << 20)
#define REQUEST_BASE ((uint8_t *)0x100000000000)
#define ARENA_BASE ((uint8_t *)0x110000000000)
#define REQUEST_LIMIT (1ull << 30)
#define ARENA_LIMIT (1ull << 32)
#define ARENA_KEEP (4ull << 20)
#define TEXT_LIMIT 65536u
#define PROTOCOL_VERSION 1

struct region {
  uint8_t *counters;
  size_t count;
};
struct pcs {
  const uintptr_t *pairs;
  size_t count;
};

/* Shared by the server and all its children. */
struct shared {
  struct cgfuzz_slot slots[CGFUZZ_MAX_SLOTS];
  uint32_t slot_count;
  uint64_t arena_used;
};

static struct region regions[MAX_REGIONS];
static unsigned region_count;
static struct pcs pc_tables[MAX_REGIONS];
static unsigned pcs_count;
static uint8_t *guard_counters;
static uint32_t guard_count;
static uint8_t *cmp_bits;
static int cmp_used;
static size_t edge_count;
static size_t cell_count; /* edges, then comparison cells */

static struct shared *shared;
static uint8_t *seen, *masked; /* a byte a cell: buckets already reported; cells that are not stable */
static uint32_t request_flags;
static struct cgfuzz_slot *own_slot; /* in a child: where its answer goes */
static uint8_t alternate_stack[256 * 1024] __attribute__((aligned(64)));
static uint64_t memory_limit_bytes;
void (*cgfuzz_set_memory_limit)(uint64_t bytes);
void (*cgfuzz_at_end)(void);
int cgfuzz_coverage_held;

enum { FLAG_WHOLE_SET = 1, FLAG_DO_NOT_REMEMBER = 2 };

/* ---- what the instrumented code calls ---- */

NO_COVERAGE void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
  for (unsigned i = 0; i < region_count; i++)
    if (regions[i].counters == start) return;
  if (start == stop || region_count == MAX_REGIONS) return;
  regions[region_count++] = (struct region){start, (size_t)(stop - start)};
}

NO_COVERAGE void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
  for (unsigned i = 0; i < pcs_count; i++)
    if (pc_tables[i].pairs == start) return;
  if (start == stop || pcs_count == MAX_REGIONS) return;
  pc_tables[pcs_count++] = (struct pcs){start, (size_t)(stop - start) / 2};
}

NO_COVERAGE void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  if (start == stop || *start) return;
  uint32_t more = (uint32_t)(stop - start);
  size_t old_bytes = guard_count, new_bytes = guard_count + more + 1;
  uint8_t *bigger = mmap(0, new_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bigger == MAP_FAILED) return;
  if (guard_counters) memcpy(bigger, guard_counters, old_bytes);
  guard_counters = bigger;
  for (uint32_t *guard = start; guard < stop; guard++) *guard = ++guard_count;
}

NO_COVERAGE void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { guard_counters[*guard]++; }

/* A comparison cell is a byte for a place in the program; its bits say how close the operands came. */
static inline NO_COVERAGE uint32_t cell_of(uintptr_t place) {
  return (uint32_t)((place * 0x9E3779B97F4A7C15ull) >> 44);
}
static inline NO_COVERAGE void compared(uintptr_t place, uint64_t a, uint64_t b) {
  if (!cmp_bits) return;
  unsigned different = (unsigned)__builtin_popcountll(a ^ b);
  unsigned bit = different == 0 ? 0 : 32 - (unsigned)__builtin_clz(different); /* 0, 1, 2-3, 4-7, ... 64 */
  cmp_bits[cell_of(place)] |= (uint8_t)(1u << bit);
}
#define PLACE ((uintptr_t)__builtin_return_address(0))
NO_COVERAGE void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_const_cmp1(uint8_t a, uint8_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
  if (!cmp_bits) return;
  uint64_t taken = 0;
  while (taken < cases[0] && cases[2 + taken] != value) taken++;
  cmp_bits[cell_of(PLACE + (taken >> 3) + 1)] |= (uint8_t)(1u << (taken & 7));
}
NO_COVERAGE void __sanitizer_cov_trace_div4(uint32_t value) { (void)value; }
NO_COVERAGE void __sanitizer_cov_trace_div8(uint64_t value) { (void)value; }
NO_COVERAGE void __sanitizer_cov_trace_gep(uintptr_t index) { (void)index; }
NO_COVERAGE void __sanitizer_cov_trace_pc_indir(uintptr_t callee) { (void)callee; }

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

/* ---- features ---- */

static inline NO_COVERAGE unsigned bucket_of(uint8_t hits) {
  return hits < 4 ? hits - 1u : hits < 8 ? 3 : hits < 16 ? 4 : hits < 32 ? 5 : hits < 128 ? 6 : 7;
}

struct scan {
  struct cgfuzz_slot *slot;
  uint32_t *list; /* where the listed features go */
  uint32_t listed;
  int whole, remember;
};

static inline NO_COVERAGE void see(struct scan *scan, size_t cell, unsigned bucket) {
  struct cgfuzz_slot *slot = scan->slot;
  uint32_t feature = (uint32_t)(cell * 8 + bucket);
  if (scan->whole) {
    scan->list[scan->listed++] = feature;
    return;
  }
  slot->hit_count++;
  slot->hash = (slot->hash ^ feature) * 0x100000001B3ull;
  slot->hash ^= slot->hash >> 29;
  if (!(seen[cell] & (1u << bucket))) {
    scan->list[scan->listed++] = feature;
    if (scan->remember) seen[cell] |= (uint8_t)(1u << bucket);
  }
}

/* Calls see for every counter that is not zero; whole words of zeros, nearly all, are skipped. */
static NO_COVERAGE void scan_counters(struct scan *scan, const uint8_t *counters, size_t count, size_t first, int bits) {
  size_t i = 0;
  while (i < count) {
    if (((uintptr_t)(counters + i) & 7) == 0) {
      while (i + 32 <= count) {
        const uint64_t *word = (const uint64_t *)(const void *)(counters + i);
        if (word[0] | word[1] | word[2] | word[3]) break;
        i += 32;
      }
      if (i >= count) break;
    }
    uint8_t value = counters[i];
    if (value && !masked[first + i]) {
      if (!bits) see(scan, first + i, bucket_of(value));
      else for (unsigned bit = 0; bit < 8; bit++)
        if (value & (1u << bit)) see(scan, first + i, bit);
    }
    i++;
  }
}

static NO_COVERAGE void scan_all(struct scan *scan) {
  size_t first = 0;
  for (unsigned i = 0; i < region_count; i++) {
    scan_counters(scan, regions[i].counters, regions[i].count, first, 0);
    first += regions[i].count;
  }
  if (guard_count) scan_counters(scan, guard_counters + 1, guard_count, first, 0);
  if (cmp_used) scan_counters(scan, cmp_bits, CMP_SLOTS, edge_count, 1);
}

/* Only one child runs at a time: it may write straight behind what is taken, then take as much. */
static NO_COVERAGE uint32_t list_features(struct scan *scan, uint64_t *offset) {
  scan->listed = 0;
  if (shared->arena_used + cell_count * 32 > ARENA_LIMIT) return 0;
  scan->list = (uint32_t *)(void *)(ARENA_BASE + shared->arena_used);
  scan_all(scan);
  cgfuzz_arena_take(4ull * scan->listed, offset);
  return scan->listed;
}

static NO_COVERAGE void collect(struct cgfuzz_slot *slot, int remember) {
  struct scan scan = {slot, 0, 0, 0, remember};
  slot->hit_count = 0;
  slot->hash = 0xCBF29CE484222325ull;
  if (cgfuzz_coverage_held) return;
  slot->news_count = list_features(&scan, &slot->news_offset);
  scan.whole = 1;
  slot->all_count = request_flags & FLAG_WHOLE_SET ? list_features(&scan, &slot->all_offset) : 0;
}

NO_COVERAGE void cgfuzz_clear(void) {
  for (unsigned i = 0; i < region_count; i++) memset(regions[i].counters, 0, regions[i].count);
  if (guard_counters) memset(guard_counters, 0, guard_count + 1);
  if (cmp_bits) memset(cmp_bits, 0, CMP_SLOTS);
}

/* ---- how a child ends ---- */

/* A text is cut at TEXT_LIMIT: what a person or a search for duplicates needs stands at its start. */
NO_COVERAGE void cgfuzz_append_text(const char *text, size_t bytes) {
  if (!own_slot || !bytes) return;
  if (!own_slot->text_offset && !cgfuzz_arena_take(TEXT_LIMIT, &own_slot->text_offset)) return;
  if (bytes > TEXT_LIMIT - own_slot->text_bytes) bytes = TEXT_LIMIT - own_slot->text_bytes;
  memcpy(cgfuzz_arena_at(own_slot->text_offset) + own_slot->text_bytes, text, bytes);
  own_slot->text_bytes += (uint32_t)bytes;
}

NO_COVERAGE void cgfuzz_finish(enum cgfuzz_outcome outcome, int exit_code) {
  static int finishing;
  if (own_slot && !finishing++) {
    struct itimerval off = {{0, 0}, {0, 0}};
    setitimer(ITIMER_PROF, &off, 0);
    /* When a run ended for lack of time or memory, where it stood is chance: nothing to learn from. */
    collect(own_slot, outcome != CGFUZZ_HANG && outcome != CGFUZZ_OUT_OF_MEMORY && !(request_flags & FLAG_DO_NOT_REMEMBER));
    own_slot->exit_code = exit_code;
    __atomic_store_n(&own_slot->outcome, (uint8_t)outcome, __ATOMIC_RELEASE);
  }
  _exit(0);
}

static NO_COVERAGE _Unwind_Reason_Code on_frame(struct _Unwind_Context *context, void *argument) {
  struct cgfuzz_slot *slot = argument;
  if (slot->frame_count == CGFUZZ_MAX_FRAMES) return _URC_END_OF_STACK;
  slot->frames[slot->frame_count++] = _Unwind_GetIP(context);
  return _URC_NO_REASON;
}

NO_COVERAGE void cgfuzz_crash(enum cgfuzz_outcome outcome, const char *text) {
  if (text) cgfuzz_append_text(text, strlen(text));
  if (own_slot) {
    own_slot->frame_count = 0;
    _Unwind_Backtrace(on_frame, own_slot);
  }
  cgfuzz_finish(outcome, 0);
}

static NO_COVERAGE void on_signal(int signal_number, siginfo_t *info, void *context) {
  static volatile int inside;
  if (!own_slot || inside++) _exit(98); /* a fault while unwinding: report what is known by the status */
  own_slot->signal = (uint8_t)signal_number;
  if (signal_number == SIGPROF) cgfuzz_crash(CGFUZZ_HANG, 0);
  uintptr_t stack = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
  uintptr_t address = (uintptr_t)info->si_addr;
  int overflow = signal_number == SIGSEGV && info->si_code > 0 && address + (1u << 16) > stack && address < stack + (1u << 16);
  own_slot->outcome = overflow ? CGFUZZ_STACK_OVERFLOW : CGFUZZ_SIGNAL; /* in case unwinding faults */
  cgfuzz_crash(overflow ? CGFUZZ_STACK_OVERFLOW : CGFUZZ_SIGNAL, 0);
}

/* Replaces the C library's: the text and the stack of a failed assertion are the finding. */
NO_COVERAGE void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  char text[4096];
  snprintf(text, sizeof text, "%s:%u: %s: Assertion `%s' failed.", file, line, function, expression);
  if (own_slot) cgfuzz_crash(CGFUZZ_ASSERTION, text);
  dprintf(2, "%s\n", text);
  abort();
}

static NO_COVERAGE void on_exit_of_program(int status, void *argument) {
  (void)argument;
  if (own_slot) cgfuzz_finish(status == 0 ? CGFUZZ_OK : CGFUZZ_REJECTED, status);
}

/* ---- one child ---- */

static NO_COVERAGE void become_child(struct cgfuzz_slot *slot, const struct cgfuzz_limits *limits, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(99);
  own_slot = slot;
  static const int caught[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGPROF};
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, 0);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++) sigaction(caught[i], &action, 0);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  memory_limit_bytes = limits->memory_bytes;
  if (limits->memory_bytes) {
    if (cgfuzz_set_memory_limit) cgfuzz_set_memory_limit(limits->memory_bytes);
    else {
      struct rlimit data = {limits->memory_bytes, limits->memory_bytes};
      setrlimit(RLIMIT_DATA, &data);
    }
  }
  if (limits->cpu_ms) {
    struct itimerval timer = {{0, 0}, {limits->cpu_ms / 1000, (limits->cpu_ms % 1000) * 1000}};
    setitimer(ITIMER_PROF, &timer, 0);
  }
}

static NO_COVERAGE uint64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Waits for the child's end, at most wall_ms; then kills it. True when it had to be killed. */
static NO_COVERAGE int wait_for(pid_t pid, uint32_t wall_ms, int *status, struct rusage *usage) {
  int killed = 0;
  if (wall_ms) {
    int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    uint64_t end = now_ms() + wall_ms, now;
    struct pollfd waiting = {descriptor, POLLIN, 0};
    int ready = 0;
    while (descriptor >= 0 && ready <= 0 && (now = now_ms()) < end) ready = poll(&waiting, 1, (int)(end - now));
    if (descriptor >= 0) close(descriptor);
    if (descriptor >= 0 && ready <= 0) {
      kill(pid, SIGKILL);
      killed = 1;
    }
  }
  while (wait4(pid, status, 0, usage) < 0 && errno == EINTR) {}
  return killed;
}

static NO_COVERAGE void judge(struct cgfuzz_slot *slot, int killed, int status, const struct rusage *usage) {
  slot->cpu_us = (uint32_t)((usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
  slot->peak_rss_kib = (uint32_t)usage->ru_maxrss;
  if (killed) slot->outcome = CGFUZZ_HANG;
  int near_limit = !cgfuzz_set_memory_limit && memory_limit_bytes && (uint64_t)usage->ru_maxrss * 1024 > memory_limit_bytes - memory_limit_bytes / 8;
  if (slot->outcome == CGFUZZ_UNSET) {
    if (WIFSIGNALED(status)) {
      slot->outcome = WTERMSIG(status) == SIGKILL ? CGFUZZ_OUT_OF_MEMORY : CGFUZZ_SIGNAL; /* nobody else kills: the kernel was short of memory */
      slot->signal = (uint8_t)WTERMSIG(status);
    } else {
      slot->exit_code = WEXITSTATUS(status);
      slot->outcome = slot->exit_code ? CGFUZZ_REJECTED : CGFUZZ_OK;
    }
  }
  if (near_limit && slot->outcome != CGFUZZ_OK && slot->outcome != CGFUZZ_HANG) slot->outcome = CGFUZZ_OUT_OF_MEMORY;
}

static NO_COVERAGE void prepare(struct cgfuzz_slot *slot) {
  slot->outcome = CGFUZZ_UNSET;
  slot->signal = 0;
  slot->exit_code = 0;
  slot->cpu_us = slot->shared_cpu_us = slot->peak_rss_kib = slot->hit_count = 0;
  slot->news_count = slot->all_count = slot->text_bytes = slot->frame_count = 0;
  slot->text_offset = slot->output_bytes = slot->output_offset = 0;
  slot->hash = 0;
}

NO_COVERAGE void cgfuzz_supervise(struct cgfuzz_slot *slot, const struct cgfuzz_limits *limits, void (*body)(void *), void *argument) {
  prepare(slot);
  memory_limit_bytes = limits->memory_bytes;
  pid_t parent = getpid(), pid = fork();
  if (pid < 0) {
    slot->outcome = CGFUZZ_OUT_OF_MEMORY;
    return;
  }
  if (pid == 0) {
    become_child(slot, limits, parent);
    body(argument);
    cgfuzz_finish(CGFUZZ_OK, 0);
  }
  int status = 0, killed;
  struct rusage usage;
  killed = wait_for(pid, limits->wall_ms, &status, &usage);
  judge(slot, killed, status, &usage);
}

/* ---- any program: main runs on the request's bytes ---- */

static int input_file = -1; /* a memory file: standard input of the child, and what @@ names */
static int return_to_main;

static NO_COVERAGE void serve_by_main(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits) {
  struct cgfuzz_slot *slot = cgfuzz_slot_at(0);
  cgfuzz_set_slot_count(1);
  prepare(slot);
  if (ftruncate(input_file, 0) || pwrite(input_file, payload, bytes, 0) != (ssize_t)bytes) die("cannot hand over the input");
  memory_limit_bytes = limits->memory_bytes;
  pid_t parent = getpid(), pid = fork();
  if (pid == 0) {
    become_child(slot, limits, parent);
    int quiet = open("/dev/null", O_WRONLY);
    lseek(input_file, 0, SEEK_SET);
    dup2(input_file, 0);
    dup2(quiet, 1);
    dup2(quiet, 2);
    on_exit(on_exit_of_program, 0);
    return_to_main = 1;
    return;
  }
  int status = 0;
  struct rusage usage;
  int killed = wait_for(pid, limits->wall_ms, &status, &usage);
  judge(slot, killed, status, &usage);
}

__attribute__((weak)) NO_COVERAGE void cgfuzz_serve(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits) {
  serve_by_main(payload, bytes, limits);
}

/* ---- the protocol ---- */

static int out_descriptor;

static NO_COVERAGE int read_all(int from, void *to, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    ssize_t got = read(from, (char *)to + done, bytes - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    done += (size_t)got;
  }
  return 1;
}
static NO_COVERAGE void write_all(const void *from, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    ssize_t put = write(out_descriptor, (const char *)from + done, bytes - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) _exit(0); /* nobody listens any more */
    done += (size_t)put;
  }
}

struct __attribute__((packed)) answer_head {
  uint32_t bytes;
  uint8_t type, outcome, signal, last;
  int32_t exit_code;
  uint32_t cpu_us, shared_cpu_us, peak_rss_kib, hit_count;
  uint64_t hash;
  uint32_t news_count, all_count, text_bytes, frame_count;
  uint64_t output_bytes;
};

static NO_COVERAGE void send_answer(const struct cgfuzz_slot *slot, int last) {
  struct answer_head head = {0};
  uint64_t body = 8ull * slot->frame_count + 4ull * slot->news_count + 4ull * slot->all_count + slot->text_bytes + slot->output_bytes;
  head.bytes = (uint32_t)(sizeof head - 4 + body);
  head.type = 1;
  head.outcome = slot->outcome;
  head.signal = slot->signal;
  head.last = (uint8_t)last;
  head.exit_code = slot->exit_code;
  head.cpu_us = slot->cpu_us;
  head.shared_cpu_us = slot->shared_cpu_us;
  head.peak_rss_kib = slot->peak_rss_kib;
  head.hit_count = slot->hit_count;
  head.hash = slot->hash;
  head.news_count = slot->news_count;
  head.all_count = slot->all_count;
  head.text_bytes = slot->text_bytes;
  head.frame_count = slot->frame_count;
  head.output_bytes = slot->output_bytes;
  uint8_t small[65536];
  if (sizeof head + body <= sizeof small) { /* the common case: one write */
    uint8_t *to = small;
#define PUT(from, bytes) (memcpy(to, from, bytes), to += (bytes))
    PUT(&head, sizeof head);
    PUT(slot->frames, 8ull * slot->frame_count);
    PUT(cgfuzz_arena_at(slot->news_offset), 4ull * slot->news_count);
    PUT(cgfuzz_arena_at(slot->all_offset), 4ull * slot->all_count);
    PUT(cgfuzz_arena_at(slot->text_offset), slot->text_bytes);
    PUT(cgfuzz_arena_at(slot->output_offset), slot->output_bytes);
    write_all(small, (size_t)(to - small));
    return;
  }
  write_all(&head, sizeof head);
  write_all(slot->frames, 8ull * slot->frame_count);
  write_all(cgfuzz_arena_at(slot->news_offset), 4ull * slot->news_count);
  write_all(cgfuzz_arena_at(slot->all_offset), 4ull * slot->all_count);
  write_all(cgfuzz_arena_at(slot->text_offset), slot->text_bytes);
  write_all(cgfuzz_arena_at(slot->output_offset), slot->output_bytes);
}

static NO_COVERAGE void execute(const uint8_t *body, size_t bytes) {
  struct cgfuzz_limits limits;
  if (bytes < 20) die("a request is too short");
  memcpy(&request_flags, body, 4);
  memcpy(&limits.cpu_ms, body + 4, 4);
  memcpy(&limits.wall_ms, body + 8, 4);
  memcpy(&limits.memory_bytes, body + 12, 8);
  shared->arena_used = 64; /* so that no offset is zero */
  shared->slot_count = 0;
  cgfuzz_serve(body + 20, bytes - 20, &limits);
  if (return_to_main) return;
  for (unsigned i = 0; i < shared->slot_count; i++) send_answer(&shared->slots[i], i + 1 == shared->slot_count);
  if (shared->arena_used > ARENA_KEEP) madvise(ARENA_BASE + ARENA_KEEP, ((shared->arena_used < ARENA_LIMIT ? shared->arena_used : ARENA_LIMIT) - ARENA_KEEP + 4095) & ~4095ull, MADV_REMOVE);
}

static NO_COVERAGE void set_mask(const uint8_t *body, size_t bytes) {
  for (size_t i = 0; i + 4 <= bytes; i += 4) {
    uint32_t cell;
    memcpy(&cell, body + i, 4);
    if (cell < cell_count) masked[cell] = 1;
  }
}

static NO_COVERAGE void set_seen(const uint8_t *body, size_t bytes) {
  memcpy(seen, body, bytes < cell_count ? bytes : cell_count);
}

struct module_search {
  uintptr_t address, base;
  char path[4096];
};
static NO_COVERAGE int on_module(struct dl_phdr_info *info, size_t size, void *argument) {
  struct module_search *search = argument;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && search->address >= start && search->address < start + info->dlpi_phdr[i].p_memsz) {
      search->base = info->dlpi_addr;
      snprintf(search->path, sizeof search->path, "%s", info->dlpi_name);
      return 1;
    }
  }
  return 0;
}

/* For each table: path and base of its module, then pc and flags of every edge. */
static NO_COVERAGE void send_pcs(void) {
  uint64_t total = 5;
  static struct module_search modules[MAX_REGIONS];
  for (unsigned i = 0; i < pcs_count; i++) {
    modules[i].address = pc_tables[i].pairs[0];
    dl_iterate_phdr(on_module, &modules[i]);
    if (!modules[i].path[0] && readlink("/proc/self/exe", modules[i].path, sizeof modules[i].path - 1) < 0) modules[i].path[0] = 0;
    total += 4 + strlen(modules[i].path) + 8 + 4 + 16 * pc_tables[i].count;
  }
  uint32_t length = (uint32_t)total;
  uint8_t type = 2;
  write_all(&length, 4);
  write_all(&type, 1);
  write_all(&pcs_count, 4);
  for (unsigned i = 0; i < pcs_count; i++) {
    uint32_t path_bytes = (uint32_t)strlen(modules[i].path), count = (uint32_t)pc_tables[i].count;
    uint64_t base = modules[i].base;
    write_all(&path_bytes, 4);
    write_all(modules[i].path, path_bytes);
    write_all(&base, 8);
    write_all(&count, 4);
    write_all(pc_tables[i].pairs, 16ull * count);
  }
}

static NO_COVERAGE void send_hello(void) {
  struct __attribute__((packed)) {
    uint32_t bytes;
    uint8_t type, version, cmp;
    uint32_t edges, cells;
  } hello = {11, 0, PROTOCOL_VERSION, (uint8_t)cmp_used, (uint32_t)edge_count, (uint32_t)cell_count};
  write_all(&hello, sizeof hello);
}

NO_COVERAGE void cgfuzz_loop(int in, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN); /* Ctrl-C is the engine's business: it closes the pipe when it is done */
  out_descriptor = out;
  for (unsigned i = 0; i < region_count; i++) edge_count += regions[i].count;
  edge_count += guard_count;
  cell_count = edge_count + (cmp_used ? CMP_SLOTS : 0);
  shared = reserve(0, sizeof *shared);
  seen = reserve(0, cell_count + 1);
  masked = reserve(0, cell_count + 1);
  uint8_t *request = mmap(REQUEST_BASE, REQUEST_LIMIT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (request != REQUEST_BASE) die("no room for requests");
  reserve(ARENA_BASE, ARENA_LIMIT);
  cgfuzz_clear();
  send_hello();
  uint32_t length;
  while (read_all(in, &length, 4)) {
    if (length == 0 || length > REQUEST_LIMIT) die("a request is too long");
    if (!read_all(in, request, length)) break;
    switch (request[0]) {
    case 1: execute(request + 1, length - 1); break;
    case 2: send_pcs(); break;
    case 3: set_mask(request + 1, length - 1); break;
    case 4: set_seen(request + 1, length - 1); break;
    default: die("unknown request");
    }
    if (return_to_main) return;
    if (length > ARENA_KEEP) madvise(request + ARENA_KEEP, (length - ARENA_KEEP + 4095) & ~4095ull, MADV_DONTNEED);
  }
  if (cgfuzz_at_end) cgfuzz_at_end();
  _exit(0);
}

/* Comparison cells are wanted when the program was built with trace-cmp: the engine says so. */
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
  if (strstr(mode, "cmp")) {
    cmp_bits = mmap(0, CMP_SLOTS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cmp_used = cmp_bits != MAP_FAILED;
  }
}

/* Runs after every other constructor, with main's own arguments: @@ becomes the input's name. */
static NO_COVERAGE void start_late(int count, char **arguments, char **environment) {
  (void)environment;
  const char *mode = getenv("CGFUZZ_SERVE");
  if (!mode || !strstr(mode, "main")) return;
  input_file = memfd_create("cgfuzz-input", 0);
  if (input_file < 0) die("no memory file for the input");
  static char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", input_file);
  for (int i = 1; i < count; i++)
    if (!strcmp(arguments[i], "@@")) arguments[i] = name;
  int in = fcntl(0, F_DUPFD_CLOEXEC, 100), out = fcntl(1, F_DUPFD_CLOEXEC, 100);
  cgfuzz_loop(in, out); /* comes back in a child, which then runs main */
  close(in);
  close(out);
}
__attribute__((section(".init_array.99999"), used)) static void (*late)(int, char **, char **) = start_late;
