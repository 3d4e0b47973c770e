/* Go's threads do not survive a fork, so Go starts in the process that runs inputs, at its first input. */
#include <stddef.h>
#include <stdint.h>

extern void (*__start_go_start[])(int, char **, char **);
extern uint8_t __start___sancov_cntrs[], __stop___sancov_cntrs[];
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
int FuzzOne(const uint8_t *data, size_t size);

__attribute__((constructor)) static void count_edges(void) {
  __sanitizer_cov_8bit_counters_init(__start___sancov_cntrs, __stop___sancov_cntrs);
}
/* Go tells its counters again when it starts. */
void go_counters(uint8_t *start, uint8_t *stop) { (void)start, (void)stop; }
void go_places(const uintptr_t *start, const uintptr_t *stop) { (void)start, (void)stop; }
void __sanitizer_weak_hook_strcmp(void *at, const char *a, const char *b, int result) { (void)at, (void)a, (void)b, (void)result; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char *arguments[] = {"fuzzer", 0, 0, 0};
  static int has_started;
  if (!has_started) __start_go_start[0](1, arguments, arguments + 1);
  has_started = 1;
  return FuzzOne(data, size);
}
