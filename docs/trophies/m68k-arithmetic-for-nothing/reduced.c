volatile long long m_0;
int k_1;
void test_0() {
  {L_0_0 : {
    m_0 * 3 + m_0 * 5 - 1LL ? 1LL : (long long)(m_0 * 3 + m_0 * 5);
  }}
}
int main() {
}
