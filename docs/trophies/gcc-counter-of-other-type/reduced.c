void foo(void);
void f(unsigned char n) { unsigned long long v = n & 3; for (int i = 0; i < v; i++) if ((int)v < i) foo(); }
