#include "player.h"

#include "alphabet.h"
#include "cursor.h"
#include "random.h"
#include "sys.h"

int cgfuzz_is_on;
int cgfuzz_is_listening;

static struct cgfuzz_header *memory;
static uint16_t *ops;
static uint32_t *words;
static struct cgfuzz_rng rng;
static struct cgfuzz_rng swarm_rng;
static struct cgfuzz_rng *followed;
static const struct cgfuzz_answer *answers;
static const struct question *asked;
static int has_input;
static uint16_t labels[CGFUZZ_MAX_DEPTH];

static int fits(uint64_t at, uint64_t count, uint64_t size) {
  return at >= sizeof *memory && at <= memory->total_bytes && count <= (memory->total_bytes - at) / size;
}

int player_start(struct cgfuzz_header *header) {
  memory = header;
  if (memory->version != CGFUZZ_VERSION || memory->header_bytes != sizeof *memory ||
      !fits(memory->symbols_at, memory->symbols_room, 1) || !fits(memory->ops_at, memory->ops_room, sizeof *ops) ||
      !fits(memory->words_at, memory->words_room, sizeof *words) ||
      !fits(memory->input_ops_at, memory->input_op_count, sizeof *ops) ||
      !fits(memory->input_words_at, memory->input_word_count, sizeof *words) ||
      (memory->answer_count > 0 && !fits(memory->answers_at, memory->answer_count, sizeof *answers)) ||
      !alphabet_read(memory))
    goto refuse;
  ops = (uint16_t *)((char *)memory + memory->ops_at);
  words = (uint32_t *)((char *)memory + memory->words_at);
  answers = (const struct cgfuzz_answer *)((char *)memory + memory->answers_at);
  has_input = (memory->flags & FLAG_INPUT) != 0;
  if (has_input && !cursor_start(memory)) goto refuse;
  rng_start(&rng, memory->random_state);
  rng_start(&swarm_rng, memory->swarm_state);
  if (memory->max_depth > CGFUZZ_MAX_DEPTH - 1) memory->max_depth = CGFUZZ_MAX_DEPTH - 1;
  memory->op_count = memory->word_count = memory->choice_count = memory->scope_count = memory->fresh_count = 0;
  memory->depth = 0;
  memory->overrun = OVERRUN_NONE;
  memory->state = STATE_ATTACHED;
  cgfuzz_is_listening = (memory->flags & FLAG_LISTEN) != 0;
  cgfuzz_is_on = !cgfuzz_is_listening;
  return 1;
refuse:
  memory->state = STATE_REFUSED;
  return 0;
}

void player_end(void) {
  if (!cgfuzz_is_on) return;
  while (memory->depth > 0) player_close();
  memory->state = STATE_ENDED;
  cgfuzz_is_on = 0;
}

struct cgfuzz_header *player_memory(void) { return memory; }

void player_saw(enum cgfuzz_seen what) {
  if (memory != NULL) memory->seen[what]++;
}

/* Past a limit a program is an overrun. The library cannot unwind it from here, so its process ends. */
static void stop(enum cgfuzz_overrun limit) {
  memory->overrun = limit;
  memory->state = STATE_OVERRUN;
  sys_exit(0);
}

/*
 * Writes everything before this before everything after it. A signal may kill the generator at any instruction, and the
 * record must then hold all that the counts say. The fence is no instruction, since a dead process cannot reorder its
 * writes.
 */
