int printf(const char *, ...);
long long sum;
void test_0() {}

int main() { printf("%llu\n", sum); }
