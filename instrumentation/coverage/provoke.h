/*
 * Part of cgfuzz-coverage.c: bad ends on demand. They show that cgfuzz notices them, without a bug in the person's
 * program.
 */

static NO_COVERAGE __attribute__((noinline)) int overflow_the_stack(volatile int *depth) {
  volatile char room[4096];
  room[0] = (char)++*depth;
  return overflow_the_stack(depth) + room[0];
}

static NO_COVERAGE void provoke(void) {
  const char *what = getenv("CGFUZZ_PROVOKE");
  if (!what) return;
  volatile int zero = 0;
  volatile size_t many = 64;
  if (!strcmp(what, "abort")) abort();
  if (!strcmp(what, "segv")) *(volatile int *)(intptr_t)zero = 1;
  if (!strcmp(what, "overflow")) overflow_the_stack(&zero);
  if (!strcmp(what, "exit")) exit(3);
  /* Sanitizers see it, because they have a memset of their own. */
  if (!strcmp(what, "report")) memset(malloc(8), 1, many);
  while (!strcmp(what, "memory")) memset(malloc(1 << 20), 1, 1 << 20);
  while (!strcmp(what, "hang")) zero++;
}
