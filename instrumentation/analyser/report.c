/*
 * Linked with a program whose statements have counters: says at the program's exit which statements ran.
 *
 * The report is one line on standard error, which is no part of the program's output. It holds, with six bits a letter:
 * - the statements and then the operands that ran;
 * - the same that ran more than four times, as far as they are statements;
 * - the wrapper calls that the program reached;
 * - the wrapper calls whose guard stepped in.
 *
 * The least and the greatest value of each watched variable follow.
 *
 * This file includes no header, since the fastest compiler at hand compiles the program. A program that makes too many
 * steps is ended by a count, never by a clock. So the facts of a program do not depend on the speed of a computer.
 */
#ifndef CGFUZZ_MARKS
#define CGFUZZ_MARKS 1
#define CGFUZZ_WRAPPERS 0
#define CGFUZZ_WATCHES 0
#define CGFUZZ_MOST_SEEN 0
#define CGFUZZ_STEPS 1
#endif

extern long write(int, const void *, unsigned long);
extern int atexit(void (*)(void));
extern void _exit(int);

unsigned char cgfuzz_ran[CGFUZZ_MARKS + 1];
long cgfuzz_left = CGFUZZ_STEPS;

/* The values of one variable take 50 letters at most. */
static char text[(2 * CGFUZZ_MARKS + 2 * CGFUZZ_WRAPPERS) / 6 + 50 * CGFUZZ_MOST_SEEN + 64];
static char *end = text;

static void put(const char *word) {
  while (*word) *end++ = *word++;
}
static void put_bits(const unsigned char *bytes, int mask, long count) {
  *end++ = ' ';
  for (long i = 0; i < count; i += 6) {
    int bits = 0;
    for (int j = 0; j < 6 && i + j < count; j++) bits |= ((bytes[i + j] & mask) != 0) << j;
    *end++ = (char)('0' + bits);
  }
}

#if CGFUZZ_WATCHES
static struct {
  long long least, most;
  unsigned char seen;
} watched[CGFUZZ_WATCHES];

void cgfuzz_see(long index, long long value) {
  if (!watched[index].seen || value < watched[index].least) watched[index].least = value;
  if (!watched[index].seen || value > watched[index].most) watched[index].most = value;
  watched[index].seen = 1;
}

static void put_number(char before, long long value) {
  unsigned long long left = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
  char digits[24], *digit = digits;
  *end++ = before;
  if (value < 0) *end++ = '-';
  do *digit++ = (char)('0' + left % 10);
  while (left /= 10);
  while (digit > digits) *end++ = *--digit;
}

static void put_watched(void) {
  int room = CGFUZZ_MOST_SEEN;
  *end++ = ' ';
  for (long i = 0; i < CGFUZZ_WATCHES && room > 0; i++) {
    if (!watched[i].seen) continue;
    put_number(';', i);
    put_number(',', watched[i].least);
    put_number(',', watched[i].most);
    room--;
  }
}
#endif

#if CGFUZZ_WRAPPERS
/* Csmith's own counts, by the number of the call. */
extern char __executed_checks[], __failed_checks[];
#endif

static void report(void) {
  end = text;
  put("\ncgfuzz-ran");
  put_bits(cgfuzz_ran, 255, CGFUZZ_MARKS);
  put_bits(cgfuzz_ran, 16, CGFUZZ_MARKS);
#if CGFUZZ_WRAPPERS
  put_bits((unsigned char *)__executed_checks, 255, CGFUZZ_WRAPPERS);
  put_bits((unsigned char *)__failed_checks, 255, CGFUZZ_WRAPPERS);
#else
  put("  ");
#endif
#if CGFUZZ_WATCHES
  put_watched();
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
