/* Draws for ever, other symbols at other places in each program, so that what an earlier one left makes no sense. */
#include "cgfuzz.h"

int main(void) {
  uint32_t shift = cgfuzz_pick(7);
  for (;;) {
    for (uint32_t i = 0; i <= shift; i++) cgfuzz_pick(1000 + shift);
    cgfuzz_open("large");
    cgfuzz_integer(0, INT64_C(1) << 40);
    cgfuzz_close();
  }
}
