int i_1[2][4];
int m_0 = 1;
int main() {
  int k_0 = 2;
  L_0_0 : if (k_0 && m_0) k_0--;
  L_0_1 : if (k_0 > 0 && m_0 << i_1[1][k_0]) {
    k_0--;
    goto L_0_1;
  }
  if (k_0 > 0) {
    k_0--;
    goto L_0_0;
  }
}
