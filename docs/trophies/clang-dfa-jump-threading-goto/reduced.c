int printf(const char *, ...);
int o;
__attribute__((noinline)) void f(void) {
  int state = 1;
  for (int i = 0; i < 2; i++)
    switch (state) {
      case 0: {
        static void *const to[] = {&&a, &&end};
        o = i;
        goto *to[i];
      a:
        o = 5;
      end:
        state = 2;
        break;
      }
      case 1:
        state = 0;
        break;
    }
}
int main(void) {
  f();
  printf("%d\n", o);
}
