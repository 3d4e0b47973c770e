/*
 * Unwind: the call stack at a draw, as a list of activations.
 *
 * Of our own because it must be fast (a program draws tens of thousands of times, some hundred frames deep), must not
 * allocate, and must tell more than a general unwinder's fast path does: two activations of one function, called from the
 * same place of the same caller, look alike but for the registers that the caller had at the call. In a loop one of them
 * counts. Those registers cannot change while the callee runs, so a difference always means another activation.
 *
 * Most of a stack is as it was at the draw before, so a walk goes from the inside only until it meets a frame that it
 * knows. Whether all further out is unchanged is then seen without walking: every word of the stack that the last walk
 * depended on must still be what it was. Invariant: the result is that of a walk over all frames.
 */
#ifndef CGFUZZ_UNWIND_H
#define CGFUZZ_UNWIND_H

#include <stddef.h>
#include <stdint.h>

struct frame {
  uintptr_t function; /* where the function starts */
  uintptr_t cfa;
  uintptr_t return_address;
  uint64_t registers;   /* a hash of the caller's callee-saved registers at the call */
  uint32_t words_until; /* the words that this frame and those further out depend on */
};

enum { UNWIND_MAX_FRAMES = 4096 };

/* The frames that the last walk found, outermost first. */
extern struct frame *unwind_frames;
extern size_t unwind_count;

/*
 * Walks from the caller to the frame whose canonical frame address is `base` or above. Gives how many of the outermost
 * frames are those of the walk before.
 */
size_t unwind(uintptr_t base);

/* Forgets the walk before. */
void unwind_reset(void);

#endif
