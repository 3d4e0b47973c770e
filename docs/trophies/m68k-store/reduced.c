typedef signed char int8_t;
struct S1 {
  int8_t f0;
  unsigned f1 : 1;
  signed f2 : 16;
};
struct S1 g_2;
int8_t func_1(void) {
  if (g_2.f0)
    return g_2.f0;
  g_2.f2 &= -10;
  return g_2.f0;
}
