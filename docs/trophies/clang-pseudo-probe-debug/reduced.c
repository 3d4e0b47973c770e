int f(int a) {
  if (a < 8) return 1;
  return 2;
}
