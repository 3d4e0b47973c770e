int m[8];
void test(void) {
  for (int i = 0; i < 2; i++) {
    int j = 1, k = 0;
    static void *const a[] = {&&again};
  again:
    if (j > 0 && i) {
      j--;
      goto *a[0];
    }
    m[0] = i + i;
    if (m[i] == 0) goto in;
    int *p;
    *p = 1;
  back:;
    static void *const b[] = {&&in, &&back};
    goto *b[i];
    while (k != 2) {
    in:
      k++;
    }
  }
}
int main(void) {
  test();
}
