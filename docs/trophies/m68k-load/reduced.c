#pragma pack(1)
struct S0 {
  unsigned f0 : 1;
  unsigned : 0;
  unsigned f1 : 1;
  volatile signed char f2;
  unsigned f3 : 8;
  unsigned f4 : 1;
  unsigned f5 : 8;
};
struct S0 g_3;
unsigned func_1(void) { return g_3.f3 + g_3.f4 + g_3.f5; }
