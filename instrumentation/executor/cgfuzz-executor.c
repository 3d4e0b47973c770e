/*
 * Runs stock compilers under the same protocol as the compile server: limits, outcomes, CPU time, peak memory.
 *
 * Files live in a memory file system that only this process and its children see. Compilers run in a process namespace
 * of their own. When the executor dies, however it dies, both are gone. If the kernel does not allow that (no root), a
 * folder in /dev/shm serves, which the executor removes if it ends in order.
 *
 * The payload holds the number of files, and for each file its name and bytes. Then comes the number of runs, and for
 * each run its packed arguments, the program first, each ended by a zero byte. A run's output is the file "out".
 */
#define _GNU_SOURCE
#include "../coverage/cgfuzz-coverage.h"
#include "../folder/folder.h"
#include "request-files.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char work_folder[64];
static int folder, work_is_ours; /* the executor must remove it itself */

static void remove_folder(void) {
  if (work_is_ours) folder_remove(folder, work_folder);
}

static void make_folder(void) {
  static const char *const mount_points[] = {"/mnt", "/media", "/srv"};
  if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", 0, MS_REC | MS_PRIVATE, 0) == 0)
    for (unsigned i = 0; i < 3; i++)
      if (mount("cgfuzz", mount_points[i], "tmpfs", 0, "mode=700") == 0) {
        strcpy(work_folder, mount_points[i]);
        return;
      }
  strcpy(work_folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/cgfuzz-XXXXXX" : "/tmp/cgfuzz-XXXXXX");
  if (!mkdtemp(work_folder)) _exit(95);
  work_is_ours = 1;
}

struct run {
  char *const *arguments;
  const struct cgfuzz_limits *limits;
  struct cgfuzz_slot *slot;
  int said;
};

static void become_compiler(const struct run *run) {
  setsid(); /* a signal to its process group reaches no other process */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  static const int usual[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGPROF, SIGPIPE, SIGINT};
  for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++) signal(usual[i], SIG_DFL);
  if (run->limits->cpu_ms) {
    rlim_t seconds = (run->limits->cpu_ms + 999) / 1000;
    struct rlimit cpu = {seconds, seconds + 1};
    setrlimit(RLIMIT_CPU, &cpu);
  }
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  dup2(run->said, 2);
  execvp(run->arguments[0], run->arguments);
  dprintf(2, "error: cannot run %s: %s\n", run->arguments[0], strerror(errno));
  _exit(127);
}

/* The first process of the namespace: when it ends, every process in the namespace ends. */
static void be_first(const struct run *run) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pid_t compiler = fork();
  if (compiler == 0) become_compiler(run);
  int status = 0;
  struct rusage usage;
  while (wait4(compiler, &status, 0, &usage) < 0 && errno == EINTR) {}
  run->slot->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run->slot->signal = WIFSIGNALED(status) ? (uint8_t)WTERMSIG(status) : 0;
  if (ran_out_of_time(status, &usage, run->limits)) run->slot->signal = SIGXCPU;
  _exit(0);
}

/* A person reads the start and the end of the text; only a bisection over passes needs all of it. */
static size_t most_text(char *const *arguments) {
  for (; *arguments; arguments++)
    if (strncmp(*arguments, "-opt-bisect-limit", 17) == 0) return 64u << 20;
  return 65536;
}

/*
 * Objects of programs have a few hundred KB; hidden options of alignment make half a GB. A shortened object does not
 * link.
 */
static const size_t most_output = 1u << 25;

static void body(void *argument) {
  struct run *run = argument;
  signal(SIGPROF, SIG_IGN); /* the limits that the compiler inherits keep the time */
  run->said = nameless_file("said");
  unshare(CLONE_NEWPID);
  pid_t first = fork();
  if (first == 0) be_first(run);
  int status;
  while (waitpid(first, &status, 0) < 0 && errno == EINTR) {}
  struct cgfuzz_slot *slot = run->slot;
  uint64_t text_bytes = 0;
  /* Without a namespace of its own, a program may have ended its parent. */
  if (WIFSIGNALED(status)) slot->signal = (uint8_t)WTERMSIG(status);
  take_text(run->said, &slot->text_offset, &text_bytes, most_text(run->arguments));
  slot->text_bytes = (uint32_t)text_bytes;
  if (slot->signal == SIGXCPU) slot->outcome = CGFUZZ_HANG;
  else if (slot->signal) slot->outcome = CGFUZZ_SIGNAL;
  else slot->outcome = slot->exit_code ? CGFUZZ_REJECTED : CGFUZZ_OK;
  take_file(open_regular("out"), &slot->output_offset, &slot->output_bytes, most_output);
  _exit(0);
}

void cgfuzz_serve(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits) {
  at = payload;
  end = payload + bytes;
  if (fchdir(folder)) _exit(94);
  write_files();
  unsigned count = number();
  if (count >= CGFUZZ_MAX_SLOTS) count = CGFUZZ_MAX_SLOTS - 1;
  for (unsigned i = 0; i < count; i++) {
    char **arguments = next_arguments();
    unlink("out");
    struct run run = {arguments, limits, cgfuzz_slot_at(i), -1};
    cgfuzz_supervise(run.slot, limits, body, &run);
  }
  folder_empty(folder);
  cgfuzz_set_slot_count(count);
}

int main(void) {
  int in = fcntl(0, F_DUPFD_CLOEXEC, 100), out = fcntl(1, F_DUPFD_CLOEXEC, 100), nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  make_folder();
  folder = open(work_folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  setenv("TMPDIR", work_folder, 1);
  cgfuzz_at_end = remove_folder;
  cgfuzz_loop(in, out);
}
