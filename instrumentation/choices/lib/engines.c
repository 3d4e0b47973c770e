#define _GNU_SOURCE
#include "engines.h"

#include <stdio.h>
#include <string.h>

#include "engine-names.h"
#include "hooks.h"
#include "modules.h"
#include "scopes.h"
#include "symbols.h"
#include "sys.h"

/*
 * The registers of the caller, as engine-entry.S keeps them. The library puts the answer into the register that the
 * caller reads.
 */
struct registers {
  uint64_t arguments[6];
  uint64_t whole; /* rax */
  uint64_t r10, r11, pad;
  struct {
    double low, high;
  } real[16]; /* xmm0 to xmm15 */
};
_Static_assert(sizeof(struct registers) == 336, "engine-entry.S has the same layout");

enum { MAX_PLACES = 1024, THUNK_BYTES = 32, JUMP_BYTES = 14 };
static struct engine_place *places;
static uintptr_t *functions;
static unsigned char *thunks;
static int place_count;

void cgfuzz_engine_entry(void);
void cgfuzz_engine_answer(const struct engine_place *place, struct registers *caller, uintptr_t sp);

/* Answers when no engine is attached any more, for example in code that runs at the end. */
static uint64_t unattached(void) {
  static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
  return state = state * UINT64_C(6364136223846793005) + 1;
}

static uint64_t word(unsigned bits, uintptr_t sp) {
  if (!cgfuzz_is_on) return unattached() >> (64 - bits);
  return hook_word(SEEN_ENGINES, bits, sp);
}

/* An answer from `min` to `min + last`. A question with few answers probably decides something; with many, it
 * is probably a constant. */
static uint64_t number(uint64_t min, uint64_t last, int is_unsigned, uintptr_t sp) {
  enum { FEW = 256 };
  if (!cgfuzz_is_on) return min + (last == UINT64_MAX ? unattached() : unattached() % (last + 1));
  hook_lock();
  player_saw(SEEN_ENGINES);
  scopes_sync(sp);
  uint64_t answer = last < FEW ? player_draw(KIND_PICK, 0, last, 0) : player_draw(KIND_INTEGER, min, last, is_unsigned);
  hook_unlock();
  return min + answer;
}

static uint64_t below(uint64_t count, enum cgfuzz_kind kind, uintptr_t sp) {
  if (count == 0) return 0;
  if (!cgfuzz_is_on) return unattached() % count;
  hook_lock();
  player_saw(SEEN_ENGINES);
  scopes_sync(sp);
  uint64_t answer = player_draw(count > UINT32_MAX ? KIND_INTEGER : kind, 0, count - 1, 0);
  hook_unlock();
  return answer;
}

static uint64_t truth(double probability, uintptr_t sp) {
  if (!cgfuzz_is_on) return (double)(unattached() >> 11) / 9007199254740992.0 < probability;
  hook_lock();
  player_saw(SEEN_ENGINES);
  scopes_sync(sp);
  int answer = player_boolean(probability);
  hook_unlock();
  return (uint64_t)answer;
}

static uint64_t weighted(const double *weights, uint64_t count, uintptr_t sp) {
  if (count < 2 || count > UINT32_MAX || !cgfuzz_is_on) return 0;
  hook_lock();
  player_saw(SEEN_ENGINES);
  scopes_sync(sp);
  uint32_t answer = player_weighted(weights, (uint32_t)count);
  hook_unlock();
  return answer;
}

static uint64_t undo_right(uint64_t mixed, uint64_t shift, uint64_t mask) {
  uint64_t value = mixed;
  if (shift == 0) return mixed;
  for (uint64_t known = shift; known < 64; known += shift) value = mixed ^ (value >> shift & mask);
  return value;
}

static uint64_t undo_left(uint64_t mixed, uint64_t shift, uint64_t mask) {
  uint64_t value = mixed;
  if (shift == 0) return mixed;
  for (uint64_t known = shift; known < 64; known += shift) value = mixed ^ (value << shift & mask);
  return value;
}

/* The word of the state from which the engine will make this word. */
static uint64_t untempered(const struct twister *t, uint64_t word) {
  uint64_t all = t->bits == 64 ? UINT64_MAX : (UINT64_C(1) << t->bits) - 1;
  word = undo_right(word, t->l, all);
  word = undo_left(word, t->t, t->c & all);
  word = undo_left(word, t->s, t->b & all);
  return undo_right(word, t->u, t->d & all) & all;
}

/*
 * Fills in the last word of the state alone, so that the next draw comes here again. The state holds many words, and
 * operator(), which compilers inline into every caller, takes one after the other.
 */
static void twist(const struct engine_place *place, char *state, uintptr_t sp) {
  const struct twister *t = &place->twister;
  uint64_t value = untempered(t, word(place->bits, sp)), next = t->size - 1;
  if (place->type == 'j') {
    uint32_t narrow = (uint32_t)value;
    memcpy(state + next * 4, &narrow, 4);
    memcpy(state + ((t->size * 4 + 7) & ~UINT64_C(7)), &next, 8);
  } else {
    memcpy(state + next * 8, &value, 8);
    memcpy(state + t->size * 8, &next, 8);
  }
}

