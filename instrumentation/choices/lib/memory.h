/*
 * The shared memory between the engine and one generator process, version 1.
 *
 * The engine makes the file, writes the upper half of the header and the input, and lets the generator map it. The
 * generator appends to the record as it draws, so that the choices so far survive the generator's end. ../README.md
 * describes the same layout for other languages; a test holds the TypeScript and the C view together.
 */
#ifndef CGFUZZ_MEMORY_H
#define CGFUZZ_MEMORY_H

#include <stdint.h>

#define CGFUZZ_MAGIC "CGFUZZ1\n"
#define CGFUZZ_VERSION 1

/* Symbols that every alphabet has; scopes and sites are numbered from CGFUZZ_FIRST_FREE, in the order of the table. */
enum { CGFUZZ_CLOSE = 0, CGFUZZ_INLINE_SIGNED = 1, CGFUZZ_INLINE_UNSIGNED = 2, CGFUZZ_FIRST_FREE = 3 };

enum { CGFUZZ_MAX_SYMBOLS = 65536, CGFUZZ_MAX_DEPTH = 65536 };

enum cgfuzz_kind { KIND_CLOSE, KIND_SCOPE, KIND_PICK, KIND_WEIGHTED, KIND_INTEGER, KIND_WORD };

enum cgfuzz_flag {
  FLAG_INPUT = 1,        /* follow the input sequence */
  FLAG_STACK_SCOPES = 2, /* make scopes from the call stack */
  FLAG_FORK_SERVER = 4,  /* stop right before main and fork on request */
  FLAG_KEEP_CLOCK = 8,   /* leave time and process ids alone */
  FLAG_LISTEN = 16,      /* answer nothing, and record what libc's random functions answer */
};

enum cgfuzz_resync { RESYNC_SCOPES, RESYNC_DEPTH, RESYNC_POSITION };

enum cgfuzz_state { STATE_NEW, STATE_ATTACHED, STATE_ENDED, STATE_OVERRUN, STATE_REFUSED };

enum cgfuzz_overrun { OVERRUN_NONE, OVERRUN_CHOICES, OVERRUN_SCOPES, OVERRUN_DEPTH, OVERRUN_SYMBOLS };

/* Kinds of randomness that a generator asked for; one counter for each in the header. */
enum cgfuzz_seen {
  SEEN_RAND,
  SEEN_RAND_R,
  SEEN_RANDOM,
  SEEN_RANDOM_R,
  SEEN_RAND48,
  SEEN_RAND48_R,
  SEEN_ARC4RANDOM,
  SEEN_GETRANDOM,
  SEEN_GETENTROPY,
  SEEN_URANDOM,
  SEEN_RANDOM_DEVICE,
  SEEN_TIME,
  SEEN_CLOCK,
  SEEN_PID,
  SEEN_TYPED,
  SEEN_STD_RANDOM,
  SEEN_THREADS,
  SEEN_AUXV,
  SEEN_ASKED,   /* typed choices of the C interface */
  SEEN_ENGINES, /* draws of functions of the program that are answered in place */
  SEEN_PLACES,  /* number of those functions */
  SEEN_COUNT = 64
};

/* An answer for a question that the input does not answer: the innermost scope's label (0 outside all) and the site. */
struct cgfuzz_answer {
  uint16_t site, label; /* in this order, so that the two are one number for a search */
  uint32_t offset;      /* from the site's lower bound */
};

struct cgfuzz_header {
  char magic[8];
  uint32_t version;
  uint32_t header_bytes;
  /* From the engine. */
  uint32_t flags;
  uint32_t resync;
  uint32_t max_integer_sites;
  uint32_t max_depth;
  uint64_t max_choices;
  uint64_t max_scopes;
  uint32_t random_state[4]; /* of the fresh draws: s01, s00, s11, s10 */
  uint32_t swarm_state[4];
  uint32_t swarm_seed;
  uint32_t swarm_share;    /* share of labels with a bias, in 2^-32 */
  uint32_t swarm_strength; /* share of draws that get the bias's answer, in 2^-32 */
  uint32_t spare0;
  uint64_t symbols_at;
  uint64_t symbols_room; /* bytes */
  uint64_t input_ops_at;
  uint64_t input_op_count;
  uint64_t input_words_at;
  uint64_t input_word_count;
  uint64_t ops_at;
  uint64_t ops_room; /* ops */
  uint64_t words_at;
  uint64_t words_room; /* words */
  uint64_t arguments_at;
  uint64_t argument_count; /* strings, each ended by a zero byte, for a forked main */
  uint64_t total_bytes;
  uint64_t answers_at; /* of struct cgfuzz_answer, in the order of their questions */
  uint64_t answer_count;
  uint64_t spare1[37];
  /* From the generator, at 512. */
  uint32_t state;
  uint32_t overrun;
  uint64_t op_count;
  uint64_t word_count;
  uint64_t choice_count;
  uint64_t scope_count;
  uint64_t fresh_count;
  uint32_t depth; /* scopes still open */
  uint32_t symbol_count;
  uint64_t symbol_bytes;
  uint64_t spare2[56];
  uint64_t seen[SEEN_COUNT]; /* at 1024 */
};

_Static_assert(sizeof(struct cgfuzz_answer) == 8, "part of the protocol");
_Static_assert(sizeof(struct cgfuzz_header) == 1536, "the header's size is part of the protocol");
_Static_assert(__builtin_offsetof(struct cgfuzz_header, state) == 512, "part of the protocol");
_Static_assert(__builtin_offsetof(struct cgfuzz_header, seen) == 1024, "part of the protocol");

#endif
