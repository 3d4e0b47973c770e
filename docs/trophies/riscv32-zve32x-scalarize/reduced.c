long long m_0;
_Bool o_0;
void test_0() { o_0 = m_0; }
int main() {}
