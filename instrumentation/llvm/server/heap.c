/*
 * The compile server's heap: size classes over one reserved range of addresses.
 *
 * A compile runs in a fork and never gives memory back, so only speed at the start of life counts. So there are huge
 * pages instead of one fault for each 4 KiB, no headers, and no locks while there is one thread. The heap keeps the
 * memory limit itself, so a lack of memory shows at its cause, the same every time.
 *
 * Invariant: addresses depend only on the sequence of calls (no randomness, no time). LLVM hashes and orders pointers,
 * and coverage must not change from run to run.
 */
#define _GNU_SOURCE
#include "../../coverage/cgfuzz-coverage.h"
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#define BASE ((char *)0x200000000000)
#define RESERVED (64ull << 30)
#define SPAN_SHIFT 16
#define SPAN (1ull << SPAN_SHIFT)
#define SPANS (RESERVED >> SPAN_SHIFT)
#define CLASSES 40
#define LARGE 255       /* first span of a block of whole spans */
#define HUGE_PAGE (2ull << 20)

struct block {
  struct block *next;
};

static struct block *free_blocks[CLASSES];
static char *fresh[CLASSES], *fresh_end[CLASSES];
static unsigned char class_of_span[SPANS];
static unsigned spans_of_large[SPANS];
static unsigned next_span;
static unsigned limit_span = (unsigned)SPANS;
static struct block *free_large[64]; /* by log2 of their spans */
static atomic_flag lock = ATOMIC_FLAG_INIT;

static unsigned class_of(size_t bytes) {
  if (bytes <= 16) return 0;
  if (bytes <= 128) return (unsigned)((bytes + 15) / 16 - 1); /* 0..7: 16 to 128 */
  unsigned top = 63 - (unsigned)__builtin_clzll(bytes - 1);  /* four classes a doubling above */
  return 8 + (top - 7) * 4 + (unsigned)(((bytes - 1) >> (top - 2)) & 3);
}
static size_t size_of_class(unsigned class) {
  if (class < 8) return 16 * (class + 1);
  unsigned above = class - 8;
  return (size_t)(5 + above % 4) << (above / 4 + 5);
}
#define LARGEST 32768 /* class 39 */

static inline int take_lock(void) {
  if (__libc_single_threaded) return 0;
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {}
  return 1;
}
static inline void release_lock(int taken) {
  if (taken) atomic_flag_clear_explicit(&lock, memory_order_release);
}

static void reserve_all(void) {
  void *memory = mmap(BASE, RESERVED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory != BASE) _exit(96);
  madvise(BASE, RESERVED, MADV_HUGEPAGE);
}

static char *take_spans(unsigned count) {
  if (!next_span) {
    reserve_all();
    next_span = 1;
  }
  if ((unsigned long)next_span + count > limit_span) {
    if (limit_span < SPANS) cgfuzz_crash(CGFUZZ_OUT_OF_MEMORY, "the memory limit was reached");
    return 0;
  }
  char *memory = BASE + (size_t)next_span * SPAN;
  next_span += count;
  return memory;
}

static void set_limit(uint64_t bytes) {
  unsigned long spans = (bytes >> SPAN_SHIFT) + 1;
  limit_span = spans + 16 < SPANS ? (unsigned)spans : (unsigned)SPANS - 1;
}
__attribute__((constructor)) static void announce(void) { cgfuzz_set_memory_limit = set_limit; }

static unsigned log2_up(unsigned long value) { return value <= 1 ? 0 : 64 - (unsigned)__builtin_clzl(value - 1); }

static void *allocate_large(size_t bytes) {
  if (bytes > RESERVED) return 0;
  unsigned long spans = (bytes + SPAN - 1) >> SPAN_SHIFT;
  unsigned order = log2_up(spans);
  /* Whole orders up to 16 MiB, so that blocks can be used again; larger blocks keep their size. */
  if (order <= 8) spans = 1ul << order;
  struct block *block = order <= 8 ? free_large[order] : 0;
  if (block) {
    free_large[order] = block->next;
    return block;
  }
  char *memory = take_spans((unsigned)spans);
  if (!memory) return 0;
  unsigned first = (unsigned)((memory - BASE) >> SPAN_SHIFT);
  class_of_span[first] = LARGE;
  spans_of_large[first] = (unsigned)spans;
  return memory;
}

static void *allocate(size_t bytes) {
  if (bytes > LARGEST) return allocate_large(bytes);
  unsigned class = class_of(bytes);
  struct block *block = free_blocks[class];
  if (block) {
    free_blocks[class] = block->next;
    return block;
  }
  size_t size = size_of_class(class);
  if (fresh[class] + size > fresh_end[class]) {
    unsigned spans = size > 8192 ? 4 : 1;
    char *memory = take_spans(spans);
    if (!memory) return 0;
    for (unsigned i = 0; i < spans; i++) class_of_span[((memory - BASE) >> SPAN_SHIFT) + i] = (unsigned char)class;
    fresh[class] = memory;
    fresh_end[class] = memory + spans * SPAN;
  }
  char *result = fresh[class];
  fresh[class] += size;
  return result;
}

static size_t usable(void *memory) {
  unsigned span = (unsigned)(((char *)memory - BASE) >> SPAN_SHIFT);
  return class_of_span[span] == LARGE ? (size_t)spans_of_large[span] * SPAN : size_of_class(class_of_span[span]);
}

static void release(void *memory) {
  unsigned span = (unsigned)(((char *)memory - BASE) >> SPAN_SHIFT);
  struct block *block = memory;
  if (class_of_span[span] == LARGE) {
    unsigned order = log2_up(spans_of_large[span]);
    if (order > 8) {
      madvise(memory, (size_t)spans_of_large[span] * SPAN, MADV_DONTNEED);
      return;
    }
    block->next = free_large[order];
    free_large[order] = block;
    return;
  }
  block->next = free_blocks[class_of_span[span]];
  free_blocks[class_of_span[span]] = block;
}

void *malloc(size_t bytes) {
  int taken = take_lock();
  void *memory = allocate(bytes);
  release_lock(taken);
  if (!memory) errno = ENOMEM;
  return memory;
}
void free(void *memory) {
  if (!memory) return;
  int taken = take_lock();
  release(memory);
  release_lock(taken);
}
void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return 0;
  void *memory = malloc(bytes);
  if (memory) memset(memory, 0, bytes);
  return memory;
}
void *realloc(void *memory, size_t bytes) {
  if (!memory) return malloc(bytes);
  size_t old = usable(memory);
  if (bytes <= old) return memory;
  void *bigger = malloc(bytes);
  if (!bigger) return 0;
  memcpy(bigger, memory, old);
  free(memory);
  return bigger;
}
size_t malloc_usable_size(void *memory) { return memory ? usable(memory) : 0; }

/* Blocks of power-of-two sizes lie at multiples of their size within a span. */
static void *aligned(size_t alignment, size_t bytes) {
  if (alignment <= 16) return malloc(bytes);
  if (alignment > SPAN) return 0;
  size_t size = bytes < alignment ? alignment : bytes;
  size = 1ull << (64 - (unsigned)__builtin_clzll(size - 1));
  return malloc(size);
}
void *aligned_alloc(size_t alignment, size_t bytes) { return aligned(alignment, bytes); }
void *memalign(size_t alignment, size_t bytes) { return aligned(alignment, bytes); }
int posix_memalign(void **to, size_t alignment, size_t bytes) {
  *to = aligned(alignment, bytes);
  return *to ? 0 : ENOMEM;
}
