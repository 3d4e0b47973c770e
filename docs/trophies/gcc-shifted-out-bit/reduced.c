void foo(void);
void f(unsigned a) { a |= 1; if (a > 9 && a >> 1 == 4) foo(); }
