long long x = 5;
int main(void) {
  long long v = x;
  return __atomic_add_fetch(&x, v, __ATOMIC_RELAXED) != 10;
}
