int printf(const char *, ...);
int m[5][3] = {{1, 2, 0}};
__attribute__((noinline)) void copy(void) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 2; j++)
      m[i + 1][j + 1] = m[i][j];
}
int main(void) {
  copy();
  printf("%d %d\n", m[1][1], m[2][2]);
}
