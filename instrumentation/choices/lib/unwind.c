#include "unwind.h"

#include <string.h>

#include "frame-rules.h"
#include "sys.h"

/* A word of the stack that a walk read. */
struct word {
  uintptr_t at;
  uint64_t value;
};
/* All words that the walk over one frame reads: the return address, saved registers, a frame address. */
enum { MAX_WORDS = KEPT + 2 };

struct frame *unwind_frames;
size_t unwind_count;
static struct word *words;

/* The frames that a walk has found so far, innermost first. */
static struct frame *found;
static struct word *found_words;

static int start(void) {
  if (words != NULL) return 1;
  unwind_frames = sys_pages(UNWIND_MAX_FRAMES * sizeof *unwind_frames);
  found = sys_pages(UNWIND_MAX_FRAMES * sizeof *found);
  found_words = sys_pages(UNWIND_MAX_FRAMES * MAX_WORDS * sizeof *found_words);
  if (unwind_frames == NULL || found == NULL || found_words == NULL || !frame_rules_start()) return 0;
  words = sys_pages(UNWIND_MAX_FRAMES * MAX_WORDS * sizeof *words);
  return words != NULL;
}

void unwind_reset(void) { unwind_count = 0; }

static uint64_t load(struct word **to, uintptr_t at) {
  uint64_t value;
  memcpy(&value, (const void *)at, sizeof value);
  *(*to)++ = (struct word){at, value};
  return value;
}

static int is_same(const struct frame *a, const struct frame *b) {
  return a->cfa == b->cfa && a->return_address == b->return_address && a->registers == b->registers &&
         a->function == b->function;
}

/* The number of outermost frames, of the last walk's `count`, that this walk finds again from here on. */
static size_t unchanged(size_t count) {
  if (count == 0) return 0;
  for (size_t i = unwind_frames[count - 1].words_until; i-- > 0;) {
    uint64_t value;
    memcpy(&value, (const void *)words[i].at, sizeof value);
    if (value == words[i].value) continue;
    while (count > 0 && unwind_frames[count - 1].words_until > i) count--;
    return count;
  }
  return count;
}

/* Puts the found frames in place of all except the outermost `same` frames. */
static void keep(size_t same, size_t count) {
  uint32_t at = same == 0 ? 0 : unwind_frames[same - 1].words_until;
  unwind_count = same;
  for (size_t i = count; i-- > 0;) {
    struct frame *frame = &unwind_frames[unwind_count++];
    *frame = found[i];
    uint32_t from = i == 0 ? 0 : found[i - 1].words_until;
    uint32_t length = found[i].words_until - from;
    memcpy(&words[at], &found_words[from], length * sizeof *words);
    frame->words_until = at += length;
  }
}

__attribute__((noinline)) size_t unwind(uintptr_t base) {
  if (!start()) return 0;
  static const uint64_t factors[KEPT] = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9,
                                         0xd6e8feb86659fd93, 0xa0761d6478bd642f, 0xe7037ed1a0b428db};
  uint64_t registers[KEPT + 1];
  uintptr_t pc, sp;
  __asm__ volatile(
      "movq %%rbx, 0(%2)\n\tmovq %%rbp, 8(%2)\n\tmovq %%r12, 16(%2)\n\tmovq %%r13, 24(%2)\n\t"
      "movq %%r14, 32(%2)\n\tmovq %%r15, 40(%2)\n\tleaq 1f(%%rip), %0\n1:\n\tmovq %%rsp, %1\n\tnop"
      : "=&r"(pc), "=&r"(sp)
      : "r"(registers)
      : "memory");
  pc++; /* as if it were a return address: after the instruction for which the rules must hold */
  registers[KEPT] = sp;
  /* A sum, so that each frame adds only its changes. */
  uint64_t sum = 0;
  for (int i = 0; i < KEPT; i++) sum += registers[i] * factors[i];
  size_t count = 0;
  struct word *next = found_words;
  /* Number of frames of the last walk that this walk may still meet: the frames further out than its place now. */
  size_t known = unwind_count;
  while (count < UNWIND_MAX_FRAMES) {
    const struct row *row = frame_rules(pc);
    if (row->function == 0) break;
    uintptr_t cfa = registers[row->cfa_register] + (uintptr_t)(intptr_t)row->cfa_offset;
    if (row->cfa_is_memory) cfa = load(&next, cfa);
    if (cfa <= registers[KEPT] || cfa - registers[KEPT] > 1 << 26 || (cfa & 7) != 0) break;
    uintptr_t rbp = registers[KEPT_RBP];
    for (int i = 0; i < row->saved_count; i++) {
      uintptr_t from = (row->saved_by_rbp >> i & 1) != 0 ? rbp : cfa;
      uint64_t value = load(&next, from + (uintptr_t)(intptr_t)row->saved[i]);
      int index = row->saved_index[i];
      sum += (value - registers[index]) * factors[index];
      registers[index] = value;
    }
    struct frame *frame = &found[count++];
    frame->return_address = pc = load(&next, cfa - 8);
    frame->function = row->function;
    frame->cfa = cfa;
    frame->registers = sum;
    frame->words_until = (uint32_t)(next - found_words);
    registers[KEPT] = cfa;
    if (cfa >= base) break;
    while (known > 0 && unwind_frames[known - 1].cfa < cfa) known--;
    if (known > 0 && count + known <= UNWIND_MAX_FRAMES && is_same(frame, &unwind_frames[known - 1])) {
      size_t same = unchanged(known - 1);
      if (same == known - 1) {
        keep(known, count - 1);
        return known;
      }
      /* No frame further in than the change can belong to the last walk, even if it looks the same by itself. */
      known = same;
    }
  }
  /* The end of the walk depends on words, too. */
  if (count > 0) found[count - 1].words_until = (uint32_t)(next - found_words);
  size_t same = 0;
  while (same < count && same < unwind_count && is_same(&found[count - 1 - same], &unwind_frames[same])) same++;
  keep(same, count - same);
  return same;
}
