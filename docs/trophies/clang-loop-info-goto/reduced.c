void f(int n) {
  static void *const to[] = {&&loop, &&next};
  for (int i = 0; i < 2; i++)
    for (int k = 1; k-- > 0;)
      if (n) {
        goto *to[n];
      next:
        __asm__ volatile("");
        goto *to[n];
      loop:
        for (int j = 0; j < n; j++) __asm__ volatile("");
      }
}
int main(void) {
  f(0);
}
