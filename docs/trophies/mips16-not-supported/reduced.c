int g_2;
signed char g_10;
int t;
unsigned char mul(unsigned char a, unsigned char b) { return (unsigned int)a * (unsigned int)b; }
signed char func_1(void) {
  t = mul(g_2, g_2);
  g_10 &= t;
  return g_10;
}
int main(void) { return 0; }
