void foo(void);
void f(int a, int b) { if (!(a && b) && a && b) foo(); }
