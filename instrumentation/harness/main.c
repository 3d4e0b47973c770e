/*
 * A main for harnesses: programs that have LLVMFuzzerTestOneInput and no main of their own, as libFuzzer runs them.
 *
 * With names of files it runs each of them and says so, so that the bare program shows a finding again. Without names it
 * reads standard input: this is how cgfuzz runs it. Everything here is weak, so that a program's own main wins.
 */
#include "../coverage/cgfuzz-coverage.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEAK __attribute__((weak))
WEAK int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
WEAK int LLVMFuzzerInitialize(int *count, char ***arguments);
/* Tells MemorySanitizer that values from this file, which it did not compile, are no garbage. */
WEAK void __msan_unpoison_param(size_t count);
int cgfuzz_harness_main(int count, char **arguments);

/*
 * Harnesses with mutators of their own need this function. cgfuzz mutates choices, and calls no mutator of a harness.
 */
WEAK size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most) {
  (void)data;
  return size < most ? size : most;
}

/* The copy has exactly the size of the input, so that a sanitizer sees a read beyond it. */
static uint8_t *exact_copy(const uint8_t *bytes, size_t size) {
  uint8_t *exact = malloc(size ? size : 1);
  if (exact) memcpy(exact, bytes, size);
  return exact;
}

static uint8_t *read_whole(FILE *from, size_t *size) {
  size_t room = 65536, have = 0, got;
  uint8_t *bytes = malloc(room);
  while (bytes && (got = fread(bytes + have, 1, room - have, from)) > 0)
    if ((have += got) == room) bytes = realloc(bytes, room *= 2);
  if (!bytes) {
    fprintf(stderr, "cgfuzz: the input does not fit into memory\n");
    exit(1);
  }
  *size = have;
  uint8_t *exact = exact_copy(bytes, have);
  free(bytes);
  return exact;
}

/* 1 if the harness refused the input, which lies in memory of exactly its size. */
static int cgfuzz_run_exact(const uint8_t *bytes, size_t size) {
  if (__msan_unpoison_param) __msan_unpoison_param(2);
  int answer = LLVMFuzzerTestOneInput(bytes, size);
  if (answer == 0 || answer == -1) return answer != 0;
  fprintf(stderr, "cgfuzz: LLVMFuzzerTestOneInput returned %d; allowed: 0, and -1 for an input that it refuses\n", answer);
  abort();
}

static int cgfuzz_run_harness(FILE *from) {
  size_t size;
  uint8_t *bytes = read_whole(from, &size);
  int refused = cgfuzz_run_exact(bytes, size);
  free(bytes);
  return refused;
}

static int cgfuzz_run_copy(const uint8_t *data, size_t size) {
  uint8_t *bytes = exact_copy(data, size);
  int refused = cgfuzz_run_exact(bytes, size);
  free(bytes);
  return refused;
}

int cgfuzz_harness_main(int count, char **arguments) {
  if (!LLVMFuzzerTestOneInput) {
    fprintf(stderr, "cgfuzz: this program has neither main nor LLVMFuzzerTestOneInput\n"
                    "  to link a harness from an archive, add: -Wl,-u,LLVMFuzzerTestOneInput\n");
    return 1;
  }
  if (LLVMFuzzerInitialize) {
    if (__msan_unpoison_param) __msan_unpoison_param(2);
    LLVMFuzzerInitialize(&count, &arguments);
  }
  if (count == 1 && !getenv("CGFUZZ_PROVOKE") && !getenv("CGFUZZ_FORKS")) cgfuzz_loop_over(cgfuzz_run_copy);
  cgfuzz_ready();
  int files = 0, is_served = getenv("CGFUZZ_SERVE") != 0;
  for (int i = 1; i < count; i++) {
    if (arguments[i][0] == '-') {
      fprintf(stderr, "cgfuzz: this program ignores %s: it takes names of files only\n", arguments[i]);
      continue;
    }
    FILE *file = fopen(arguments[i], "rb");
    if (!file) {
      perror(arguments[i]);
      return 1;
    }
    files++;
    if (!is_served) fprintf(stderr, "Running: %s\n", arguments[i]);
    int refused = cgfuzz_run_harness(file);
    fclose(file);
    if (refused) cgfuzz_refuse();
    if (!is_served) fprintf(stderr, "Executed %s%s\n", arguments[i], refused ? ": refused" : "");
  }
  if (files > 0) return 0;
  int refused = cgfuzz_run_harness(stdin);
  if (refused) cgfuzz_refuse();
  return refused;
}
WEAK __attribute__((alias("cgfuzz_harness_main"))) int main(int count, char **arguments);
