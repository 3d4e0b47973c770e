int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
void *mmap(void *, unsigned long, int, int, int, long);
int mprotect(void *, unsigned long, int);
long syscall(long, ...);
#define TEMPLATE static const __seg_gs __attribute__((used, section("template"), aligned(4096))) char
TEMPLATE a[4096] = {1};
TEMPLATE b[4096] = {2};
TEMPLATE c[4096] = {3};
TEMPLATE d[4096] = {4};
extern char __start_template[], __stop_template[];
__attribute__((noinline)) int f(unsigned x) {
  const __seg_gs char *p = a;
  switch (x & 3) {
  case 0: p = a; break;
  case 1: p = b; break;
  case 2: p = c; break;
  case 3: p = d; break;
  }
  return *p;
}
int main(void) {
  long size = __stop_template - __start_template;
  char *own = mmap(0, size, 3 /* PROT_READ | PROT_WRITE */, 34 /* MAP_PRIVATE | MAP_ANONYMOUS */, -1, 0);
  memcpy(own, __start_template, size);
  syscall(158 /* arch_prctl */, 0x1001 /* ARCH_SET_GS */, own - __start_template);
  mprotect(__start_template, size, 0 /* PROT_NONE */);
  printf("%d\n", f(1));
}
