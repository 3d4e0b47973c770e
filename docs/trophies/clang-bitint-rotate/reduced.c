unsigned _BitInt(192) turn(unsigned _BitInt(192) x, unsigned by) {
  return __builtin_stdc_rotate_left(x, by);
}
