/* Part of cgfuzz-coverage.c: the functions that instrumented code calls. They must stay cheap, and call nothing. */

NO_COVERAGE void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
  for (unsigned i = 0; i < region_count; i++)
    if (regions[i].counters == start) return;
  if (start == stop || region_count == MAX_REGIONS) return;
  regions[region_count++] = (struct region){start, (size_t)(stop - start)};
}

NO_COVERAGE void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
  for (unsigned i = 0; i < pcs_count; i++)
    if (pc_tables[i].pairs == start) return;
  if (start == stop || pcs_count == MAX_REGIONS) return;
  pc_tables[pcs_count++] = (struct pcs){start, (size_t)(stop - start) / 2};
}

NO_COVERAGE void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  if (start == stop || *start) return;
  uint32_t more = (uint32_t)(stop - start);
  size_t old_bytes = guard_count, new_bytes = guard_count + more + 1;
  uint8_t *bigger = mmap(0, new_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bigger == MAP_FAILED) return;
  if (guard_counters) memcpy(bigger, guard_counters, old_bytes);
  guard_counters = bigger;
  for (uint32_t *guard = start; guard < stop; guard++) *guard = ++guard_count;
}

NO_COVERAGE void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { guard_counters[*guard]++; }

/* A comparison cell is a byte for a place in the program; its bits say how close the operands came. */
static inline NO_COVERAGE uint32_t cell_of(uintptr_t place) {
  return (uint32_t)((place * 0x9E3779B97F4A7C15ull) >> cmp_shift);
}
static inline NO_COVERAGE void compared(uintptr_t place, uint64_t a, uint64_t b) {
  if (!cmp_bits) return;
  unsigned different = (unsigned)__builtin_popcountll(a ^ b);
  unsigned bit = different == 0 ? 0 : 32 - (unsigned)__builtin_clz(different); /* 0, 1, 2-3, 4-7, ... 64 */
  cmp_bits[cell_of(place)] |= (uint8_t)(1u << bit);
}
#define PLACE ((uintptr_t)__builtin_return_address(0))
NO_COVERAGE void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_const_cmp1(uint8_t a, uint8_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b) { compared(PLACE, a, b); }
NO_COVERAGE void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
  if (!cmp_bits) return;
  uint64_t taken = 0;
  while (taken < cases[0] && cases[2 + taken] != value) taken++;
  cmp_bits[cell_of(PLACE + (taken >> 3) + 1)] |= (uint8_t)(1u << (taken & 7));
}
NO_COVERAGE void __sanitizer_cov_trace_div4(uint32_t value) { (void)value; }
NO_COVERAGE void __sanitizer_cov_trace_div8(uint64_t value) { (void)value; }
NO_COVERAGE void __sanitizer_cov_trace_gep(uintptr_t index) { (void)index; }
NO_COVERAGE void __sanitizer_cov_trace_pc_indir(uintptr_t callee) { (void)callee; }
/* Code with -fsanitize=fuzzer-no-link writes its stack depth here. */
__attribute__((tls_model("initial-exec"))) _Thread_local uintptr_t __sancov_lowest_stack;
