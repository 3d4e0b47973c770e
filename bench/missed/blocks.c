/*
 * Blocks that never run, one in each function. To remove each of them takes another optimisation, so switching one
 * off costs a block. The calls of `main` keep every function defined and make it run.
 */
#define MARKER(n) void cgfuzz_dead_##n(void);
MARKER(0) MARKER(1) MARKER(2) MARKER(3) MARKER(4) MARKER(5) MARKER(6) MARKER(7)
MARKER(8) MARKER(9) MARKER(10) MARKER(11) MARKER(12) MARKER(13) MARKER(14) MARKER(15)
MARKER(16) MARKER(17) MARKER(18) MARKER(19) MARKER(20) MARKER(21) MARKER(22)

int range(int x, int *p) {
  if (x > 10 && p[0] > x)
    if (x < 5) cgfuzz_dead_0();
  return x;
}

int bits(int x, int *p) {
  unsigned k = 8;
  for (int i = 0; i < x; i++) {
    if (k & 3) cgfuzz_dead_1();
    k += 4 * p[0];
  }
  return k;
}

int copied(int x, int *p) {
  int a[4] = {1, 2, 3, 4}, b[4];
  __builtin_memcpy(b, a, sizeof a);
  p[0] = b[x & 3];
  if (b[2] != 3) cgfuzz_dead_2();
  return p[0];
}

int loaded(int x, int *p) {
  int a = p[0];
  if (x) p[2] = a + x;
  else p[2] = a;
  int b = p[2];
  if (x && b != a + x) cgfuzz_dead_3();
  return b;
}

int stored(int x, int *p) {
  for (int i = 0; i < 100; i++) {
    p[0] = 5;
    x += p[0];
  }
  if (p[0] != 5) cgfuzz_dead_4();
  return x;
}

int unrolled(int x, int *p) {
  int s = 0;
  for (int i = 0; i < 4; i++) s += i;
  if (s != 6) cgfuzz_dead_5();
  return x + p[0];
}

int last(int x, int *p) {
  int i = 0;
  while (i < 1000) {
    p[i & 1] += i;
    i++;
  }
  if (i != 1000) cgfuzz_dead_6();
  return x;
}

struct two {
  int a, b;
};
static struct two made(int x) {
  struct two t = {x, 2};
  return t;
}
int structs(int x, int *p) {
  struct two t = made(x), u = t;
  if (u.b != 2) cgfuzz_dead_7();
  return p[0] + u.a;
}

static int one(void) { return 1; }
int inlined(int x, int *p) {
  if (one() != 1) cgfuzz_dead_8();
  return x + p[0];
}

static int called(int k, int *p) {
  for (int i = 0; i < k; i++) p[i & 1] ^= i * k;
  for (int i = 0; i < k; i++) p[i & 1] += i * 3;
  return k < 0 ? 5 : k;
}
int once(int x, int *p) {
  if (called(7, p) != 7) cgfuzz_dead_9();
  return x;
}

int notNull(int x, int *p) {
  p[0] = x;
  if (!p) cgfuzz_dead_10();
  return x;
}

int ordered(int x, int *p) {
  unsigned a = p[0], b = p[1], c = (unsigned)x + a + b, d = b + x + a;
  if (c != d) cgfuzz_dead_11();
  return c;
}

static int never;
int global(int x, int *p) {
  if (never) cgfuzz_dead_12();
  return x + p[0];
}

static int table[3] = {1, 2, 3};
int constant(int x, int *p) {
  if (table[1] != 2) cgfuzz_dead_13();
  return x + p[0];
}

int counted(int x, int *p) {
  for (int i = 0; i < x; i++) {
    if (i < 0) cgfuzz_dead_14();
    p[i & 1]++;
  }
  return x;
}

int between(int x, int *p) {
  if (x < p[0] && p[0] < p[1])
    if (x >= p[1]) cgfuzz_dead_15();
  return x;
}

__attribute__((noinline)) static void limited(int k, int *p) {
  p[0] += k;
  if (k > 40) cgfuzz_dead_16();
}
int limits(int x, int *p) {
  limited(x & 15, p);
  limited(x & 31, p + 1);
  return x;
}

__attribute__((noinline)) static void fixed(int k, int *p) {
  p[0] += k;
  if (k != 3) cgfuzz_dead_17();
}
int arguments(int x, int *p) {
  fixed(3, p);
  fixed(3, p + 1);
  return x;
}

int words(int x, int *p) {
  char b[16];
  __builtin_strcpy(b, "abc");
  p[0] = b[x & 1];
  if (__builtin_strlen(b) != 3) cgfuzz_dead_18();
  return x;
}

int aliased(int *p, short *q) {
  p[0] = 1;
  q[0] = 2;
  if (p[0] != 1) cgfuzz_dead_19();
  return p[0];
}

__attribute__((noinline)) static int pointed(int *r) {
  if (*r != 5) cgfuzz_dead_20();
  return *r;
}
int pointer(int x, int *p) {
  int t = 5;
  return p[0] + x + pointed(&t);
}

int equal(int x, int *p) {
  if (x == p[0]) {
    p[1] = 1;
    if (p[0] != x) cgfuzz_dead_21();
  }
  return x;
}

int threaded(int x, int *p) {
  int k = 0;
  if (x > 3) k = 1;
  p[0] = k;
  if (k == 0)
    if (x > 3) cgfuzz_dead_22();
  return x;
}

int (*const all[])(int, int *) = {range,  bits,   copied,   loaded, stored,   unrolled,  last,    structs,
                                  inlined, once,  notNull,  ordered, global,  constant,  counted, between,
                                  limits, arguments, words, pointer, equal,   threaded};

int main(void) {
  volatile int x = 3;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    int data[4] = {3, 20, 30, 40};
    all[i](x, data);
  }
  int data = 1;
  short other = 1;
  return aliased(&data, &other) != 1;
}
