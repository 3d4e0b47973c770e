/**
 * Programs for trials of options: small programs with various work for optimisers, whose output shows their
 * results.
 */
import { type Program, programOf } from '../program/index.ts';

const integers = `
#include <stdio.h>
struct node { short kind; unsigned flags : 5; int value; struct node *next; };
static struct node nodes[16];
static int table[64], matrix[8][8];
static unsigned seed = 7;
static unsigned next(void) { return seed = seed * 1103515245u + 12345u; }
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
static int classify(int x) {
  switch (x & 15) {
    case 0: return 3; case 1: return 14; case 2: return 15; case 3: return 92; case 4: return 65;
    case 7: return gcd(x, 12); case 9: return x * 4; case 12: return -x; default: return x / 3;
  }
}
__attribute__((noinline)) static long sum(const int *p, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s += p[i] * (long)(i ^ 5);
  return s;
}
__attribute__((noinline)) static struct node pass(struct node a, int times) {
  while (times-- > 0) { a.value += a.flags; a.flags = (a.flags * 3 + 1) & 31; a.kind ^= (short)a.value; }
  return a;
}
static int apply(int (*f)(int), int x) { return f(x) + 1; }
int main(void) {
  for (int i = 0; i < 64; i++) table[i] = (int)(next() >> 16) % 1000 - 300;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) matrix[j][i] = table[i * 8 + j] + matrix[i][j];
  for (int i = 0; i < 16; i++) nodes[i] = (struct node){(short)i, (unsigned)table[i] & 31, table[i + 3], i > 0 ? &nodes[i - 1] : 0};
  unsigned hash = 0;
  for (struct node *n = &nodes[15]; n; n = n->next) {
    struct node m = pass(*n, 9);
    hash = hash * 31 + (unsigned)m.value + m.flags + (unsigned)m.kind + (unsigned)apply(classify, n->value);
  }
  for (int i = 0; i < 64; i++) {
    if (table[i] < 0) table[i] = -table[i];
    else if (table[i] > 500) table[i] >>= 2;
    table[i] = table[i] > 100 ? 100 : table[i];
  }
  long s = sum(table, 64) + sum(&matrix[0][0], 64);
  unsigned long long wide = 0x123456789abcdefULL;
  for (int i = 1; i < 40; i++) wide = (wide << (i & 7)) ^ (wide >> 13) ^ (unsigned long long)s / (unsigned)i;
  printf("%u %ld %llu\\n", hash, s, wide);
  return 0;
}
`;

const bytesAndFloats = `
#include <stdio.h>
#include <string.h>
static char text[256], copy[256];
static double samples[48];
static float small[33];
__attribute__((noinline)) static double mean(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += p[i] * 0.5;
  return s / n;
}
__attribute__((noinline)) static int find(const char *where, char what) {
  int at = 0;
  while (where[at] != 0 && where[at] != what) at++;
  return at;
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
volatile int zero;
int main(void) {
  for (int i = 0; i < 255; i++) text[i] = (char)('a' + (i * 7 + fib(i & 7)) % 26);
  memcpy(copy, text, sizeof text);
  memset(copy + 10, 'x', 17);
  memmove(copy + 3, copy, 40);
  int different = 0;
  for (unsigned i = 0; i < sizeof text; i++) different += text[i] != copy[i];
  for (int i = 0; i < 48; i++) samples[i] = (double)(text[i] * 8) / 4.0 - (double)(i - 20 + zero);
  for (int i = 0; i < 33; i++) small[i] = (float)samples[i] * 2.0f;
  float largest = small[0];
  for (int i = 1; i < 33; i++) if (small[i] > largest) largest = small[i];
  unsigned hash = 2166136261u;
  for (const char *p = copy; *p; p++) hash = (hash ^ (unsigned char)*p) * 16777619u;
  int compared = strcmp(text, copy) > 0;
  printf("%d %d %u %d %.3f %.3f %zu\\n", different, compared, hash, find(text, 'q'), mean(samples, 48), (double)largest, strlen(copy));
  return compared == 2;
}
`;

export const probePrograms: readonly Program[] = [integers, bytesAndFloats].map((text) => programOf(text));

/** The first of them, for machines without headers here. */
export const programWithoutHeaders: Program = programOf(
  integers.replace('#include <stdio.h>', 'int printf(const char *, ...);'),
);
