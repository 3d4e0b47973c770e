int printf(const char *, ...);
long long sum;
int main() { printf("%llu\n", sum); }
