/* A harness that keeps something from input to input, and that misuses the process which it shares with other inputs. */
#include <signal.h>
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

/* A grandchild with a session of its own, whose parent is gone. */
static void hide(void) {
  setsid();
  if (fork() != 0) _exit(0);
  setsid();
  sleep(600);
  _exit(0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (is("remember", data, size)) remembered = 1;
  if (is("recall", data, size)) remembered ? later() : first_time();
  if (is("trip", data, size) && remembered) abort();
  if (is("close", data, size))
    for (int descriptor = 0; descriptor < 4096; descriptor++) close(descriptor);
  if (is("leave", data, size)) _exit(0);
  if (is("kill parent", data, size)) kill(getppid(), SIGKILL);
  if (is("kill group", data, size)) kill(0, SIGTERM);
  if (is("kill all", data, size)) kill(-1, SIGKILL);
  if (is("kill itself", data, size)) kill(-getpgrp(), SIGTERM);
  if (is("ask parent", data, size)) return kill(getppid(), 0);
  if (is("exit 139", data, size)) exit(139);
  if (is("hide a child", data, size) && fork() == 0) hide();
  if (is("hide and wait", data, size) && fork() == 0) hide();
  while (is("hide and wait", data, size)) pause();
  if (size && data[0] == 'x') return -1;
  return 0;
}
