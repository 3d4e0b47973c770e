void foo(void);
void f(int a) { a |= 1; if (a % 4 < 0 && a >= 0) foo(); }
