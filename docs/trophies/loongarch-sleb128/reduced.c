int m_0[8][8];
long sum;
void hash(long value) {
  sum ^= value;
}
int main() {
  for (int i = 0; i < 60; i++) hash(((int * ) m_0)[i]);
}
