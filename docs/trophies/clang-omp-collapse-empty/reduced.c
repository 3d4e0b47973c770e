int printf(const char *, ...);
void exit(int);
static int rounds;
static void visit(int i, int j) {
  printf("%d %d\n", i, j);
  if (++rounds == 3) exit(0);
}
int main(void) {
#pragma omp simd collapse(2)
  for (int i = 5; i < 7; i++)
    for (int j = 2 * i; j < 4; j++)
      visit(i, j);
  printf("%d rounds\n", rounds);
}
