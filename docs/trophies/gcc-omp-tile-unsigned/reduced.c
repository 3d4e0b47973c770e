int printf(const char *, ...);
int main(void) {
  int n = 0;
#pragma omp tile sizes(3)
  for (unsigned i = 27; i >= 14; i = i - 2)
    n++;
  printf("%d\n", n);
}