static int size_of(char type) {
  switch (type) {
    case 'a': case 'h': case 'c': case 'b': return 1;
    case 's': case 't': return 2;
    case 'i': case 'j': case 'f': return 4;
    default: return 8;
  }
}

static int is_signed(char type) { return type != 0 && strchr("acsilx", type) != NULL; }

static uint64_t load(const char *from, char type) {
  int size = size_of(type);
  uint64_t value = 0;
  memcpy(&value, from, (size_t)size);
  if (is_signed(type) && size < 8) value = (uint64_t)((int64_t)(value << (64 - 8 * size)) >> (64 - 8 * size));
  return value;
}

static uint64_t uniform_int(char type, const char *param, uintptr_t sp) {
  uint64_t low = load(param, type), high = load(param + size_of(type), type);
  return number(low, high - low, !is_signed(type) && high > INT64_MAX, sp);
}

static double real_of(char type, double value) {
  if (type != 'f') return value;
  /* A float lies in the lower half of the register. */
  float narrow = (float)value;
  double wide = 0;
  memcpy(&wide, &narrow, sizeof narrow);
  return wide;
}

static double unit(char type, uintptr_t sp) {
  /* As many bits as the type holds exactly, so that rounding never gives 1. */
  unsigned bits = type == 'f' ? 24 : 53;
  return (double)word(bits, sp) / (double)(UINT64_C(1) << bits);
}

static double uniform_real(char type, const char *param, uintptr_t sp) {
  double low, high;
  if (type == 'f') {
    float bounds[2];
    memcpy(bounds, param, sizeof bounds);
    low = bounds[0];
    high = bounds[1];
  } else {
    memcpy(&low, param, sizeof low);
    memcpy(&high, param + sizeof low, sizeof high);
  }
  return unit(type, sp) * (high - low) + low;
}

static uint64_t discrete(const char *param, uintptr_t sp) {
  /* A param_type begins with the vector of the probabilities. */
  const double *ends[2];
  memcpy(ends, param, sizeof ends);
  return weighted(ends[0], (uint64_t)(ends[1] - ends[0]), sp);
}

static double probability_in(const char *param) {
  double probability;
  memcpy(&probability, param, sizeof probability);
  return probability;
}

void cgfuzz_engine_answer(const struct engine_place *place, struct registers *caller, uintptr_t sp) {
  const char *param = (const char *)caller->arguments[place->param];
  uint64_t bound = place->bound == 0 ? place->last : caller->arguments[place->bound - 1];
  if (!place->is_wide) bound = (uint32_t)bound;
  switch (place->answer) {
    case ENGINE_NONE: break;
    case ENGINE_WORD: caller->whole = word(place->bits, sp); break;
    case ENGINE_RANGE: caller->whole = number(place->min, place->last, 0, sp); break;
    case ENGINE_TWIST: twist(place, (char *)caller->arguments[0], sp); break;
    case ENGINE_UNIFORM_INT: caller->whole = uniform_int(place->type, param, sp); break;
    case ENGINE_BERNOULLI: caller->whole = truth(probability_in(param), sp); break;
    case ENGINE_UNIFORM_REAL: caller->real[0].low = real_of(place->type, uniform_real(place->type, param, sp)); break;
    case ENGINE_CANONICAL: caller->real[0].low = real_of(place->type, unit(place->type, sp)); break;
    case ENGINE_DISCRETE: caller->whole = discrete(param, sp); break;
    case ENGINE_PICK: caller->whole = below(bound, KIND_PICK, sp); break;
    case ENGINE_INTEGER: caller->whole = below(bound, KIND_INTEGER, sp); break;
    case ENGINE_PERCENT: caller->whole = truth((double)bound / 100, sp); break;
  }
}

static void put(unsigned char **at, const void *bytes, size_t length) {
  memcpy(*at, bytes, length);
  *at += length;
}

/* Writes the call of the common entry; after the call lie the entry's address and the place. */
static void write_thunk(unsigned char *at, const struct engine_place *place) {
  uintptr_t values[2] = {(uintptr_t)&cgfuzz_engine_entry, (uintptr_t)place};
  put(&at, "\xff\x15\0\0\0\0", 6);
  put(&at, values, sizeof values);
}

