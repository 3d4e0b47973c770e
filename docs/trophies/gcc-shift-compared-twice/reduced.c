void foo(void);
void f(int a) { if (!(a >> 1) == a >> 1) foo(); }
