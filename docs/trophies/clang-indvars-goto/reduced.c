int m[32][32];
int n;
void f(void) {
  static void *const first[] = {&&out};
  int s = 5;
  int i = 0, k = 0;
  goto *first[n];
out:
  for (; i < 100; i++) {
    if (!s) {
      static void *const to[] = {&&five};
    one:
      if (i & 255) goto eight;
      goto one;
    four:
      k++;
      if (m[i & 31][k]) goto six;
      goto one;
    five:
    six:
      k++;
      if (s) goto four;
      if (n) goto five;
    eight:
      goto *to[n];
    }
    s = 0;
  }
}
int main(void) {
}