struct { volatile int a, b; } s;
volatile int t;
int n;
int main(void) {
  for (int i = 0; i < 10; i++) {
    n += t;
    s.a = i;
  }
  return 0;
}
