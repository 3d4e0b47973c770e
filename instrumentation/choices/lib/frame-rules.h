/*
 * Frame rules: how to get from a frame to its caller, as .eh_frame tells it for each program counter.
 *
 * What compilers write is a program that describes one row of a table; it is run once for each program counter and the
 * row is kept. Only rules that compilers write for ordinary code are known. If others stand the row is empty, and a
 * walk ends there.
 */
#ifndef CGFUZZ_FRAME_RULES_H
#define CGFUZZ_FRAME_RULES_H

#include <stddef.h>
#include <stdint.h>

/* Registers that a callee saves: rbx, rbp, r12 to r15, in this order. After them stands the stack pointer. */
enum { KEPT_RBP = 1, KEPT = 6 };

struct row {
  uintptr_t pc;
  uintptr_t function; /* 0 where nothing is known */
  int32_t cfa_offset;
  uint8_t cfa_register;  /* index of a kept register, or KEPT for the stack pointer */
  uint8_t cfa_is_memory; /* the frame address is stored at register plus offset */
  uint8_t saved_by_rbp;  /* bits: the distance is from rbp instead of the frame address */
  uint8_t saved_count;
  int16_t saved[KEPT]; /* distances of the registers that were saved, and which they are */
  uint8_t saved_index[KEPT];
};

enum { ROW_BITS = 14, ROWS = 1 << ROW_BITS };
extern struct row *frame_rows;

/* Makes the table. False when there is no memory. */
int frame_rules_start(void);
/* For a program counter that has no row yet. Rows that were given out before may be forgotten. */
const struct row *frame_rules_add(uintptr_t pc);

static inline size_t row_slot(uintptr_t pc) { return (pc * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - ROW_BITS); }

/* The row for a return address: for the call in front of it, that is. */
static inline const struct row *frame_rules(uintptr_t pc) {
  for (size_t at = row_slot(pc);; at++) {
    const struct row *row = &frame_rows[at & (ROWS - 1)];
    if (row->pc == pc) return row;
    if (row->pc == 0) return frame_rules_add(pc);
  }
}

#endif
