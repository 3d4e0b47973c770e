void foo(void);
void f(int a) { int n = !a; if ((int)(double)n != n) foo(); }
