/* Brings an engine of its own, under names of its own. */
#include <stdint.h>
#include <stdio.h>

static uint64_t state = 88172645463325252u;

__attribute__((noinline)) static uint64_t my_next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

__attribute__((noinline)) static unsigned below(unsigned count) { return (unsigned)(my_next() % count); }

__attribute__((noinline)) static int chance(int percent) { return my_next() % 100 < (unsigned)percent; }

static void statement(int depth) {
  if (depth < 3 && chance(60 - 10 * depth)) {
    printf("{\n");
    for (unsigned i = 0; i <= below(3); i++) statement(depth + 1);
    printf("}\n");
  } else {
    printf("x = %llu + %u;\n", (unsigned long long)my_next(), below(1000));
  }
}

int main(void) {
  for (unsigned i = 0; i <= 5 + below(5); i++) statement(0);
  return 0;
}
