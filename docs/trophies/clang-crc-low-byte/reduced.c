int printf(const char *, ...);
__attribute__((noinline)) unsigned short f(unsigned char data, unsigned short crc) {
  for (int i = 0; i < 8; i++) {
    signed char top = data ^ crc;
    data <<= 1;
    crc = top < 0 ? crc << 1 ^ 0x1021 : crc << 1;
  }
  return crc;
}
int main(void) {
  printf("%d\n", f(8, 1));
}
