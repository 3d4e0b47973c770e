/*
 * A preloaded library for programs without our runtime: it ends them with cgfuzz, and writes where they crash.
 *
 * Runners of Centipede catch no signals, so that all crashes with one signal would be one finding. The environment
 * variable CGFUZZ_STACK names the file. Without it the library catches no signal, for example if a sanitizer writes
 * stacks itself. Lines of the file:
 *    cpu MICROSECONDS PEAK_KILOBYTES      when the process ends
 *    overflow                             the stack was full
 *    OFFSET MODULE                        a frame, innermost first
 * Invariant: the program ends as it would have ended without this library.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_FRAMES = 48, ALTERNATE_BYTES = 256 * 1024, NEAR_BYTES = 64 * 1024 };

static int file = -1;
static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};

static void say(const char *text, size_t size) {
  while (size > 0) {
    ssize_t done = write(file, text, size);
    if (done <= 0) return;
    text += done;
    size -= (size_t)done;
  }
}

static void say_cost(void) {
  struct rusage used;
  char line[80];
  if (getrusage(RUSAGE_SELF, &used) != 0) return;
  long long us = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000ll + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
  say(line, (size_t)snprintf(line, sizeof line, "cpu %lld %ld\n", us, used.ru_maxrss));
}

static void on_signal(int number, siginfo_t *info, void *context) {
  void *frames[MOST_FRAMES];
  char line[4400];
  say_cost();
  if (number == SIGSEGV) {
    intptr_t away = (intptr_t)info->si_addr - (intptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
    if (away > -NEAR_BYTES && away < NEAR_BYTES) say("overflow\n", 9);
  }
  int count = backtrace(frames, MOST_FRAMES);
  for (int at = 0; at < count; at++) {
    Dl_info about;
    if (!dladdr(frames[at], &about) || about.dli_fname == NULL) continue;
    say(line, (size_t)snprintf(line, sizeof line, "%lx %.4200s\n",
                               (long)((char *)frames[at] - (char *)about.dli_fbase), about.dli_fname));
  }
  /* The handler is gone: a fault comes again, and abort() raises again. A signal from elsewhere would be lost. */
  if (info->si_code <= 0 && number != SIGABRT) raise(number);
}

static void on_exit_say(void) { say_cost(); }

__attribute__((constructor)) static void start(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  unsetenv("LD_PRELOAD");
  const char *path = getenv("CGFUZZ_STACK");
  if (path == NULL) return;
  file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  unsetenv("CGFUZZ_STACK");
  if (file < 0) return;
  atexit(on_exit_say);
  if (getenv("CGFUZZ_NO_SIGNALS") != NULL) return;
  void *frame;
  backtrace(&frame, 1); /* loads the unwinder, which a handler must not do */
  stack_t alternate = {.ss_sp = malloc(ALTERNATE_BYTES), .ss_size = ALTERNATE_BYTES};
  if (alternate.ss_sp == NULL || sigaltstack(&alternate, NULL) != 0) return;
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
  for (size_t at = 0; at < sizeof signals / sizeof *signals; at++) sigaction(signals[at], &action, NULL);
}
