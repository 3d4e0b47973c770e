int printf(const char *, ...);
static void show(unsigned long long value) { printf("%llx\n", value); }
static volatile int hidden_zero;
static unsigned table[16] = {5, 82, 313, 698, 1237, 1930, 2777, 3778, 4933, 6242, 7705, 9322, 11093, 13018, 15097, 17330};
__attribute__((noinline)) static void f0(int z) {
  unsigned count = 0u;
  short s0 = (short)0;
  for (signed char i = (signed char)(z + -16); i <= -13; i = i + 1)
    for (short j = (short)(z + -18); j < z + -15; j = j + 2)
      for (short k = z + 13; k >= -3; k = k - 7) {
        unsigned long long e = (unsigned long long)i * 1153u + (unsigned long long)j * 575u + (unsigned long long)k * 997u + table[(i & 15)];
        e ^= e >> 5;
        count += 1;
        s0 ^= (short)e;
      }
  show(count == 0 ? 0 : (unsigned long long)count);
  show(count == 0 ? 0 : (unsigned long long)s0);
}
__attribute__((noinline)) static void f1(int z) {
  unsigned count = 0u;
  signed char s0 = (signed char)(-128);
  long long s1 = 9223372036854775807LL;
  unsigned s2 = 0u;
  for (signed char i = z + 2; i >= z + -16; i = i - 3)
    for (long long j = z + -18; j >= (long long)(z + -11); j = j - 7)
      for (long long k = (long long)(z + 21); (long long)(z + -2) < k; k = k - 3) {
        unsigned char e = (unsigned char)i * 397u + (unsigned char)j * 327u + (unsigned char)k * 1743u + table[(i & 15)];
        e ^= e >> 5;
        count += 1;
        if ((signed char)e > s0) s0 = (signed char)e;
        if ((long long)e < s1) s1 = (long long)e;
        s2 += (unsigned)e;
      }
  show(count == 0 ? 0 : (unsigned long long)count);
  show(count == 0 ? 0 : (unsigned long long)s0);
  show(count == 0 ? 0 : (unsigned long long)s1);
  show(count == 0 ? 0 : (unsigned long long)s2);
}
__attribute__((noinline)) static void f2(int z) {
  unsigned count = 0u;
  unsigned s0 = 0u;
  unsigned char s1 = (unsigned char)0;
  unsigned char s2 = (unsigned char)255;
  for (short i = (short)(z + -10); i < z + -5; i = i + 3)
    for (unsigned short j = z + 14; j <= 12; j = 3 + j)
      for (signed char k = z + 13; k >= z + 8; --k) {
        unsigned char e = (unsigned char)i * 1923u + (unsigned char)j * 1439u + (unsigned char)k * 887u;
        e ^= e >> 5;
        count += 1;
        s0 ^= (unsigned)e;
        s1 |= (unsigned char)e;
        if ((unsigned char)e < s2) s2 = (unsigned char)e;
      }
  show(count == 0 ? 0 : (unsigned long long)count);
  show(count == 0 ? 0 : (unsigned long long)s0);
  show(count == 0 ? 0 : (unsigned long long)s1);
  show(count == 0 ? 0 : (unsigned long long)s2);
}
__attribute__((noinline)) static void f3(int z) {
  unsigned count = 0u;
  unsigned long long s0 = 0ULL;
  long long s1 = -1LL;
  for (unsigned char i = 18; i <= z + 17; i += 5)
    for (unsigned j = 27; j < 51; j = j + 3) {
      unsigned char e = (unsigned char)i * 993u + (unsigned char)j * 1765u + table[(i & 15)];
      e ^= e >> 5;
      count += 1;
      s0 += (unsigned long long)e;
      s1 &= (long long)e;
    }
  show(count == 0 ? 0 : (unsigned long long)count);
  show(count == 0 ? 0 : (unsigned long long)s0);
  show(count == 0 ? 0 : (unsigned long long)s1);
}
int main(void) {
  f0(hidden_zero);
  f1(hidden_zero);
  f2(hidden_zero);
  f3(hidden_zero);
  return 0;
}