static int write_jump(uintptr_t function, const unsigned char *to) {
  enum { PAGE = 4096 };
  uintptr_t page = function & ~(uintptr_t)(PAGE - 1);
  long length = (long)(((function + JUMP_BYTES + PAGE - 1) & ~(uintptr_t)(PAGE - 1)) - page);
  if (sys3(SYS_mprotect, (long)page, length, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return 0;
  unsigned char *at = (unsigned char *)function;
  put(&at, "\xff\x25\0\0\0\0", 6);
  put(&at, &to, 8);
  sys3(SYS_mprotect, (long)page, length, PROT_READ | PROT_EXEC);
  return 1;
}

static int make_room(void) {
  if (thunks != NULL) return 1;
  places = sys_pages(MAX_PLACES * sizeof *places);
  functions = sys_pages(MAX_PLACES * sizeof *functions);
  if (places == NULL || functions == NULL) return 0;
  long at = sys6(SYS_mmap, 0, MAX_PLACES * THUNK_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at < 0 && at > -4096) return 0;
  thunks = (unsigned char *)at;
  return 1;
}

static int is_taken(uintptr_t function) {
  for (int i = 0; i < place_count; i++)
    if (functions[i] == function) return 1;
  return 0;
}

/* Leaves a function alone if it is too short to hold the jump. */
static int take(uintptr_t function, uint64_t size, struct engine_place place) {
  if (is_taken(function)) return 1;
  if ((size > 0 && size < JUMP_BYTES) || place_count == MAX_PLACES || !make_room()) return 0;
  unsigned char *thunk = thunks + place_count * THUNK_BYTES;
  places[place_count] = place;
  write_thunk(thunk, &places[place_count]);
  if (!write_jump(function, thunk)) return 0;
  functions[place_count++] = function;
  return 1;
}

/* The system's own libraries are no part of a generator. */
static int is_of_generator(const struct module *module) {
  if (module_is_own(module->start)) return 0;
  const char *path = module->path;
  if (path == NULL || path[0] == 0) return 1;
  return strncmp(path, "/lib", 4) != 0 && strncmp(path, "/usr/lib", 8) != 0 && strncmp(path, "linux-vdso", 10) != 0;
}

static void take_standard(void) {
  const struct module *module;
  for (int m = 0; (module = module_number(m)) != NULL; m++) {
    const struct symbols *symbols = is_of_generator(module) ? symbols_of(module) : NULL;
    for (size_t i = 0; symbols != NULL && i < symbols->count; i++) {
      const char *name = symbol_function(symbols, i);
      if (name == NULL || name[0] != '_' || name[1] != 'Z') continue;
      struct engine_place place = engine_of_name(name);
      if (place.answer == ENGINE_NONE) continue;
      take(module->load_base + symbols->table[i].st_value, symbols->table[i].st_size, place);
    }
  }
}

static void refuse(const char *line, size_t length, const char *why) {
  char text[512];
  int bytes = snprintf(text, sizeof text, "cgfuzz: engines: %.*s: %s\n", (int)(length < 300 ? length : 300), line, why);
  sys3(SYS_write, 2, (long)text, bytes);
  sys_exit(2);
}

/* A number is an address as nm shows it. */
static uintptr_t address_in(const char *text, size_t length) {
  uintptr_t value = 0;
  if (length < 3 || text[0] != '0' || text[1] != 'x') return 0;
  for (size_t i = 2; i < length; i++) {
    const char *digits = "0123456789abcdef", *digit = strchr(digits, text[i]);
    if (text[i] == 0 || digit == NULL) return 0;
    value = value * 16 + (uintptr_t)(digit - digits);
  }
  return value;
}

static int take_symbol(const char *name, size_t length, struct engine_place place) {
  const struct module *module;
  int found = 0;
  for (int m = 0; (module = module_number(m)) != NULL; m++) {
    const struct symbols *symbols = is_of_generator(module) ? symbols_of(module) : NULL;
    for (size_t i = 0; symbols != NULL && i < symbols->count; i++) {
      const char *other = symbol_function(symbols, i);
      if (other == NULL || strncmp(other, name, length) != 0 || other[length] != 0) continue;
      found = 1;
      if (!take(module->load_base + symbols->table[i].st_value, symbols->table[i].st_size, place))
        refuse(name, length, "the function is too short to be answered in place");
    }
  }
  return found;
}

static void take_named(const char *line, size_t line_length) {
  size_t length = strcspn(line, " \t\n");
  struct engine_place place = engine_of_line(line, &length);
  if (place.answer == ENGINE_NONE)
    refuse(line, line_length, "write FUNCTION KIND LIMIT, as in: my_next word 64, or below pick arg1");
  uintptr_t address = address_in(line, length);
  const struct module *program = module_number(0);
  if (address != 0 && program != NULL) {
    uintptr_t at = program->load_base + address;
    if (at < program->code_start || at + JUMP_BYTES > program->code_end || !take(at, 0, place))
      refuse(line, length, "no such address in the program");
  } else if (!take_symbol(line, length, place)) {
    refuse(line, length, "no function of this name in the program; nm shows the program's functions");
  }
}

void engines_take_over(const char *lines) {
  /* Functions that a person named come first, and win if both know a function. */
  int wants_standard = 0;
  for (const char *line = lines; *line != 0;) {
    size_t length = strcspn(line, "\n");
    if (length == 3 && memcmp(line, "std", 3) == 0) wants_standard = 1;
    else if (length > 0) take_named(line, length);
    line += length + (line[length] == '\n');
  }
  if (wants_standard) take_standard();
  struct cgfuzz_header *memory = player_memory();
  if (memory != NULL) memory->seen[SEEN_PLACES] = (uint64_t)place_count;
}
