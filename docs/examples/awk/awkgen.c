/* Writes a random program in awk. It is as simple as a generator can be: rand(), and recursion. */
#include <stdio.h>
#include <stdlib.h>

static int below(int limit) { return rand() % limit; }

static void expression(int depth) {
  if (depth == 0 || below(3) == 0) {
    if (below(2)) printf("%d", below(100));
    else printf("%c", "abn"[below(3)]);
    return;
  }
  printf("(");
  expression(depth - 1);
  printf(" %s ", (const char *[]){"+", "-", "*", ">", "<", "==", "~", ""}[below(8)]);
  expression(depth - 1);
  printf(")");
}

static void statement(int depth) {
  switch (depth == 0 ? below(2) : below(4)) {
    case 0: printf("%c = ", "abn"[below(3)]); expression(3); break;
    case 1: printf("print "); expression(3); break;
    case 2: printf("if ("); expression(2); printf(") {\n"); statement(depth - 1); printf("}"); break;
    case 3: printf("for (i%d = 0; i%d < %d; i%d++) {\n", depth, depth, below(9), depth); statement(depth - 1);
            printf("}"); break;
  }
  printf("\n");
}

int main(int count, char **words) {
  srand(count > 1 ? atoi(words[1]) : 1);
  printf("BEGIN {\n");
  do statement(3); while (below(4) != 0);
  printf("}\n");
}
