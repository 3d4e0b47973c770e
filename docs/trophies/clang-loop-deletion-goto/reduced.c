int f(int n) {
  static void *const to[] = {&&end, &&again};
  int j;
again:
  j = 1;
  for (int i = 0; i < 2; i++)
    if (j)
      j = 0;
    else
      return 7;
  goto *to[n];
end:
  return n;
}
int main(void) {
  return f(0) - 7;
}
