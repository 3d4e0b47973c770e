/*
 * A generator that draws by a script, which holds the C and the TypeScript replay to each other. The same interpreter
 * stands in ../scripted.ts. Scripts are prefix expressions, one per program, given as its first argument.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgfuzz-abi.h"

static const char *at;
static unsigned long long last;

static const char *word(void) {
  static char text[64];
  size_t length = strcspn(at, " ");
  if (length > 63) exit(3);
  memcpy(text, at, length);
  text[length] = 0;
  at += length + (at[length] == ' ');
  return text;
}

static long long number(void) { return strtoll(word(), NULL, 10); }

static void show(unsigned long long value) {
  last = value;
  printf("%llu\n", value);
}

/* Runs the next expression, or only reads over it. */
static void node(int isRun) {
  char what = word()[0];
  switch (what) {
    case 'p': {
      long long count = number();
      if (isRun) show(cgfuzz_abi_pick((unsigned)count));
      break;
    }
    case 'w': {
      double weights[32];
      long long count = number();
      for (int i = 0; i < count; i++) weights[i] = (double)number();
      if (isRun) show(cgfuzz_abi_weighted(weights, (unsigned)count));
      break;
    }
    case 'i': {
      long long min = number(), max = number();
      if (isRun) show((unsigned long long)cgfuzz_abi_integer(min, max));
      break;
    }
    case 'u': {
      unsigned long long min = strtoull(word(), NULL, 10), max = strtoull(word(), NULL, 10);
      if (isRun) show(cgfuzz_abi_unsigned(min, max));
      break;
    }
    case 'b': {
      double thousandths = (double)number();
      if (isRun) show((unsigned long long)cgfuzz_abi_boolean(thousandths / 1000));
      break;
    }
    case 'r': {
      long long bits = number();
      if (isRun) show(cgfuzz_abi_word((unsigned)bits));
      break;
    }
    case 'd': /* bounds that depend on what was drawn */
      if (isRun) show((unsigned long long)cgfuzz_abi_integer(-(long long)(last % 50), (long long)(last % 3000)));
      break;
    case 's': {
      char label[64];
      strcpy(label, word());
      long long count = number();
      if (isRun) cgfuzz_abi_open(label, strlen(label));
      for (int i = 0; i < count; i++) node(isRun);
      if (isRun) cgfuzz_abi_close();
      break;
    }
    case 'l': {
      double thousandths = (double)number();
      long long most = number(), count = number();
      const char *body = at;
      while (isRun && most-- > 0 && cgfuzz_abi_boolean(thousandths / 1000)) {
        at = body;
        for (int i = 0; i < count; i++) node(1);
      }
      at = body;
      for (int i = 0; i < count; i++) node(0);
      break;
    }
    case 'c': {
      long long count = number();
      unsigned chosen = isRun ? cgfuzz_abi_pick((unsigned)count) : 0;
      for (unsigned i = 0; i < count; i++) node(isRun && i == chosen);
      break;
    }
    default:
      exit(3);
  }
}

int main(void) {
  while (cgfuzz_abi_next()) {
    at = cgfuzz_abi_argument(1);
    if (at == NULL) return 3;
    last = 0;
    printf("script\n");
    while (*at != 0) node(1);
  }
  return 0;
}
