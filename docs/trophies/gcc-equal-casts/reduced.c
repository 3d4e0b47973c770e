void foo(void);
void g(unsigned long long a, unsigned long long b) {
  if ((int)b < (int)a) { if ((int)b == (int)a) foo(); }
}
