/* A generator for tables: draws with bounds, rejects some answers, and makes things inside things. */
#include "toy.h"

#include <stdio.h>

void statement(int depth) {
  int kind = below(4);
  if (kind == 3 && depth < 3) {
    puts("{");
    for (int i = below(3); i >= 0; i--) statement_of(depth + 1);
    puts("}");
  } else {
    printf("x = %d %s;\n", odd_below(1000), chance(30) ? "+ y" : "");
  }
}

int main(void) {
  for (int i = 1 + below(5); i > 0; i--) statement_of(0);
  return 0;
}
