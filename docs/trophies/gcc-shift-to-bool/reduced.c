int main(void) {
  if (0)
    return (_Bool)(1 >> 0x7fffffffffffffffLL);
  return 0;
}
