/*
 * The functions and types of cgfuzz-coverage.c that a linked program may use.
 *
 * Most programs use nothing: linking the C file is enough. The compile server replaces the one hook, cgfuzz_serve, and
 * reports its outcomes itself. README.md describes the protocol.
 */
#ifndef CGFUZZ_COVERAGE_H
#define CGFUZZ_COVERAGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cgfuzz_outcome {
  CGFUZZ_UNSET = 0, /* the child died without a word: its wait status decides */
  CGFUZZ_OK = 1,
  CGFUZZ_REJECTED = 2, /* the input was refused, with diagnostics */
  CGFUZZ_ASSERTION = 3,
  CGFUZZ_FATAL = 4,
  CGFUZZ_SIGNAL = 5,
  CGFUZZ_STACK_OVERFLOW = 6,
  CGFUZZ_HANG = 7,
  CGFUZZ_OUT_OF_MEMORY = 8,
};

enum { CGFUZZ_MAX_SLOTS = 256, CGFUZZ_MAX_FRAMES = 48 };

struct cgfuzz_limits {
  uint32_t cpu_ms, wall_ms;
  uint64_t memory_bytes;
};

/* One answer, in memory that the server and its children share. Offsets are into cgfuzz_arena. */
struct cgfuzz_slot {
  uint8_t outcome, signal;
  int32_t exit_code;
  uint32_t cpu_us, shared_cpu_us, peak_rss_kib;
  uint32_t hit_count;
  uint64_t hash;
  uint64_t news_offset, all_offset, text_offset, output_offset;
  uint32_t news_count, all_bytes, text_bytes, frame_count;
  uint64_t output_bytes;
  uint64_t frames[CGFUZZ_MAX_FRAMES];
};

/* Serves a request; the weak default runs the program's own main once on the payload. */
void cgfuzz_serve(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits);

/* Reads requests until end of file. Returns only in a child that must now run the program. */
void cgfuzz_loop(int in, int out);

struct cgfuzz_slot *cgfuzz_slot_at(unsigned index);
unsigned cgfuzz_slot_count(void);
void cgfuzz_set_slot_count(unsigned count);

/*
 * Forks; body runs in the child under the limits and ends it with cgfuzz_finish. The caller waits for the child's end.
 */
void cgfuzz_supervise(struct cgfuzz_slot *slot, const struct cgfuzz_limits *limits, void (*body)(void *), void *argument);

/* In a child: writes the features and the outcome to its slot, and ends the process. */
__attribute__((noreturn)) void cgfuzz_finish(enum cgfuzz_outcome outcome, int exit_code);
/* The same as cgfuzz_finish, after recording a text and the stack of the caller. */
__attribute__((noreturn)) void cgfuzz_crash(enum cgfuzz_outcome outcome, const char *text);
void cgfuzz_append_text(const char *text, size_t bytes);

/* In a program's own process: a child runs the code after the call for each input. Without a server it does nothing. */
void cgfuzz_ready(void);
/* In a child: ends with a refusal that is not worth keeping; a harness says it by -1. Without a server it returns. */
void cgfuzz_refuse(void);

/*
 * Before cgfuzz_ready: one process may run many inputs by this function, which returns 1 for an input that it refuses. Null
 * means that each input has a process of its own.
 */
void cgfuzz_loop_over(int (*run)(const uint8_t *data, size_t size));

/* Room for this request in memory shared with the server. Null if the memory is full. */
void *cgfuzz_arena_take(size_t bytes, uint64_t *offset);
uint8_t *cgfuzz_arena_at(uint64_t offset);

/* Set by an allocator that keeps the memory limit itself; otherwise RLIMIT_DATA keeps it. */
extern void (*cgfuzz_set_memory_limit)(uint64_t bytes);

/* If set, the server calls it after the engine has closed the pipe. */
extern void (*cgfuzz_at_end)(void);

/* Nonzero: the runtime reports no features, because the running code says nothing about the input. */
extern int cgfuzz_coverage_held;

/* Sets all counters to zero: earlier code belongs to no input. */
void cgfuzz_clear(void);

#ifdef __cplusplus
}
#endif
#endif
