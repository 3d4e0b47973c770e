/*
 * A reader of JSON with ten defects, each after a whole and valid text.
 *
 * The rule for the defects was fixed before the first run. A reader does ten things with the tree of a text: it
 * merges, flattens, tabulates, compares, decodes, converts, resolves, descends, scopes and prunes. Each of them fails for one nested structure. No defect asks for a certain word, value or character. A defect
 * asks for kinds of parts, for equality within the text, and for at most eight levels.
 *
 * NESTED_OFF in the environment names defects that are off, with commas between them. The macro FOUND names a file: the
 * reader adds each defect that it met.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum kind { LITERAL, NUMBER, STRING, LIST, OBJECT };

struct node {
  enum kind kind;
  int isNull, isFraction, hasExponent;
  const char *text, *key; /* decoded; the key of a member */
  int hasPair;            /* the key has a surrogate pair that was escaped */
  int count;
  struct node *parent, *first, *last, *next;
};

enum { MOST_NODES = 20000, MOST_DEPTH = 300, MOST_BYTES = 65536 };
static struct node nodes[MOST_NODES];
static char letters[2 * MOST_BYTES];
static int nodeCount, letterCount;
static const char *at, *end;

static void defect(const char *name) {
  const char *off = getenv("NESTED_OFF");
  if (off && strstr(off, name)) return;
  int file = open(FOUND, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (file >= 0) dprintf(file, "%s\n", name), close(file);
  fprintf(stderr, "defect: %s\n", name);
  abort();
}

/* The text as a tree. */

static int peek(void) { return at < end ? (unsigned char)*at : -1; }
static int take(int wanted) { return peek() == wanted ? at++, 1 : 0; }
static int digit(void) { return peek() >= '0' && peek() <= '9'; }

static void space(void) {
  while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') at++;
}

static int takeWord(const char *word) {
  size_t length = strlen(word);
  if ((size_t)(end - at) < length || memcmp(at, word, length)) return 0;
  at += length;
  return 1;
}

static int digits(void) {
  if (!digit()) return 0;
  while (digit()) at++;
  return 1;
}

static int number(struct node *node) {
  take('-');
  if (!take('0') && !digits()) return 0;
  if (take('.')) {
    node->isFraction = 1;
    if (!digits()) return 0;
  }
  if (take('e') || take('E')) {
    node->hasExponent = 1;
    if (!take('+')) take('-');
    if (!digits()) return 0;
  }
  return 1;
}

static int hex4(void) {
  int value = 0;
  for (int i = 0; i < 4; i++, at++) {
    int c = peek() | 32;
    if (!digit() && (c < 'a' || c > 'f')) return -1;
    value = value * 16 + (digit() ? c - '0' : c - 'a' + 10);
  }
  return value;
}

static void put(int c) { letters[letterCount++] = (char)c; }

/* A unit of UTF-16 as up to three bytes. */
static void putUnit(int unit) {
  if (unit >= 0x800) put(0xe0 | unit >> 12), put(0x80 | (unit >> 6 & 63));
  else if (unit >= 0x80) put(0xc0 | unit >> 6);
  put(unit >= 0x80 ? 0x80 | (unit & 63) : unit);
}

static int string(const char **text, int *hasPair) {
  int high = 0;
  if (!take('"')) return 0;
  *text = letters + letterCount;
  while (!take('"')) {
    int c = peek(), unit = 0;
    if (c < 0x20) return 0;
    at++;
    if (c != '\\') put(c);
    else if (take('u')) {
      if ((unit = hex4()) < 0) return 0;
      if (high && unit >> 10 == 0x37) *hasPair = 1;
      putUnit(unit);
    } else {
      const char *known = "\"\\/bfnrt", *which = peek() > 0 ? strchr(known, peek()) : NULL;
      if (!which) return 0;
      at++;
      put("\"\\/\b\f\n\r\t"[which - known]);
    }
    high = unit >> 10 == 0x36;
  }
  put(0);
  return 1;
}

static struct node *value(struct node *parent, int depth);

static int parts(struct node *node, int depth, int close) {
  space();
  if (take(close)) return 1;
  do {
    const char *key = NULL;
    int hasPair = 0;
    space();
    if (node->kind == OBJECT) {
      if (!string(&key, &hasPair)) return 0;
      space();
      if (!take(':')) return 0;
    }
    struct node *part = value(node, depth + 1);
    if (!part) return 0;
    part->key = key;
    part->hasPair = hasPair;
    if (node->last) node->last->next = part;
    else node->first = part;
    node->last = part;
    node->count++;
  } while (take(','));
  return take(close);
}

static struct node *value(struct node *parent, int depth) {
  if (nodeCount == MOST_NODES || depth > MOST_DEPTH) return NULL;
  struct node *node = &nodes[nodeCount++];
  int isGood, ignored = 0;
  memset(node, 0, sizeof *node);
  node->parent = parent;
  space();
  if (take('{')) node->kind = OBJECT, isGood = parts(node, depth, '}');
  else if (take('[')) node->kind = LIST, isGood = parts(node, depth, ']');
  else if (peek() == '"') node->kind = STRING, isGood = string(&node->text, &ignored);
  else if (peek() == '-' || digit()) node->kind = NUMBER, isGood = number(node);
  else {
    node->isNull = takeWord("null");
    isGood = node->isNull || takeWord("true") || takeWord("false");
  }
  space();
  return isGood ? node : NULL;
}

/* The ten things that the reader does with the tree, each with its defect. */

static int holds(const struct node *node) { return node->kind >= LIST && node->count > 0; }

static struct node *member(const struct node *object, const char *key, const struct node *until) {
  for (struct node *part = object->first; part && part != until; part = part->next)
    if (!strcmp(part->key, key)) return part;
  return NULL;
}

/* A repeated key, with an object each time, and both objects have a key in common. */
static void merge(const struct node *object) {
  for (struct node *part = object->first; part; part = part->next) {
    const struct node *before = member(object, part->key, part);
    if (!before || before->kind != OBJECT || part->kind != OBJECT) continue;
    for (struct node *inner = part->first; inner; inner = inner->next)
      if (member(before, inner->key, NULL)) defect("merge");
  }
}

/* A list of lists with an empty list after one that holds a list. */
static void flatten(const struct node *list) {
  int hasDeep = 0;
  for (struct node *part = list->first; part; part = part->next)
    if (part->kind != LIST) return;
  for (struct node *part = list->first; part; part = part->next) {
    if (hasDeep && part->count == 0) defect("flatten");
    for (struct node *inner = part->first; inner; inner = inner->next) hasDeep |= inner->kind == LIST;
  }
}

/* A list of objects that have the same two keys or more, in the same order. */
static void tabulate(const struct node *list) {
  const struct node *head = list->first;
  if (list->count < 2 || head->kind != OBJECT || head->count < 2) return;
  for (struct node *row = head->next; row; row = row->next) {
    if (row->kind != OBJECT || row->count != head->count) return;
    for (struct node *a = head->first, *b = row->first; a; a = a->next, b = b->next)
      if (strcmp(a->key, b->key)) return;
  }
  defect("tabulate");
}

static int isEqual(const struct node *a, const struct node *b) {
  if (a->kind != b->kind || a->count != b->count || a->isFraction != b->isFraction) return 0;
  if (a->kind == STRING) return !strcmp(a->text, b->text);
  for (a = a->first, b = b->first; a; a = a->next, b = b->next)
    if ((a->key && strcmp(a->key, b->key)) || !isEqual(a, b)) return 0;
  return 1;
}

/* Neighbours of equal form in a list, which hold something that holds something. */
static void compareParts(const struct node *list) {
  for (struct node *part = list->first; part && part->next; part = part->next)
    if (holds(part) && holds(part->first) && isEqual(part, part->next)) defect("compare");
}

/* A key with an escaped surrogate pair, in an object in a list. */
static void decode(const struct node *part) {
  const struct node *object = part->parent;
  if (part->hasPair && object->parent && object->parent->kind == LIST) defect("decode");
}

/* A list of numbers alone, in an object, with a whole number, a fraction and an exponent in this order. */
static void convert(const struct node *list) {
  int stage = 0;
  if (!list->key) return;
  for (struct node *part = list->first; part; part = part->next) {
    if (part->kind != NUMBER) return;
    int form = part->hasExponent ? 2 : part->isFraction;
    if (form == stage) stage++;
  }
  if (stage == 3) defect("convert");
}

/* A string that names a key around it: a reference that never ends. At least one list is between the two. */
static void resolve(const struct node *text) {
  int hasList = 0;
  for (const struct node *around = text->parent; around; around = around->parent) {
    if (hasList && around->key && !strcmp(around->key, text->text)) defect("resolve");
    hasList |= around->kind == LIST;
    if (around->key && !strcmp(around->key, text->text)) return;
  }
}

/* Eight levels that are a list and an object in turns, with neighbours on each level. */
static void descend(const struct node *node) {
  int levels = 0;
  for (const struct node *around = node->parent; around && around->count > 1; around = around->parent, levels++)
    if (levels > 0 && around->kind == (levels % 2 ? node->parent->kind : LIST + OBJECT - node->parent->kind))
      return;
  if (levels >= 8) defect("descend");
}

/* The same key on three levels, one object within the other. */
static void scope(const struct node *part) {
  const struct node *middle = part->parent, *outer = middle->parent;
  if (!middle->key || !outer->key) return;
  if (!strcmp(part->key, middle->key) && !strcmp(middle->key, outer->key)) defect("scope");
}

/* Nothing is left of a part if all in it is null or empty. */
static int isNothing(const struct node *node) {
  if (node->kind < LIST) return node->isNull;
  for (struct node *part = node->first; part; part = part->next)
    if (!isNothing(part)) return 0;
  return 1;
}

/* An object that holds a list and an object, and nothing is left of both. */
static void prune(const struct node *object) {
  int hasList = 0, hasObject = 0;
  for (struct node *part = object->first; part; part = part->next) {
    if (!isNothing(part)) return;
    hasList |= part->kind == LIST && holds(part);
    hasObject |= part->kind == OBJECT && holds(part);
  }
  if (hasList && hasObject) defect("prune");
}

static void walk(const struct node *node) {
  if (node->key) decode(node), scope(node);
  if (node->kind == STRING) resolve(node);
  if (node->kind == OBJECT) merge(node), prune(node);
  if (node->kind == LIST && node->count) flatten(node), tabulate(node), compareParts(node), convert(node);
  descend(node);
  for (struct node *part = node->first; part; part = part->next) walk(part);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > MOST_BYTES) return 0;
  nodeCount = letterCount = 0;
  at = (const char *)data;
  end = at + size;
  const struct node *tree = value(NULL, 0);
  if (tree && at == end) walk(tree);
  return 0;
}
