int k_0;
void test_0() {
  if (k_0) {
    void *L_1 = &&L_1_0;
  L_1_0:
    goto *L_1;
  }
  void *L_2 = &&L_2_0;
L_2_0:
  goto *L_2;
}
int main() {}
