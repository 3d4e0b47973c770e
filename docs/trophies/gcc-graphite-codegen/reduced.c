int m[8][8];
static unsigned long long sum;
static void hash(unsigned long long value) {
  sum ^= value + 0x9e3779b9ULL + (sum << 6) + (sum >> 2);
}
int printf(const char *, ...);
int main() {
  for (int i = 0; i < 64; i++)
    ((int *)m)[i] = i;
  for (int i = 0; i < 64; i++)
    hash(((int *)m)[i]);
  printf("%llu\n", sum);
}