static inline void in_this_order(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

static void append_op(unsigned symbol) {
  ops[memory->op_count] = (uint16_t)symbol;
  in_this_order();
  memory->op_count++;
}

static void keep_op(unsigned symbol) {
  if (__builtin_expect(memory->op_count + memory->depth + 2 > memory->ops_room, 0)) stop(OVERRUN_CHOICES);
  append_op(symbol);
}

void player_follow(struct cgfuzz_rng *from) { followed = from; }

int player_is_following(void) { return followed != NULL; }

void player_open(unsigned label) {
  if (label == 0) stop(OVERRUN_SYMBOLS);
  if (memory->depth >= memory->max_depth) stop(OVERRUN_DEPTH);
  if (memory->scope_count >= memory->max_scopes) stop(OVERRUN_SCOPES);
  keep_op(label);
  memory->scope_count++;
  labels[memory->depth++] = (uint16_t)label;
  if (has_input) cursor_open(label);
}

void player_close(void) {
  append_op(CGFUZZ_CLOSE);
  memory->depth--;
  if (has_input) cursor_close();
}

unsigned player_depth(void) { return memory->depth; }

static uint32_t mix(uint32_t a, uint32_t b) {
  uint32_t hash = (a ^ b) * UINT32_C(0x9e3779b1);
  hash = (hash ^ hash >> 15) * UINT32_C(0x85ebca77);
  return hash ^ hash >> 13;
}

/*
 * Swarm (see src/choice/engine/swarm.ts): chance chooses labels for this program, and there one chosen answer comes
 * often.
 */
static int64_t swarm_answer(enum cgfuzz_kind kind, uint64_t last) {
  if (memory->swarm_strength == 0 || kind == KIND_INTEGER || last > UINT32_MAX) return -1;
  uint32_t label = memory->depth == 0 ? 0 : cgfuzz_symbols[labels[memory->depth - 1]].hash;
  uint32_t site = mix((uint32_t)kind, (uint32_t)last);
  uint32_t member = mix(mix(memory->swarm_seed, label), memory->depth == 0 ? site : 1);
  if (member >= memory->swarm_share) return -1;
  if (rng_next(&swarm_rng) >= memory->swarm_strength) return -1;
  return (int64_t)((uint64_t)mix(mix(memory->swarm_seed, label), mix(site, 2)) * (last + 1) >> 32);
}

static uint32_t question_of(struct cgfuzz_answer answer) { return (uint32_t)answer.label << 16 | answer.site; }

/*The simplest answer that reduction has learnt (see src/reduce/choices/simplest.ts). The player does not give it
 * every time: a generator that rejects this answer may ask again until it gets another answer. */
static int64_t learnt_answer(unsigned symbol, uint64_t last) {
  enum { RARELY = 1 << 28 };
  if (memory->answer_count == 0 || rng_next(&rng) < RARELY) return -1;
  uint32_t question = (uint32_t)(memory->depth == 0 ? 0 : labels[memory->depth - 1]) << 16 | symbol;
  uint64_t low = 0, high = memory->answer_count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (question_of(answers[middle]) < question)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == memory->answer_count || question_of(answers[low]) != question || answers[low].offset > last) return -1;
  return answers[low].offset;
}

/* The intended answer if the input has none, or -1. */
static int64_t wanted_answer(unsigned symbol, enum cgfuzz_kind kind, uint64_t last) {
  int64_t learnt = learnt_answer(symbol, last);
  return learnt >= 0 ? learnt : swarm_answer(kind, last);
}

/* The value recorded at an op, with its own lower bound. */
static void recorded_value(int64_t op, uint64_t *min, uint64_t *offset, int *is_unsigned) {
  const struct symbol *symbol = &cgfuzz_symbols[cursor_symbol(op)];
  const uint32_t *at = cursor_words(op);
  *is_unsigned = symbol->is_unsigned;
  if (symbol->width == 6) {
    *min = (uint64_t)at[1] << 32 | at[0];
    *offset = (uint64_t)at[5] << 32 | at[4];
  } else {
    *min = symbol->min;
    *offset = symbol->width == 1 ? at[0] : (uint64_t)at[1] << 32 | at[0];
  }
}

/* The mirror of src/choice/engine/adapt.ts, in 128 bits because int64 and uint64 meet here. */
static uint64_t adapt(int64_t op, enum cgfuzz_kind kind, uint64_t min, uint64_t last, int is_unsigned) {
  uint64_t from, offset;
  int from_unsigned;
  recorded_value(op, &from, &offset, &from_unsigned);
  __int128 value = (from_unsigned ? (__int128)from : (__int128)(int64_t)from) + (__int128)offset;
  __int128 low = is_unsigned ? (__int128)min : (__int128)(int64_t)min;
  __int128 distance = value - low;
  if (distance >= 0 && distance <= (__int128)last) return (uint64_t)distance;
  if (kind == KIND_INTEGER) return distance < 0 ? 0 : last;
  __int128 count = (__int128)last + 1;
  __int128 wrapped = distance % count;
  return (uint64_t)(wrapped < 0 ? wrapped + count : wrapped);
}

