void foo(void);
void f(int b) {
  for (int i = 0; i < 9; i++) {
    long x = i, y, *p = i == 1 ? &x : &y;
    *p = b & 15;
    if (x < 0) foo();
  }
}
