// Runs machine code that another process compiled, on memory at the addresses that it names.
//
//    runner --symbols       prints names and addresses of functions that compilers call
//    runner                 answers requests on its standard input, until that closes
//
// A request `C` brings code; a request `R` runs it once, on memory that the request brings, and returns the result and
// memory. If the code crashes or does not end, this process dies, and the other side starts another one.
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

enum { MEMORY = 0x40000000, MEMORY_BYTES = 32 << 20, CODE = 0x42000000, CODE_BYTES = 4 << 20, SECONDS = 2 };

static void take(void *to, size_t bytes) {
  for (char *at = to; bytes > 0;) {
    ssize_t got = read(0, at, bytes);
    if (got <= 0) _exit(0);
    at += got, bytes -= got;
  }
}

static void give(const void *from, size_t bytes) {
  for (const char *at = from; bytes > 0;) {
    ssize_t wrote = write(1, at, bytes);
    if (wrote <= 0) _exit(0);
    at += wrote, bytes -= wrote;
  }
}

static uint32_t u32(void) {
  uint32_t value;
  take(&value, sizeof value);
  return value;
}

static uint64_t u64(void) {
  uint64_t value;
  take(&value, sizeof value);
  return value;
}

#define SYMBOLS_OF_C(X) \
  X(memcpy) X(memmove) X(memset) X(memcmp) X(bcmp) X(strlen) X(abort) \
  X(fmod) X(fmodf) X(fmodl) X(floor) X(floorf) X(ceil) X(ceilf) X(trunc) X(truncf) X(rint) X(rintf) X(nearbyint) X(nearbyintf) \
  X(round) X(roundf) X(roundeven) X(roundevenf) X(fma) X(fmaf) X(fmal) X(sqrt) X(sqrtf) X(fmin) X(fminf) X(fmax) X(fmaxf) \
  X(ldexp) X(ldexpf) X(frexp) X(frexpf) X(lrint) X(lrintf) X(llrint) X(llrintf) X(lround) X(lroundf) X(llround) X(llroundf) \
  X(fmaximum) X(fmaximumf) X(fminimum) X(fminimumf) X(fmaximum_num) X(fmaximum_numf) X(fminimum_num) X(fminimum_numf)
#define SYMBOLS_OF_COMPILERS(X) \
  X(__divti3) X(__modti3) X(__udivti3) X(__umodti3) X(__multi3) X(__ashlti3) X(__ashrti3) X(__lshrti3) \
  X(__fixsfti) X(__fixdfti) X(__fixunssfti) X(__fixunsdfti) X(__floattisf) X(__floattidf) X(__floatuntisf) X(__floatuntidf) \
  X(__addtf3) X(__subtf3) X(__multf3) X(__divtf3) X(__eqtf2) X(__netf2) X(__lttf2) X(__letf2) X(__gttf2) X(__getf2) X(__unordtf2) \
  X(__extendsftf2) X(__extenddftf2) X(__trunctfsf2) X(__trunctfdf2) X(__fixtfsi) X(__fixtfdi) X(__fixtfti) X(__fixunstfsi) X(__fixunstfdi) X(__fixunstfti) \
  X(__floatsitf) X(__floatditf) X(__floattitf) X(__floatunsitf) X(__floatunditf) X(__floatuntitf)
#ifdef __x86_64__
#define SYMBOLS_OF_MACHINE(X) \
  X(__fixxfti) X(__fixunsxfti) X(__floattixf) X(__floatuntixf) X(__extendxftf2) X(__trunctfxf2) X(__extendhfsf2) X(__extendhfdf2) X(__extendhfxf2) X(__extendhftf2) \
  X(__truncsfhf2) X(__truncdfhf2) X(__truncxfhf2) X(__trunctfhf2)
#else
#define SYMBOLS_OF_MACHINE(X) X(__extendhftf2) X(__trunctfhf2)
#endif
#define DECLARE(Name) extern char here_##Name[] __asm__(#Name);
SYMBOLS_OF_C(DECLARE)
SYMBOLS_OF_COMPILERS(DECLARE)
SYMBOLS_OF_MACHINE(DECLARE)

static int print_symbols(void) {
#define PRINT(Name) \
  printf("%s %lu\n", #Name, (unsigned long)(uintptr_t)here_##Name);
  SYMBOLS_OF_C(PRINT)
  SYMBOLS_OF_COMPILERS(PRINT)
  SYMBOLS_OF_MACHINE(PRINT)
  return 0;
}

static _Alignas(64) uint8_t arguments[65536], result[65536];

static void run_once(void) {
  uint64_t entry = u64();
  uint32_t argument_bytes = u32(), result_bytes = u32(), pokes = u32(), bytes = result_bytes;
  if (argument_bytes > sizeof arguments || result_bytes > sizeof result) _exit(3);
  take(arguments, argument_bytes);
  for (uint32_t i = 0; i < pokes; i++) {
    uint64_t address = u64();
    uint32_t size = u32();
    take((void *)(uintptr_t)address, size);
  }
  uint32_t peeks = u32();
  struct peek {
    uint64_t address;
    uint32_t size;
  } *list = calloc(peeks + 1, sizeof *list);
  for (uint32_t i = 0; i < peeks; i++) {
    list[i].address = u64(), list[i].size = u32();
    bytes += list[i].size;
  }
  memset(result, 0xa5, result_bytes);
  struct itimerval timer = {{0, 0}, {SECONDS, 0}};
  setitimer(ITIMER_PROF, &timer, NULL);
  ((void (*)(void *, void *))(uintptr_t)entry)(arguments, result);
  timer.it_value.tv_sec = 0;
  setitimer(ITIMER_PROF, &timer, NULL);
  give(&bytes, sizeof bytes);
  give(result, result_bytes);
  for (uint32_t i = 0; i < peeks; i++) give((void *)(uintptr_t)list[i].address, list[i].size);
  free(list);
}

int main(int count, char **words) {
  if (count > 1 && strcmp(words[1], "--symbols") == 0) return print_symbols();
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  void *memory = mmap((void *)MEMORY, MEMORY_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
  uint8_t *code = mmap((void *)CODE, CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, flags, -1, 0);
  if (memory == MAP_FAILED || code == MAP_FAILED) return 2;
  for (;;) {
    char kind;
    take(&kind, 1);
    if (kind == 'R') {
      run_once();
      continue;
    }
    uint32_t size = u32();
    if (kind != 'C' || size > CODE_BYTES) return 3;
    take(code, size);
    __builtin___clear_cache((char *)code, (char *)code + size);
  }
}
