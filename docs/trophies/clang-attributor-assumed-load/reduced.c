int printf(const char * , ...);
int m_0;
int *m_1 = &m_0;
int main() {
  if (*m_1) __builtin_unreachable();
  m_0 = 1;
  m_0 = *m_1;
  printf("%llu\n", m_0 + 0ULL);
}
