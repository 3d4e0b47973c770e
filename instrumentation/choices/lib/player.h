/*
 * Player: answers a generator's questions, and keeps the canonical record in the shared memory. The mirror of
 * src/choice/engine/replay.ts for generators that are programs of their own.
 */
#ifndef CGFUZZ_PLAYER_H
#define CGFUZZ_PLAYER_H

#include <stddef.h>
#include <stdint.h>

#include "memory.h"

/* Nonzero while an engine answers. Each draw reads it, so it is no function. */
extern int cgfuzz_is_on;
/* Nonzero while the library records the answers of others; then it answers nothing. */
extern int cgfuzz_is_listening;

/* Takes the memory over and reads the input. False if the input makes no sense; then the library answers
 * nothing. */
int player_start(struct cgfuzz_header *memory);
/* Closes everything open; the library answers nothing any more. */
void player_end(void);
/* Forgets the program, so that player_start can begin the next. */
struct cgfuzz_header *player_memory(void);
void player_saw(enum cgfuzz_seen what);

void player_open(unsigned label);
void player_close(void);
unsigned player_depth(void);

/*
 * Lets a generator of random numbers answer, and records nothing: these draws follow from a seed. The player opens no
 * scopes meanwhile.
 */
struct cgfuzz_rng;
void player_follow(struct cgfuzz_rng *rng);
int player_is_following(void);

/* Each function returns the answer as an offset from the lower bound. */
uint64_t player_draw(enum cgfuzz_kind kind, uint64_t min, uint64_t last, int is_unsigned);
uint32_t player_weighted(const double *weights, uint32_t count);
int player_boolean(double probability);
uint64_t player_word(unsigned bits);

/*
 * The question of a draw function of a table to randomness. A recorded word may come from a run without the table. Then
 * the player answers as the function itself would from that word, so that such a record makes the same program.
 */
struct question {
  uint8_t kind;
  uint8_t keeps_all; /* each answer is a choice; otherwise a second answer means that the first was rejected */
  uint8_t is_scaled; /* the function divides down to the answer; otherwise it takes the remainder */
  uint64_t count;
  double probability; /* of a boolean among `count` raw values; below 0 for others */
};
uint64_t player_answer(const struct question *question);
/* Records an answer that the library did not give. */
void player_heard(unsigned bits, uint64_t value);

/*
 * For draws that a generator repeats until the answer suits (rejection). player_place() is the place of the next
 * choice. player_redraw() puts a new fresh answer there, and forgets all draws after it. The record keeps only the
 * answer that suited, so that a replay finds it at once.
 */
struct player_place {
  uint64_t op, word, choice, scope;
  unsigned depth;
};
struct player_place player_place(void);
uint64_t player_redraw(struct player_place place, enum cgfuzz_kind kind, uint64_t last, double probability);

#endif
