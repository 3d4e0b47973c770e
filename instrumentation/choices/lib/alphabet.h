/*
 * Alphabet: the symbols of scope labels and of questions. The mirror of src/choice/sequence/alphabet.ts. The table in
 * the shared memory gives the numbers, and the library appends new symbols to it.
 */
#ifndef CGFUZZ_ALPHABET_H
#define CGFUZZ_ALPHABET_H

#include <stddef.h>

#include "memory.h"

struct symbol {
  uint8_t kind;
  uint8_t width; /* 32-bit words of a choice */
  uint8_t is_unsigned;
  uint32_t hash; /* of a label's text */
  uint64_t min;  /* two's complement if signed */
  uint64_t last; /* number of possible values less one */
};

extern struct symbol cgfuzz_symbols[CGFUZZ_MAX_SYMBOLS];

/* Reads the entries that the engine wrote since the last call. False if the table makes no sense. */
int alphabet_read(struct cgfuzz_header *header);

/* A label's symbol; 0 if there are too many. */
unsigned alphabet_label(const char *text, size_t length);

/* A question's symbol; INLINE_* for an integer without room; 0 if there are too many. */
unsigned alphabet_site(enum cgfuzz_kind kind, uint64_t min, uint64_t last, int is_unsigned);

/* The hash by which swarm chooses labels and answers; src/choice/engine/swarm.ts has the same. */
static inline uint32_t alphabet_hash(const char *text, size_t length) {
  uint32_t hash = UINT32_C(2166136261);
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * UINT32_C(16777619);
  return hash;
}

#endif
