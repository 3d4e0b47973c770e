#include "cursor.h"

#include "alphabet.h"
#include "sys.h"

static const uint16_t *ops;
static const uint32_t *words;
static int64_t op_count;
/* The other end of a scope, and the place of an op's words, as in the engine's Outline. */
static int32_t *match;
static int32_t *word_at;
static int64_t room;
static unsigned strategy;

/* For `scopes`: the innermost scope's cursors, and the cursors of the scopes around it. */
struct place {
  int32_t choice, child, end, absent;
};
static struct place here;
static struct place *stack;
static uint32_t top;
static uint32_t fresh;
/* Labels that a search did not find: those of the scope at `top` start at its `absent`. */
static uint16_t *absent;
static uint32_t absent_room;
static int32_t absent_count;

/* For `depth` and `position`. */
static int64_t at;
static int32_t depth, recorded_depth;

enum { FRESH = -1 };

static int is_scope(int64_t op) { return cgfuzz_symbols[ops[op]].kind == KIND_SCOPE; }

static int outline(uint64_t word_count) {
  int32_t open = -1;
  uint64_t word = 0;
  for (int64_t i = 0; i < op_count; i++) {
    unsigned symbol = ops[i];
    word_at[i] = (int32_t)word;
    if (symbol == CGFUZZ_CLOSE) {
      if (open < 0) return 0;
      int32_t start = open;
      open = match[start];
      match[start] = (int32_t)i;
      match[i] = start;
    } else if (cgfuzz_symbols[symbol].kind == KIND_SCOPE) {
      match[i] = open;
      open = (int32_t)i;
    } else {
      if (cgfuzz_symbols[symbol].width == 0) return 0;
      match[i] = (int32_t)i;
      word += cgfuzz_symbols[symbol].width;
    }
  }
  return open == -1 && word == word_count;
}

int cursor_start(const struct cgfuzz_header *header) {
  const char *base = (const char *)header;
  ops = (const uint16_t *)(base + header->input_ops_at);
  words = (const uint32_t *)(base + header->input_words_at);
  op_count = (int64_t)header->input_op_count;
  strategy = header->resync;
  if (op_count >= INT32_MAX || header->input_word_count >= INT32_MAX) return 0;
  /* A persistent generator comes here once for each program. */
  if (op_count > room) {
    if (match != NULL) sys3(SYS_munmap, (long)match, room * 2 * (long)sizeof *match, 0);
    room = op_count + op_count / 2;
    match = sys_pages((size_t)room * 2 * sizeof *match);
  }
  if (stack == NULL) stack = sys_pages((CGFUZZ_MAX_DEPTH + 1) * sizeof *stack);
  if ((match == NULL && op_count > 0) || stack == NULL) {
    room = 0;
    return 0;
  }
  word_at = match + op_count;
  here = (struct place){.end = (int32_t)op_count};
  top = fresh = 0;
  absent_count = 0;
  at = depth = recorded_depth = 0;
  return outline(header->input_word_count);
}

static int32_t find_child(unsigned label) {
  int32_t child = here.child;
  if (child < here.end && ops[child] == label) return child;
  for (int32_t i = here.absent; i < absent_count; i++)
    if (absent[i] == label) return -1;
  while (child < here.end) {
    if (ops[child] == label) return child;
    child = match[child] + 1;
  }
  if ((uint32_t)absent_count == absent_room) {
    uint32_t larger_room = absent_room == 0 ? 65536 : absent_room * 4;
    uint16_t *larger = sys_pages(larger_room * sizeof *larger);
    if (larger == NULL) return -1; /* without memory a search is only slower */
    for (int32_t i = 0; i < absent_count; i++) larger[i] = absent[i];
    absent = larger;
    absent_room = larger_room;
  }
  absent[absent_count++] = (uint16_t)label;
  return -1;
}

static void scopes_open(unsigned label) {
  if (here.end == FRESH) {
    fresh++;
    return;
  }
  int32_t found = find_child(label);
  if (found != -1) here.child = match[found] + 1;
  stack[top++] = here;
  if (found == -1)
    here.end = FRESH;
  else
    here = (struct place){.choice = found + 1, .child = found + 1, .end = match[found]};
  here.absent = absent_count;
}

static void scopes_close(void) {
  if (fresh > 0) {
    fresh--;
    return;
  }
  absent_count = here.absent;
  here = stack[--top];
}

static int64_t scopes_next(void) {
  int32_t i = here.choice;
  while (i < here.end) {
    if (!is_scope(i)) {
      here.choice = i + 1;
      return i;
    }
    i = match[i] + 1;
  }
  here.choice = i;
  return -1;
}

static void depth_open(void) {
  if (recorded_depth == depth && at < op_count && is_scope(at)) {
    at++;
    recorded_depth++;
  }
  depth++;
}

static void depth_close(void) {
  if (recorded_depth == depth) {
    while (at < op_count && ops[at] != CGFUZZ_CLOSE) at = match[at] + 1;
    at++;
    recorded_depth--;
  }
  depth--;
}

static int64_t depth_next(void) {
  if (recorded_depth != depth) return -1;
  while (at < op_count) {
    if (ops[at] == CGFUZZ_CLOSE) return -1;
    if (!is_scope(at)) return at++;
    at = match[at] + 1;
  }
  return -1;
}

static int64_t position_next(void) {
  while (at < op_count) {
    if (cgfuzz_symbols[ops[at]].kind > KIND_SCOPE) return at++;
    at++;
  }
  return -1;
}

void cursor_open(unsigned label) {
  if (strategy == RESYNC_SCOPES)
    scopes_open(label);
  else if (strategy == RESYNC_DEPTH)
    depth_open();
}

void cursor_close(void) {
  if (strategy == RESYNC_SCOPES)
    scopes_close();
  else if (strategy == RESYNC_DEPTH)
    depth_close();
}

int64_t cursor_next(void) {
  switch (strategy) {
    case RESYNC_SCOPES:
      return scopes_next();
    case RESYNC_DEPTH:
      return depth_next();
    default:
      return position_next();
  }
}

unsigned cursor_symbol(int64_t op) { return ops[op]; }

const uint32_t *cursor_words(int64_t op) { return words + word_at[op]; }
