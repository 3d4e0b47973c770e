int printf(const char *, ...);
__attribute__((noinline, no_caller_saved_registers)) void f(int n) {
  volatile char big[100000];
  big[n] = 1;
}
int main(void) {
  register long x __asm__("r11") = 5;
  __asm__ volatile("" : "+r"(x));
  f(3);
  __asm__ volatile("" : "+r"(x));
  printf("%ld\n", x);
}
