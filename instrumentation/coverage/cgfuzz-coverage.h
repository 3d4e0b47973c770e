/*
 * What a program linked with cgfuzz-coverage.c may use of it.
 *
 * Most programs use nothing: linking the C file is enough. The compile server replaces the one hook,
 * cgfuzz_serve, and reports its outcomes itself. README.md describes the protocol.
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

/* One answer, in memory shared by the server and its children. Offsets are into cgfuzz_arena. */
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

/* Requests are served here; the weak default runs the program's own main once on the payload. */
void cgfuzz_serve(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits);

/* Reads requests until end of file. Returns only in a child that must now run the program. */
void cgfuzz_loop(int in, int out);

struct cgfuzz_slot *cgfuzz_slot_at(unsigned index);
unsigned cgfuzz_slot_count(void);
void cgfuzz_set_slot_count(unsigned count);

/* Forks; body runs in the child under the limits and ends it with cgfuzz_finish. Waits for its end. */
void cgfuzz_supervise(struct cgfuzz_slot *slot, const struct cgfuzz_limits *limits, void (*body)(void *), void *argument);

/* In a child: writes the features and the outcome to its slot, and ends the process. */
__attribute__((noreturn)) void cgfuzz_finish(enum cgfuzz_outcome outcome, int exit_code);
/* The same after recording a text and the stack of the caller. */
__attribute__((noreturn)) void cgfuzz_crash(enum cgfuzz_outcome outcome, const char *text);
void cgfuzz_append_text(const char *text, size_t bytes);

/* In a program's own process: what is behind the call is run for each input, in a child. Does nothing if nobody serves. */
void cgfuzz_ready(void);
/* In a child: ends with a refusal that is not worth keeping, as a harness says it by -1. Comes back if nobody serves. */
void cgfuzz_refuse(void);

/* Room in memory shared with the server, for this request. Null when it is full. */
void *cgfuzz_arena_take(size_t bytes, uint64_t *offset);
uint8_t *cgfuzz_arena_at(uint64_t offset);

/* Set by an allocator that keeps the memory limit itself; otherwise RLIMIT_DATA does. */
extern void (*cgfuzz_set_memory_limit)(uint64_t bytes);

/* Called in the server when the engine has closed the pipe, if set. */
extern void (*cgfuzz_at_end)(void);

/* While this is set no features are reported: what runs now says nothing about the input. */
extern int cgfuzz_coverage_held;

/* Sets all counters to zero: what ran until now belongs to no input. */
void cgfuzz_clear(void);

#ifdef __cplusplus
}
#endif
#endif
