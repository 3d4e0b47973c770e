void foo(void);
void f(long long x) { long long a = (short)x; if (a > -99 && a < 99 && (a < 0 ? -a : a) > 98) foo(); }
