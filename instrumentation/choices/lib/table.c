#include "table.h"

#include <string.h>

#include "memory.h"

enum { MAX_WORDS = 7 };
struct word {
  const char *at;
  uint32_t length;
};

static int is(struct word word, const char *text) {
  return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

static uint32_t split(const char *line, const char *end, struct word *words) {
  uint32_t count = 0;
  while (line < end) {
    while (line < end && (*line == ' ' || *line == '\t' || *line == '\r')) line++;
    const char *start = line;
    while (line < end && *line != ' ' && *line != '\t' && *line != '\r') line++;
    if (line == start) break;
    if (*start == '#' && count == 0) break;
    if (count == MAX_WORDS) return MAX_WORDS + 1;
    words[count++] = (struct word){start, (uint32_t)(line - start)};
  }
  return count;
}

static int read_number(struct word word, uint64_t *number) {
  *number = 0;
  for (uint32_t i = 0; i < word.length; i++) {
    if (word.at[i] < '0' || word.at[i] > '9' || *number > UINT64_MAX / 16) return 0;
    *number = *number * 10 + (uint64_t)(word.at[i] - '0');
  }
  return word.length > 0;
}

static const char *read_limit(struct word word, struct row *row) {
  if (word.length == 4 && memcmp(word.at, "arg", 3) == 0 && word.at[3] >= '1' && word.at[3] <= '6') {
    row->argument = (uint32_t)(word.at[3] - '0');
    return NULL;
  }
  return read_number(word, &row->constant) ? NULL : "a limit is a number, or arg1 to arg6";
}

static const char *read_draw(const struct word *words, uint32_t count, struct row *row) {
  if (count < 4) return "a draw has a symbol, a kind and a limit";
  if (is(words[2], "pick"))
    row->what = 1 + KIND_PICK;
  else if (is(words[2], "integer"))
    row->what = 1 + KIND_INTEGER;
  else if (is(words[2], "percent"))
    row->what = 1 + KIND_WEIGHTED, row->flags = ROW_IS_PERCENT;
  else
    return "known kinds of draws: pick, integer, percent";
  for (uint32_t i = 4; i < count; i++) {
    if (is(words[i], "each"))
      row->flags |= ROW_KEEPS_ALL;
    else if (is(words[i], "scaled"))
      row->flags |= ROW_IS_SCALED;
    else if (is(words[i], "wide"))
      row->flags |= ROW_IS_64_BIT;
    else
      return "known words after a limit: each, scaled, wide";
  }
  return read_limit(words[3], row);
}

const char *table_read_line(const char *line, const char *end, struct row *row, const char **symbol, uint32_t *length) {
  struct word words[MAX_WORDS];
  uint32_t count = split(line, end, words);
  *symbol = NULL;
  if (count == 0) return NULL;
  if (count > MAX_WORDS) return "too many words";
  if (count < 2) return "a line has a symbol, as nm shows it";
  *row = (struct row){.label = words[1].at, .label_length = words[1].length};
  *symbol = words[1].at;
  *length = words[1].length;
  if (is(words[0], "draw")) return read_draw(words, count, row);
  if (is(words[0], "seed") || is(words[0], "fixed")) {
    row->what = *words[0].at == 's' ? ROW_SEED : ROW_FIXED;
    return count == 2 ? NULL : "seed and fixed have a symbol and nothing else";
  }
  if (!is(words[0], "scope")) return "lines begin with draw, scope, seed or fixed";
  if (count > 3) return "a scope has a symbol and a label";
  if (count == 3) row->label = words[2].at, row->label_length = words[2].length;
  return NULL;
}
