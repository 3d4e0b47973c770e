void foo(void);
void f(short a, int b) {
  if ((a <= b ? a == 4 : b == 4) && (a <= b ? a != 4 : b != 4)) foo();
}
