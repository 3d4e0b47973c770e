/*
 * Runs a command, and leaves nothing of it. After the command's end there is no process. After the engine's end there
 * is neither a process nor a folder.
 *
 *    cgfuzz-keeper FOLDER COMMAND [ARGUMENT...]
 *
 * - Descriptor 0 is the engine's life line. A byte on it ends the command. Its end means that the engine is dead, and
 *   then the keeper removes FOLDER too.
 * - Descriptors 1 and 2 take the command's output. The keeper closes its own copies, so that a reader sees their end.
 * - Descriptor 3 hears how the command ended: "exit CODE", "signal NUMBER" or "cannot REASON". Then follows "cpu
 *   MILLISECONDS", the time of all processes.
 *
 * The keeper is the reaper of all its descendants, so it also finds those that made themselves independent.
 */
#define _GNU_SOURCE
#include "../folder/folder.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPORT = 3, PAUSE_US = 200, MOST_PAUSES = 25000 };

static pid_t command;
static int command_status, has_ended;

static void reap(void) {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG | __WALL)) > 0;)
    if (pid == command) {
      command_status = status;
      has_ended = 1;
    }
}

/* Ends every child and every later descendant: a descendant becomes our child as its parent dies. */
static void end_everything(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  for (int pauses = 0; pauses < MOST_PAUSES; pauses++) {
    FILE *list = fopen(path, "re");
    int left = 0, pid;
    for (; list && fscanf(list, "%d", &pid) == 1; left++) kill(pid, SIGKILL);
    if (list) fclose(list);
    reap();
    if (!left) return;
    usleep(PAUSE_US);
  }
}

static void become_command(char **arguments, pid_t keeper) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) _exit(1);
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), 0);
  fcntl(REPORT, F_SETFD, FD_CLOEXEC);
  execvp(arguments[0], arguments);
  dprintf(REPORT, "cannot %s\n", strerror(errno));
  _exit(127);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t heard;
  sigemptyset(&heard);
  int signals[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&heard, signals[i]);
  sigprocmask(SIG_BLOCK, &heard, 0);
  int signal_fd = signalfd(-1, &heard, SFD_CLOEXEC | SFD_NONBLOCK);
  int folder = open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  pid_t self = getpid();
  command = fork();
  if (command == 0) become_command(arguments + 2, self);
  close(1);
  close(2);
  int is_told = 0, is_orphan = 0;
  while (command > 0 && !has_ended && !is_told && !is_orphan) {
    struct pollfd waits[] = {{0, POLLIN, 0}, {signal_fd, POLLIN, 0}};
    poll(waits, 2, -1);
    if (waits[1].revents) {
      struct signalfd_siginfo info;
      while (read(signal_fd, &info, sizeof info) == sizeof info)
        if (info.ssi_signo != SIGCHLD) is_told = 1;
      reap();
    }
    if (waits[0].revents) {
      char byte;
      if (read(0, &byte, 1) == 1) is_told = 1;
      else is_orphan = 1;
    }
  }
  end_everything();
  if (is_orphan && folder >= 0) folder_remove(folder, arguments[1]);
  if (command < 0) dprintf(REPORT, "cannot fork\n");
  else if (WIFSIGNALED(command_status)) dprintf(REPORT, "signal %d\n", WTERMSIG(command_status));
  else dprintf(REPORT, "exit %d\n", WEXITSTATUS(command_status));
  struct rusage used;
  if (getrusage(RUSAGE_CHILDREN, &used) == 0)
    dprintf(REPORT, "cpu %ld\n",
            (long)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
                (long)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000);
  return 0;
}
