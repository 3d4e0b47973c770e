#include "engine-names.h"

#include <string.h>

static int starts(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static int ends(const char *text, const char *with) {
  size_t length = strlen(text), tail = strlen(with);
  return length >= tail && memcmp(text + length - tail, with, tail) == 0;
}

static const char *number(const char *at, uint64_t *value) {
  *value = 0;
  while (*at >= '0' && *at <= '9') *value = *value * 10 + (uint64_t)(*at++ - '0');
  return at;
}

/* Reads the numbers among a template's parameters, as in `Lm32ELm624E`; returns how many there are. */
static int parameters(const char *at, uint64_t *values, int most) {
  int count = 0;
  while (count < most && at[0] == 'L' && at[1] >= 'a' && at[1] <= 'z') {
    at = number(at + 2, &values[count++]);
    if (*at++ != 'E') return count - 1;
  }
  return count;
}

static struct engine_place word(uint64_t bits) {
  struct engine_place place = {.answer = bits >= 1 && bits <= 64 ? ENGINE_WORD : ENGINE_NONE, .bits = (unsigned)bits};
  return place;
}

static struct engine_place of_twister(const char *name, char type, const char *at) {
  struct engine_place none = {.answer = ENGINE_NONE};
  uint64_t p[13];
  if (parameters(at, p, 13) != 13 || p[0] < 1 || p[0] > 64 || p[1] < 1) return none;
  if (ends(name, "EclEv")) return word(p[0]);
  if (!ends(name, "E11_M_gen_randEv")) return none;
  struct engine_place place = {.answer = ENGINE_TWIST, .type = type, .bits = (unsigned)p[0]};
  place.twister = (struct twister){p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11]};
  return place;
}

static struct engine_place of_congruential(const char *at) {
  struct engine_place none = {.answer = ENGINE_NONE};
  uint64_t p[3];
  if (parameters(at, p, 3) != 3 || p[2] == 1) return none;
  if (p[2] == 0) return word(64);
  uint64_t min = p[1] == 0;
  return (struct engine_place){.answer = ENGINE_RANGE, .min = min, .last = p[2] - 1 - min};
}

static struct engine_place of_engine(const char *name) {
  struct engine_place none = {.answer = ENGINE_NONE};
  const char *at = name + 3;
  uint64_t p[3];
  if (starts(at, "St23mersenne_twister_engineI")) return of_twister(name, at[28], at + 29);
  if (!ends(name, "EclEv")) return none;
  /* An engine that adapts another engine has the range of that engine. */
  if (starts(at, "St20discard_block_engineI")) at += 25;
  if (starts(at, "St20shuffle_order_engineI")) at += 25;
  if (starts(at, "St26linear_congruential_engineI")) return of_congruential(at + 32);
  if (starts(at, "St26subtract_with_carry_engineI") && parameters(at + 32, p, 3) == 3) return word(p[0]);
  return none;
}

static struct engine_place of_distribution(const char *name) {
  static const struct {
    const char *start;
    enum engine_answer answer;
    uint8_t type_at; /* nonzero if the type stands after the start */
  } known[] = {
      {"_ZNSt24uniform_int_distributionI", ENGINE_UNIFORM_INT, 1},
      {"_ZNSt21discrete_distributionI", ENGINE_DISCRETE, 1},
      {"_ZNSt22bernoulli_distributionclI", ENGINE_BERNOULLI, 0},
      {"_ZNSt25uniform_real_distributionI", ENGINE_UNIFORM_REAL, 1},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (!starts(name, known[i].start)) continue;
    const char *at = name + strlen(known[i].start);
    struct engine_place place = {.answer = known[i].answer, .type = known[i].type_at == 0 ? 'b' : *at};
    if (known[i].type_at != 0 && !starts(at + 1, "EclI")) break;
    /* The param_type is the last argument, or the distribution begins with it. */
    if (ends(name, "10param_typeE")) place.param = 2;
    else if (!ends(name, "RT_")) break;
    return place;
  }
  return (struct engine_place){.answer = ENGINE_NONE};
}

struct engine_place engine_of_name(const char *name) {
  static const char canonical[] = "_ZSt18generate_canonicalI";
  if (starts(name, canonical))
    return (struct engine_place){.answer = ends(name, "RT1_") ? ENGINE_CANONICAL : ENGINE_NONE, .type = name[sizeof canonical - 1]};
  if (!starts(name, "_ZNSt")) return (struct engine_place){.answer = ENGINE_NONE};
  struct engine_place place = of_engine(name);
  return place.answer != ENGINE_NONE ? place : of_distribution(name);
}

static const char *next_word(const char *at, size_t *length) {
  while (*at == ' ' || *at == '\t') at++;
  *length = strcspn(at, " \t\n");
  return at;
}

static int is_word(const char *at, size_t length, const char *text) {
  return strlen(text) == length && memcmp(at, text, length) == 0;
}

struct engine_place engine_of_line(const char *line, size_t *length) {
  struct engine_place place = {.answer = ENGINE_NONE}, none = place;
  size_t kind_length, limit_length, more_length;
  const char *kind = next_word(line + *length, &kind_length);
  const char *limit = next_word(kind + kind_length, &limit_length);
  const char *more = next_word(limit + limit_length, &more_length);
  if (is_word(kind, kind_length, "word")) place.answer = ENGINE_WORD;
  else if (is_word(kind, kind_length, "pick")) place.answer = ENGINE_PICK;
  else if (is_word(kind, kind_length, "integer")) place.answer = ENGINE_INTEGER;
  else if (is_word(kind, kind_length, "percent")) place.answer = ENGINE_PERCENT;
  else if (is_word(kind, kind_length, "unit") && limit_length == 0)
    return (struct engine_place){.answer = ENGINE_CANONICAL, .type = 'd'};
  else return none;
  int is_argument = limit_length == 4 && starts(limit, "arg") && limit[3] >= '1' && limit[3] <= '6';
  if (is_argument) place.bound = (uint8_t)(limit[3] - '0');
  else if (limit_length == 0 || number(limit, &place.last) != limit + limit_length) return none;
  if (place.answer == ENGINE_WORD) {
    if (is_argument || place.last < 1 || place.last > 64) return none;
    place.bits = (unsigned)place.last;
  }
  if (is_word(more, more_length, "wide")) place.is_wide = 1;
  else if (more_length != 0) return none;
  return place;
}
