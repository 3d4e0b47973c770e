int printf(const char *, ...);
__attribute__((noinline)) void test_0(void) {
  {
    int k_0 = 0;
    L_0_0: k_0++;
    L_0_1: k_0++;
    if (k_0 == 2) goto L_0_end;
    { static void *const L_0_t1[] = {&&L_0_end, &&L_0_0, &&L_0_end, &&L_0_end, &&L_0_end, &&L_0_end, &&L_0_end, &&L_0_end};
      goto *L_0_t1[(int)k_0 & 7]; }
    L_0_end:;
  }
}
int main() {
  test_0();
  printf("\n");
}
