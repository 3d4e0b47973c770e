/*
 * Player: answers a generator's questions, and keeps the canonical record in the shared memory. The mirror of
 * src/choice/engine/replay.ts for generators that are programs of their own.
 */
#ifndef CGFUZZ_PLAYER_H
#define CGFUZZ_PLAYER_H

#include <stddef.h>
#include <stdint.h>

#include "memory.h"

/* Nonzero while an engine answers. Read at every draw, so it is no function. */
extern int cgfuzz_is_on;
/* Nonzero while answers of others are recorded; then nothing is answered. */
extern int cgfuzz_is_listening;

/* Takes the memory over and reads the input. False, and nothing is answered, when it makes no sense. */
int player_start(struct cgfuzz_header *memory);
/* Closes what is open; nothing is answered any more. */
void player_end(void);
/* Forgets the program, so that player_start can begin the next. */
struct cgfuzz_header *player_memory(void);
void player_saw(enum cgfuzz_seen what);

void player_open(unsigned label);
void player_close(void);
unsigned player_depth(void);

/*
 * While a generator of random numbers is followed, it answers, and nothing is recorded: what follows from a seed. Scopes
 * are not opened meanwhile.
 */
struct cgfuzz_rng;
void player_follow(struct cgfuzz_rng *rng);
int player_is_following(void);

/* Each gives the answer as an offset from the lower bound. */
uint64_t player_draw(enum cgfuzz_kind kind, uint64_t min, uint64_t last, int is_unsigned);
uint32_t player_weighted(const double *weights, uint32_t count);
int player_boolean(double probability);
uint64_t player_word(unsigned bits);

/*
 * The question that a draw function of a table asks. A record made without the table has a word here. The answer is
 * what the function would have made of that word, so that the record makes the same program.
 */
struct question {
  uint8_t kind;
  uint8_t keeps_all; /* every answer is a choice of its own, else a second one means that the first was rejected */
  uint8_t is_scaled; /* the function divides its way down to the answer; else it takes the remainder */
  uint64_t count;
  double probability; /* of a boolean among `count` raw values; below 0 for others */
};
uint64_t player_answer(const struct question *question);
/* Records somebody else's answer. */
void player_heard(unsigned bits, uint64_t value);

/*
 * For draws that are repeated until the answer suits (rejection): the place of the next choice, and a new fresh answer in
 * that place, with all that was drawn after it forgotten. Only the answer that suited is kept, so that a replay finds it
 * at once.
 */
struct player_place {
  uint64_t op, word, choice, scope;
  unsigned depth;
};
struct player_place player_place(void);
uint64_t player_redraw(struct player_place place, enum cgfuzz_kind kind, uint64_t last, double probability);

#endif
