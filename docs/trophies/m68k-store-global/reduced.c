int a[2];
void f(int x) {
  a[1] = x;
}
