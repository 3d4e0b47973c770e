typedef __int128 v __attribute__((vector_size(32)));
__attribute__((noinline)) v atLeastOne(v x) {
  return x >= 1;
}
int main(void) {
  v x = {1, 5}, y = atLeastOne(x);
  __builtin_printf("%d %d\n", (int)y[0], (int)y[1]);
}
