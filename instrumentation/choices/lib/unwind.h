/*
 * Unwind: the call stack at a draw, as a list of activations.
 *
 * Of our own because it must be fast (a program draws tens of thousands of times, some hundred frames deep), must not
 * allocate, and must tell more than a general unwinder's fast path does: two activations of one function, called from the
 * same place of the same caller, look alike but for the registers that the caller had at the call. In a loop one of them
 * counts. Those registers cannot change while the callee runs, so a difference always means another activation.
 *
 * What a program counter says (where the caller's registers lie) is read from .eh_frame once and kept.
 */
#ifndef CGFUZZ_UNWIND_H
#define CGFUZZ_UNWIND_H

#include <stddef.h>
#include <stdint.h>

struct frame {
  uintptr_t function; /* where the function starts */
  uintptr_t cfa;
  uintptr_t return_address;
  uint64_t registers; /* hash of the caller's callee-saved registers at the call */
};

enum { UNWIND_MAX_FRAMES = 4096 };

/*
 * Walks from the caller to the frame whose canonical frame address is `base` or above. Frames are stored from the end of
 * `frames`, so that the outermost comes first; returns their number.
 */
size_t unwind(struct frame frames[UNWIND_MAX_FRAMES], uintptr_t base);

/* The library's own code, which is no part of anybody's call stack. */
int unwind_is_own(uintptr_t address);

struct module {
  uintptr_t start, end;
  uintptr_t load_base;
  uintptr_t eh_frame_hdr;
  const char *path;
};

/* The module that an address lies in, or null. */
const struct module *unwind_module(uintptr_t address);

#endif