/* The answer that a draw function computes from a word of at most `last`. */
static uint64_t answer_from(uint64_t word, uint64_t last) {
  uint64_t rest = word % asked->count;
  if (asked->probability >= 0) return (double)rest / (double)asked->count < asked->probability;
  return asked->is_scaled ? (uint64_t)((unsigned __int128)word * asked->count / ((unsigned __int128)last + 1)) : rest;
}

static void put64(uint32_t *at, uint64_t value) {
  at[0] = (uint32_t)value;
  at[1] = (uint32_t)(value >> 32);
}

static void keep(unsigned symbol, uint64_t min, uint64_t last, uint64_t offset) {
  if (__builtin_expect(symbol == 0, 0)) stop(OVERRUN_SYMBOLS);
  if (__builtin_expect(memory->choice_count >= memory->max_choices, 0)) stop(OVERRUN_CHOICES);
  if (__builtin_expect(memory->word_count + 6 > memory->words_room, 0)) stop(OVERRUN_CHOICES);
  unsigned width = cgfuzz_symbols[symbol].width;
  uint32_t *at = words + memory->word_count;
  if (width == 1) {
    *at = (uint32_t)offset;
  } else {
    if (width == 6) {
      put64(at, min);
      put64(at + 2, min + last);
    }
    put64(at + width - 2, offset);
  }
  in_this_order();
  memory->word_count += width;
  in_this_order();
  keep_op(symbol);
  memory->choice_count++;
}

/* The recorded answer; sets `is_fresh` if there is none. */
static uint64_t recorded(unsigned symbol, enum cgfuzz_kind kind, uint64_t min, uint64_t last, int is_unsigned,
                         int *is_fresh) {
  *is_fresh = 1;
  if (!has_input) return 0;
  int64_t op = cursor_next();
  if (op < 0) return 0;
  *is_fresh = 0;
  const struct symbol *found = &cgfuzz_symbols[cursor_symbol(op)];
  if (cursor_symbol(op) == symbol && found->width == 1) return cursor_words(op)[0];
  if (asked != NULL && found->kind == KIND_WORD) {
    const uint32_t *at = cursor_words(op);
    return answer_from(found->width == 1 ? at[0] : (uint64_t)at[1] << 32 | at[0], found->last);
  }
  return adapt(op, kind, min, last, is_unsigned);
}

static uint64_t random_answer(unsigned width, uint64_t last) {
  return width == 1 ? rng_below(&rng, last + 1) : rng_up_to(&rng, last);
}

uint64_t player_draw(enum cgfuzz_kind kind, uint64_t min, uint64_t last, int is_unsigned) {
  if (followed != NULL) return rng_up_to(followed, last);
  unsigned symbol = alphabet_site(kind, min, last, is_unsigned);
  int is_fresh;
  uint64_t offset = recorded(symbol, kind, min, last, is_unsigned, &is_fresh);
  if (is_fresh) {
    memory->fresh_count++;
    int64_t wanted = wanted_answer(symbol, kind, last);
    offset = wanted >= 0 ? (uint64_t)wanted : random_answer(cgfuzz_symbols[symbol].width, last);
  }
  keep(symbol, min, last, offset);
  return offset;
}

static uint32_t draw_weighted(struct cgfuzz_rng *from, const double *weights, uint32_t count) {
  double total = 0;
  for (uint32_t i = 0; i < count; i++) total += weights[i];
  double left = rng_unit(from) * total;
  uint32_t last = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (weights[i] == 0) continue;
    if (left < weights[i]) return i;
    left -= weights[i];
    last = i;
  }
  return last;
}

