void foo(void);
void f(long long a) { a %= 16; if (a >= 0 && a % 4 < 0) foo(); }
