/*
 * Linked with a program whose statements were given counters: says at its exit which of them ran.
 *
 * The report goes to standard error, which is no part of what the program must print: a line of six bits a letter, for
 * statements, for wrapper calls that were reached, and for those whose guard stepped in. No header is included, since the
 * program is compiled by whatever compiler is fastest. A program that makes more steps than it may is ended: by a count,
 * never by a clock, so that what is known of a program does not depend on how fast a machine is.
 */
#ifndef CGFUZZ_STATEMENTS
#define CGFUZZ_STATEMENTS 1
#define CGFUZZ_WRAPPERS 0
#define CGFUZZ_STEPS 1
#endif

extern long write(int, const void *, unsigned long);
extern int atexit(void (*)(void));
extern void _exit(int);

unsigned char cgfuzz_ran[CGFUZZ_STATEMENTS + 1];
long cgfuzz_left = CGFUZZ_STEPS;

static char text[(CGFUZZ_STATEMENTS + 2 * CGFUZZ_WRAPPERS) / 6 + 64];
static char *end = text;

static void put(const char *word) {
  while (*word) *end++ = *word++;
}
static void put_bits(const unsigned char *bytes, long count) {
  *end++ = ' ';
  for (long i = 0; i < count; i += 6) {
    int bits = 0;
    for (int j = 0; j < 6 && i + j < count; j++) bits |= (bytes[i + j] != 0) << j;
    *end++ = (char)('0' + bits);
  }
}

#if CGFUZZ_WRAPPERS
/* Csmith's own, by the number of the call. */
extern char __executed_checks[], __failed_checks[];
#endif

static void report(void) {
  end = text;
  put("\ncgfuzz-ran");
  put_bits(cgfuzz_ran, CGFUZZ_STATEMENTS);
#if CGFUZZ_WRAPPERS
  put_bits((unsigned char *)__executed_checks, CGFUZZ_WRAPPERS);
  put_bits((unsigned char *)__failed_checks, CGFUZZ_WRAPPERS);
#endif
  put("\n");
  for (char *from = text; from < end;) {
    long put = write(2, from, (unsigned long)(end - from));
    if (put <= 0) return;
    from += put;
  }
}

void cgfuzz_cut(void) {
  write(2, "\ncgfuzz-cut\n", 12);
  _exit(0);
}

__attribute__((constructor)) static void start(void) { atexit(report); }