uint32_t player_weighted(const double *weights, uint32_t count) {
  if (followed != NULL) return draw_weighted(followed, weights, count);
  uint64_t last = count - 1;
  unsigned symbol = alphabet_site(KIND_WEIGHTED, 0, last, 0);
  int is_fresh;
  uint64_t offset = recorded(symbol, KIND_WEIGHTED, 0, last, 0, &is_fresh);
  if (is_fresh) {
    memory->fresh_count++;
    int64_t wanted = wanted_answer(symbol, KIND_WEIGHTED, last);
    if (wanted >= 0) {
      is_fresh = 0;
      offset = (uint64_t)wanted;
    } else {
      offset = draw_weighted(&rng, weights, count);
    }
  }
  /* A weight of 0 means impossible: take the next possible option. */
  if (!is_fresh)
    for (uint32_t i = 0; i < count && !(weights[offset] > 0); i++) offset = (offset + 1) % count;
  keep(symbol, 0, last, offset);
  return (uint32_t)offset;
}

static uint64_t fresh_boolean(int64_t wanted, double probability) {
  memory->fresh_count++;
  return wanted >= 0 ? (uint64_t)wanted : rng_unit(&rng) < probability;
}

/* No source can give an impossible answer. */
static uint64_t possible(uint64_t answer, double probability) {
  return probability <= 0 ? 0 : probability >= 1 ? 1 : answer;
}

int player_boolean(double probability) {
  if (followed != NULL) return rng_unit(followed) < probability;
  unsigned symbol = alphabet_site(KIND_WEIGHTED, 0, 1, 0);
  int is_fresh;
  uint64_t offset = recorded(symbol, KIND_WEIGHTED, 0, 1, 0, &is_fresh);
  if (is_fresh) offset = fresh_boolean(wanted_answer(symbol, KIND_WEIGHTED, 1), probability);
  offset = possible(offset, probability);
  keep(symbol, 0, 1, offset);
  return (int)offset;
}

uint64_t player_answer(const struct question *question) {
  asked = question;
  uint64_t answer = question->probability >= 0 ? (uint64_t)player_boolean(question->probability)
                                               : player_draw(question->kind, 0, question->count - 1, 0);
  asked = NULL;
  return answer;
}

static uint64_t largest_word(unsigned bits) { return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1; }

uint64_t player_word(unsigned bits) { return player_draw(KIND_WORD, 0, largest_word(bits), bits == 64); }

void player_heard(unsigned bits, uint64_t value) {
  uint64_t last = largest_word(bits);
  keep(alphabet_site(KIND_WORD, 0, last, bits == 64), 0, last, value);
}

struct player_place player_place(void) {
  return (struct player_place){memory->op_count, memory->word_count, memory->choice_count, memory->scope_count,
                               memory->depth};
}

uint64_t player_redraw(struct player_place place, enum cgfuzz_kind kind, uint64_t last, double probability) {
  if (followed != NULL) return probability >= 0 ? rng_unit(followed) < probability : rng_up_to(followed, last);
  /* Endless rejection must end too, although the record does not grow: discarded answers count as fresh. */
  if (memory->fresh_count > memory->max_choices * 4) stop(OVERRUN_CHOICES);
  /* If the generator left deeper scopes open, the record keeps them and the draws in them. */
  if (memory->depth == place.depth && memory->op_count > place.op) {
    memory->op_count = place.op + 1;
    in_this_order();
    memory->word_count = place.word + 1;
    memory->choice_count = place.choice + 1;
    memory->scope_count = place.scope;
  }
  /* No learnt answer here: the generator has just rejected it. */
  uint64_t offset;
  if (probability >= 0) {
    offset = possible(fresh_boolean(swarm_answer(KIND_WEIGHTED, 1), probability), probability);
  } else {
    memory->fresh_count++;
    int64_t biased = swarm_answer(kind, last);
    offset = biased >= 0 ? (uint64_t)biased : random_answer(1, last);
  }
  words[place.word] = (uint32_t)offset;
  return offset;
}
