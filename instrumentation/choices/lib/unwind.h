/*
 * Unwind: the call stack at a draw, as a list of activations.
 *
 * An unwinder of our own, for three reasons:
 * - It must be fast: a program draws tens of thousands of times, with some hundred frames on the stack.
 * - It must not allocate.
 * - It must tell two activations of one function apart that were called from the same place of the same caller.
 *
 * Such activations differ only in the registers that the caller had at the call: in a loop one of the registers counts.
 * These registers cannot change while the callee runs, so a difference always means another activation.
 *
 * Most of a stack is the same as at the draw before. So a walk goes from the inside only until it meets a known frame.
 * Then it compares every word of the stack that the last walk depended on. If all are equal, the frames further out are
 * unchanged. Invariant: the result is the same as after a walk over all frames.
 */
#ifndef CGFUZZ_UNWIND_H
#define CGFUZZ_UNWIND_H

#include <stddef.h>
#include <stdint.h>

struct frame {
  uintptr_t function; /* start of the function */
  uintptr_t cfa;
  uintptr_t return_address;
  uint64_t registers;   /* a hash of the caller's callee-saved registers at the call */
  uint32_t words_until; /* the words that this frame and the frames further out depend on */
};

enum { UNWIND_MAX_FRAMES = 4096 };

/* The frames that the last walk found, outermost first. */
extern struct frame *unwind_frames;
extern size_t unwind_count;

/*
 * Walks from the caller to the first frame whose canonical frame address is `base` or above. Returns the number of
 * outermost frames that are the same as in the walk before.
 */
size_t unwind(uintptr_t base);

/* Forgets the walk before. */
void unwind_reset(void);

#endif
