/*
 * Frame rules: the way from a frame to its caller, as .eh_frame tells it for each program counter.
 *
 * Compilers write a program that describes one row of a table. The library runs it once for each program counter and
 * keeps the row. The library knows only rules that compilers write for ordinary code. If it meets another rule, the row
 * is empty, and a walk ends there.
 */
#ifndef CGFUZZ_FRAME_RULES_H
#define CGFUZZ_FRAME_RULES_H

#include <stddef.h>
#include <stdint.h>

/* Registers that a callee saves: rbx, rbp, r12 to r15, in this order. The stack pointer follows them. */
enum { KEPT_RBP = 1, KEPT = 6 };

struct row {
  uintptr_t pc;
  uintptr_t function; /* 0 if nothing is known */
  int32_t cfa_offset;
  uint8_t cfa_register;  /* index of a kept register, or KEPT for the stack pointer */
  uint8_t cfa_is_memory; /* the frame address is stored at register plus offset */
  uint8_t saved_by_rbp;  /* bits: the distance is from rbp instead of the frame address */
  uint8_t saved_count;
  int16_t saved[KEPT]; /* distances of the saved registers, whose numbers saved_index holds */
  uint8_t saved_index[KEPT];
};

enum { ROW_BITS = 14, ROWS = 1 << ROW_BITS };
extern struct row *frame_rows;

/* Makes the table. False if there is no memory. */
int frame_rules_start(void);
/* Adds the row of a new program counter. The call may forget rows that the library gave out before. */
const struct row *frame_rules_add(uintptr_t pc);

static inline size_t row_slot(uintptr_t pc) { return (pc * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - ROW_BITS); }

/* The row for a return address: the row of the call before it. */
static inline const struct row *frame_rules(uintptr_t pc) {
  for (size_t at = row_slot(pc);; at++) {
    const struct row *row = &frame_rows[at & (ROWS - 1)];
    if (row->pc == pc) return row;
    if (row->pc == 0) return frame_rules_add(pc);
  }
}

#endif
