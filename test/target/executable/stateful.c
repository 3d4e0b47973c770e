/* A harness that keeps something from input to input, and that misuses the process which it shares with other inputs. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <stdlib.h>

static int remembered;

__attribute__((noinline)) static void first_time(void) { __asm__ volatile(""); }
__attribute__((noinline)) static void later(void) { __asm__ volatile(""); }

static int is(const char *word, const uint8_t *data, size_t size) {
  return size == strlen(word) && memcmp(word, data, size) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (is("remember", data, size)) remembered = 1;
  if (is("recall", data, size)) remembered ? later() : first_time();
  if (is("trip", data, size) && remembered) abort();
  if (is("close", data, size))
    for (int descriptor = 0; descriptor < 4096; descriptor++) close(descriptor);
  if (is("leave", data, size)) _exit(0);
  if (size && data[0] == 'x') return -1;
  return 0;
}
