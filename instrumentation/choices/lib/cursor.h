/*
 * Cursors: find the recorded choice that answers the next question. The mirror of src/choice/engine/cursor.ts, which
 * explains the three rules; a test holds both to the same records.
 */
#ifndef CGFUZZ_CURSOR_H
#define CGFUZZ_CURSOR_H

#include "memory.h"

/* Starts on the input in the memory. False if the input makes no sense. */
int cursor_start(const struct cgfuzz_header *header);
void cursor_open(unsigned label);
void cursor_close(void);
/* Index of the op that answers the next question, or -1. */
int64_t cursor_next(void);

/* The symbol of the recorded choice at an op. */
unsigned cursor_symbol(int64_t op);
const uint32_t *cursor_words(int64_t op);

#endif
