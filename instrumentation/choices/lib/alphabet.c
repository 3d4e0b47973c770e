#include "alphabet.h"

#include <string.h>

#include "sys.h"

struct symbol cgfuzz_symbols[CGFUZZ_MAX_SYMBOLS];

/*
 * The start of an entry of the table. A label's text or a site's bounds follow, then zeros up to a multiple of eight.
 */
struct entry {
  uint8_t kind;
  uint8_t is_unsigned;
  uint16_t length;
  uint32_t spare;
};
struct bounds {
  uint64_t min, last;
};

static struct cgfuzz_header *memory;
static unsigned known = CGFUZZ_FIRST_FREE;
static uint64_t read_bytes;
static unsigned integer_sites;
/* Offset of each symbol's entry, to compare texts. */
static uint32_t entry_at[CGFUZZ_MAX_SYMBOLS];
/* Open addressing from hashes to symbols, never more than half full. */
static uint16_t small_slots[4096];
static uint16_t *slots = small_slots;
static uint32_t slot_mask = 4095;

static char *table(void) { return (char *)memory + memory->symbols_at; }

static uint32_t hash_of_site(unsigned kind, uint64_t min, uint64_t last, int is_unsigned) {
  uint64_t hash = (min * UINT64_C(0x9e3779b97f4a7c15)) ^ (last * UINT64_C(0xc2b2ae3d27d4eb4f));
  hash = (hash ^ hash >> 29 ^ (kind << 1 | (unsigned)is_unsigned)) * UINT64_C(0x165667b19e3779f9);
  return (uint32_t)(hash >> 32);
}

static uint32_t slot_hash(unsigned symbol) {
  struct symbol *s = &cgfuzz_symbols[symbol];
  return s->kind == KIND_SCOPE ? s->hash : hash_of_site(s->kind, s->min, s->last, s->is_unsigned);
}

static void insert(unsigned symbol) {
  uint32_t at = slot_hash(symbol) & slot_mask;
  while (slots[at] != 0) at = (at + 1) & slot_mask;
  slots[at] = (uint16_t)symbol;
}

static void make_room(void) {
  if (known * 2 < slot_mask) return;
  uint32_t mask = slot_mask * 8 + 7;
  uint16_t *larger = sys_pages((mask + 1) * sizeof *larger);
  if (larger == NULL) return;
  slots = larger;
  slot_mask = mask;
  for (unsigned symbol = CGFUZZ_FIRST_FREE; symbol < known; symbol++) insert(symbol);
}

/* True if doubles hold all values exactly: only then does the engine keep a choice in one word. */
static int is_exact(const struct symbol *symbol) {
  const int64_t largest = (INT64_C(1) << 53) - 1;
  if (symbol->is_unsigned || (int64_t)symbol->min < -largest || (int64_t)symbol->min > largest) return 0;
  return symbol->last <= (uint64_t)(largest - (int64_t)symbol->min);
}

/* Reads the next entry into the alphabet. False if the entry makes no sense. */
static int take_entry(uint64_t limit) {
  struct entry entry;
  if (known >= CGFUZZ_MAX_SYMBOLS || read_bytes + sizeof entry > limit) return 0;
  memcpy(&entry, table() + read_bytes, sizeof entry);
  uint64_t size = sizeof entry + ((entry.length + 7u) & ~7u);
  if (read_bytes + size > limit) return 0;
  struct symbol *symbol = &cgfuzz_symbols[known];
  const char *payload = table() + read_bytes + sizeof entry;
  memset(symbol, 0, sizeof *symbol);
  symbol->kind = entry.kind;
  symbol->is_unsigned = entry.is_unsigned;
  if (entry.kind == KIND_SCOPE) {
    symbol->hash = alphabet_hash(payload, entry.length);
  } else {
    struct bounds bounds;
    if (entry.kind < KIND_SCOPE || entry.kind > KIND_WORD || entry.length != sizeof bounds) return 0;
    memcpy(&bounds, payload, sizeof bounds);
    symbol->min = bounds.min;
    symbol->last = bounds.last;
    symbol->width = is_exact(symbol) && bounds.last <= UINT32_MAX ? 1 : 2;
    if (entry.kind == KIND_INTEGER) integer_sites++;
  }
  entry_at[known] = (uint32_t)read_bytes;
  read_bytes += size;
  make_room();
  insert(known++);
  return 1;
}

int alphabet_read(struct cgfuzz_header *header) {
  memory = header;
  cgfuzz_symbols[CGFUZZ_INLINE_SIGNED] = (struct symbol){.kind = KIND_INTEGER, .width = 6};
  cgfuzz_symbols[CGFUZZ_INLINE_UNSIGNED] = (struct symbol){.kind = KIND_INTEGER, .width = 6, .is_unsigned = 1};
  uint64_t limit = header->symbol_bytes;
  if (limit > header->symbols_room) return 0;
  while (read_bytes < limit)
    if (!take_entry(limit)) return 0;
  return header->symbol_count + CGFUZZ_FIRST_FREE == known;
}

static unsigned append(unsigned kind, int is_unsigned, const void *payload, size_t length) {
  struct entry entry = {.kind = (uint8_t)kind, .is_unsigned = (uint8_t)is_unsigned, .length = (uint16_t)length};
  uint64_t limit = read_bytes + sizeof entry + ((length + 7u) & ~7u);
  if (known >= CGFUZZ_MAX_SYMBOLS || limit > memory->symbols_room) return 0;
  memcpy(table() + read_bytes, &entry, sizeof entry);
  memcpy(table() + read_bytes + sizeof entry, payload, length);
  unsigned symbol = known;
  if (!take_entry(limit)) return 0;
  __atomic_signal_fence(__ATOMIC_RELEASE);
  memory->symbol_bytes = read_bytes;
  memory->symbol_count = known - CGFUZZ_FIRST_FREE;
  return symbol;
}

unsigned alphabet_label(const char *text, size_t length) {
  enum { LONGEST = 1024 };
  if (length > LONGEST) length = LONGEST;
  for (uint32_t at = alphabet_hash(text, length) & slot_mask; slots[at] != 0; at = (at + 1) & slot_mask) {
    if (cgfuzz_symbols[slots[at]].kind != KIND_SCOPE) continue;
    const char *entry = table() + entry_at[slots[at]];
    if (((const struct entry *)entry)->length == length && memcmp(entry + sizeof(struct entry), text, length) == 0)
      return slots[at];
  }
  return append(KIND_SCOPE, 0, text, length);
}

unsigned alphabet_site(enum cgfuzz_kind kind, uint64_t min, uint64_t last, int is_unsigned) {
  uint32_t hash = hash_of_site(kind, min, last, is_unsigned);
  for (uint32_t at = hash & slot_mask; slots[at] != 0; at = (at + 1) & slot_mask) {
    const struct symbol *s = &cgfuzz_symbols[slots[at]];
    if (s->kind == kind && s->min == min && s->last == last && s->is_unsigned == is_unsigned) return slots[at];
  }
  if (kind == KIND_INTEGER && (integer_sites >= memory->max_integer_sites || known >= CGFUZZ_MAX_SYMBOLS))
    return is_unsigned ? CGFUZZ_INLINE_UNSIGNED : CGFUZZ_INLINE_SIGNED;
  struct bounds bounds = {min, last};
  return append(kind, is_unsigned, &bounds, sizeof bounds);
}
