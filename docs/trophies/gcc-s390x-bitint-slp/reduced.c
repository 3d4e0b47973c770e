struct S { _BitInt(7) b[2]; } s[16];
int main(void) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 2; j++) s[i].b[j] = 94 * i + j;
  return s[1].b[0] != -34;
}
