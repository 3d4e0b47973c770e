/* Part of cgfuzz-coverage.c: makes features of counters, once at the end of a child. */

static inline NO_COVERAGE unsigned bucket_of(uint8_t hits) {
  return hits < 4 ? hits - 1u : hits < 8 ? 3 : hits < 16 ? 4 : hits < 32 ? 5 : hits < 128 ? 6 : 7;
}

struct scan {
  struct cgfuzz_slot *slot;
  uint32_t *list; /* end of the new features */
  uint8_t *packed; /* end of the list of all features, each as its difference to the one before */
  uint32_t last;
  int whole, remember;
};

static inline NO_COVERAGE void see(struct scan *scan, size_t cell, unsigned bucket) {
  struct cgfuzz_slot *slot = scan->slot;
  uint32_t feature = (uint32_t)(cell * 8 + bucket);
  if (scan->whole) {
    uint32_t difference = feature - scan->last;
    scan->last = feature;
    for (; difference > 127; difference >>= 7) *scan->packed++ = (uint8_t)(difference | 128);
    *scan->packed++ = (uint8_t)difference;
    return;
  }
  slot->hit_count++;
  slot->hash = (slot->hash ^ feature) * 0x100000001B3ull;
  slot->hash ^= slot->hash >> 29;
  if (!(seen[cell] & (1u << bucket))) {
    *scan->list++ = feature;
    if (scan->remember) seen[cell] |= (uint8_t)(1u << bucket);
  }
}

/* Calls `see` for every counter that is not zero. Whole words of zeros, which are nearly all words, take one step. */
static NO_COVERAGE void scan_counters(struct scan *scan, const uint8_t *counters, size_t count, size_t first, int bits) {
  size_t i = 0;
  while (i < count) {
    if (((uintptr_t)(counters + i) & 7) == 0) {
      while (i + 32 <= count) {
        const uint64_t *word = (const uint64_t *)(const void *)(counters + i);
        if (word[0] | word[1] | word[2] | word[3]) break;
        i += 32;
      }
      if (i >= count) break;
    }
    uint8_t value = counters[i];
    if (value && !masked[first + i]) {
      if (!bits) see(scan, first + i, bucket_of(value));
      else for (unsigned bit = 0; bit < 8; bit++)
        if (value & (1u << bit)) see(scan, first + i, bit);
    }
    i++;
  }
}

static NO_COVERAGE void scan_all(struct scan *scan) {
  size_t first = 0;
  for (unsigned i = 0; i < region_count; i++) {
    scan_counters(scan, regions[i].counters, regions[i].count, first, 0);
    first += regions[i].count;
  }
  if (guard_count) scan_counters(scan, guard_counters + 1, guard_count, first, 0);
  if (cmp_bits) scan_counters(scan, cmp_bits, cmp_slots, edge_count, 1);
}

/* Only one child runs at a time: it may write straight after the taken part, then take as much. Returns bytes. */
static NO_COVERAGE uint32_t list_features(struct scan *scan, uint64_t *offset) {
  if (shared->arena_used + cell_count * 32 > ARENA_LIMIT) return 0;
  uint8_t *start = ARENA_BASE + shared->arena_used;
  scan->list = (uint32_t *)(void *)start;
  scan->packed = start;
  scan_all(scan);
  uint32_t bytes = (uint32_t)((scan->whole ? scan->packed : (uint8_t *)scan->list) - start);
  cgfuzz_arena_take(bytes, offset);
  return bytes;
}

static NO_COVERAGE void collect(struct cgfuzz_slot *slot, int remember, int is_of_use) {
  struct scan scan = {slot, 0, 0, 0, 0, remember && is_of_use};
  slot->hit_count = 0;
  slot->hash = 0xCBF29CE484222325ull;
  if (cgfuzz_coverage_held) return;
  slot->news_count = list_features(&scan, &slot->news_offset) / 4;
  if (!is_of_use) slot->news_count = 0;
  scan.whole = 1;
  slot->all_bytes = (request_flags & FLAG_WHOLE_SET) || ((request_flags & FLAG_WHOLE_IF_NEWS) && slot->news_count) ? list_features(&scan, &slot->all_offset) : 0;
}

NO_COVERAGE void cgfuzz_clear(void) {
  for (unsigned i = 0; i < region_count; i++) memset(regions[i].counters, 0, regions[i].count);
  if (guard_counters) memset(guard_counters, 0, guard_count + 1);
  if (cmp_bits) memset(cmp_bits, 0, cmp_slots);
}
