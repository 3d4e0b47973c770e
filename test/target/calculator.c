/* A small parser to be fuzzed: sums and products in brackets. It trusts one thing that is not so. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static int depth;

static long sum(void);
static long atom(void) {
  if (*at == '(') {
    at++;
    depth++;
    long value = sum();
    if (*at != ')') exit(1);
    at++;
    depth--;
    return value;
  }
  if (*at == '-') {
    at++;
    return -atom();
  }
  if (*at < '0' || *at > '9') exit(1);
  long value = 0;
  while (*at >= '0' && *at <= '9') value = (value * 10 + (*at++ - '0')) % 100003;
  return value;
}
static long product(void) {
  long value = atom();
  while (*at == '*' || *at == '/') {
    char operator = *at++;
    long right = atom();
    if (operator == '*') value *= right;
    else {
      if (depth > 2) assert(right != 0);
      value = right ? value / right : 0;
    }
  }
  return value;
}
static long sum(void) {
  long value = product();
  while (*at == '+' || *at == '-') {
    if (*at++ == '+') value += product();
    else value -= product();
  }
  return value;
}

int main(void) {
  static char text[65536];
  text[fread(text, 1, sizeof text - 1, stdin)] = 0;
  at = text;
  long value = sum();
  if (*at != 0 && *at != '\n') return 1;
  printf("%ld\n", value);
  return 0;
}
