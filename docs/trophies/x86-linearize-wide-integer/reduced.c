int printf(const char *, ...);
__int128 m_0 = (__int128)0;
static inline int find_char(const char *s, char c) { const char *p = __builtin_strchr(s, c); return p ? p - s + 1 : 0; }
__attribute__((noinline)) void test_0(void) {
  { const char *s = &"a"[(unsigned long)m_0 % 2]; m_0 = find_char(s, ""[0] ? ""[0] : 'a'); }
}
int main() {
  test_0();
  printf("%llu %llu\n", (unsigned long long)m_0, (unsigned long long)(m_0 >> 64));
}
