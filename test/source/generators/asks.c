/* A generator that asks its questions in every way that a table knows, each in a function of its own. */
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noinline, noclone))

APART static int word(void) { return rand(); }

/* The bound is the second argument, and the first is an address. */
APART static int below(const char *why, int count) {
  int number = word() % count;
  return *why == '!' ? -number : number;
}

APART static int scaled(int count) { return (int)(count * (word() / (RAND_MAX + 1.0))); }

APART static int is_likely(int percent) { return word() % 100 < percent; }

APART static int odd_below(int count) {
  int number;
  do number = word() % count;
  while (number % 2 == 0);
  return number;
}

APART static void digits(char *to, int count) {
  for (int i = 0; i < count; i++) to[i] = "0123456789abcdef"[word() % 16];
  to[count] = 0;
}

/* Two words, each of which matters, are no answer to one question. */
APART static long pair(int count) { return word() % count * 1000L + word() % (count + 1); }

APART static int in_three(void) { return is_likely(30) ? below("three", 3) : 3; }

/* Nobody sees it. */
APART static int unseen(void) { return word() % 5 * 0; }

int main(void) {
  for (int i = 5 + unseen(); i > 0; i--) {
    char text[5];
    digits(text, 4);
    printf("%d %d %d %s", below("count", 6 + i % 3), scaled(200 + i), odd_below(90 + i), text);
    printf(" %ld %s %d\n", pair(7), is_likely(10 * i) ? "yes" : "no", in_three());
  }
  return 0;
}
