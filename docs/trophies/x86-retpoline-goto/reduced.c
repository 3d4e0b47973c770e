__attribute__((noinline, optnone)) int f(int n) {
  static void *const to[] = {&&end, &&end, &&end};
  goto *to[n];
end:
  return n;
}
int main(void) {
  return f(0);
}
