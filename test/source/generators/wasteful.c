/* Draws much, and uses next to nothing of it: a table is shuffled, and two of its entries are looked at. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int table[1000];
  for (int i = 0; i < 1000; i++) table[i] = i;
  for (int i = 999; i > 0; i--) {
    int other = rand() % (i + 1), was = table[i];
    table[i] = table[other];
    table[other] = was;
  }
  for (int i = 0; i < 100; i++) printf("line %d\n", i);
  printf("%d\n", table[0] % 2);
}
