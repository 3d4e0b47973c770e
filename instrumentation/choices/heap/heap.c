/*
 * malloc for generators that are built with the wrappers. Small blocks come from lists by size, without headers. Large
 * blocks come from the C library as before. A generator makes millions of small blocks for one program; the C library's
 * malloc took an eighth of Csmith's time.
 *
 * The wrappers link it only if a program has no malloc of its own. Once there is a second thread, the C library does
 * everything, and small blocks from before are not used again.
 *
 * Invariants: written memory counts towards the kernel's limit on data, as before; addresses depend on calls alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>

#define BASE ((char *)0x200000000000)
#define RESERVED (64ull << 30)
#define SPAN_SHIFT 16
#define SPAN (1ull << SPAN_SHIFT)
#define SPANS (RESERVED >> SPAN_SHIFT)
#define STEP_SPANS 16 /* made writable at once */
#define LARGEST 1024
#define CLASSES (LARGEST / 16)

void *__libc_malloc(size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_calloc(size_t count, size_t size);
void __libc_free(void *memory);

struct block {
  struct block *next;
};

static struct block *free_blocks[CLASSES];
static char *fresh[CLASSES], *fresh_end[CLASSES];
static unsigned char class_of_span[SPANS];
static size_t next_span, writable_spans;
static enum { UNTRIED, READY, IMPOSSIBLE } state;

static int is_ours(const void *memory) { return (uintptr_t)memory - (uintptr_t)BASE < RESERVED; }
static size_t span_of(const void *memory) { return (size_t)((const char *)memory - BASE) >> SPAN_SHIFT; }
static size_t size_of(const void *memory) { return 16 * ((size_t)class_of_span[span_of(memory)] + 1); }

/* NULL if the address is taken or memory is at its limit: then the C library may try. */
static char *take_span(void) {
  if (state == UNTRIED) {
    void *memory = mmap(BASE, RESERVED, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    state = memory == BASE ? READY : IMPOSSIBLE;
    if (memory != MAP_FAILED && memory != BASE) munmap(memory, RESERVED);
  }
  if (state == IMPOSSIBLE || next_span == SPANS) return NULL;
  if (next_span == writable_spans) {
    if (mprotect(BASE + next_span * SPAN, STEP_SPANS * SPAN, PROT_READ | PROT_WRITE)) return NULL;
    writable_spans += STEP_SPANS;
  }
  return BASE + next_span++ * SPAN;
}

static void *take_small(size_t bytes) {
  size_t class = bytes == 0 ? 0 : (bytes - 1) / 16;
  struct block *block = free_blocks[class];
  if (block) {
    free_blocks[class] = block->next;
    return block;
  }
  size_t size = 16 * (class + 1);
  if ((size_t)(fresh_end[class] - fresh[class]) < size) {
    char *span = take_span();
    if (!span) return NULL;
    class_of_span[span_of(span)] = (unsigned char)class;
    fresh[class] = span;
    fresh_end[class] = span + SPAN;
  }
  void *memory = fresh[class];
  fresh[class] += size;
  return memory;
}

/* Functions that give aligned memory are the C library's, and so are their blocks. */
void *malloc(size_t bytes) {
  void *memory = bytes <= LARGEST && __libc_single_threaded ? take_small(bytes) : NULL;
  return memory ? memory : __libc_malloc(bytes);
}

void free(void *memory) {
  if (!is_ours(memory)) {
    __libc_free(memory);
  } else if (__libc_single_threaded) {
    struct block *block = memory;
    size_t class = class_of_span[span_of(memory)];
    block->next = free_blocks[class];
    free_blocks[class] = block;
  }
}

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > LARGEST) return __libc_calloc(count, size);
  void *memory = malloc(bytes);
  return memory ? memset(memory, 0, bytes) : NULL;
}

void *realloc(void *memory, size_t bytes) {
  if (memory == NULL) return malloc(bytes);
  if (!is_ours(memory)) return __libc_realloc(memory, bytes);
  size_t size = size_of(memory);
  if (bytes == 0) {
    free(memory);
    return NULL;
  }
  if (bytes <= size) return memory;
  void *larger = malloc(bytes);
  if (!larger) return NULL;
  memcpy(larger, memory, size);
  free(memory);
  return larger;
}

size_t malloc_usable_size(void *memory) {
  if (is_ours(memory)) return size_of(memory);
  size_t (*of_library)(void *) = (size_t (*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
  return of_library(memory);
}
