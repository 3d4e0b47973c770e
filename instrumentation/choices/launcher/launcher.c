/*
 * Launcher: runs generators for the engine, one program at a time, within limits, and leaves nothing behind.
 *
 * It stands between the engine and the generator because both can die at any moment. The launcher sees the engine's
 * death as the end of standard input. Then it kills every process that the generator started, and removes its folder.
 * The launcher is the reaper of all its descendants, so it also finds those that made themselves independent. A guard,
 * its parent, watches the launcher, since a generator may stop or kill its own parent.
 *
 *    launcher KEY=VALUE... -- COMMAND...
 *      mode=exec|fork|persistent|stream  a process for each program, a fork right before main, one process for all, or
 *                                 a process that talks over pipes (and may make one program or many)
 *      memory=BYTES               size of the shared memory
 *      output=BYTES               limit for each written file, standard output included
 *      data=BYTES                 limit of private memory; 0: none
 *      folder=BYTES               limit of the files in the working folder
 *      tmp=FOLDER                 parent folder of the working folder
 *      preload=FILE               library to preload; may be left out
 *      addresses=fixed            switch address space randomisation off
 *      alone=yes                  keep the generator from finding the engine
 *
 * The launcher says "ready PID MEMORY OUTPUT ERRORS WORK FOLDER". MEMORY to WORK are its own descriptors, which the
 * engine opens by way of /proc. FOLDER is the first name of the working folder, WORK; the generator may point the name
 * elsewhere.
 *
 * After each line "run TIMEOUT_MS" the launcher says "done REASON STATUS CPU_US PEAK_KB WALL_US IS_ALIVE". The limit is
 * CPU time for a busy run, which may take four times as long by the clock. For a waiting run the limit is by the clock.
 * A line "kill" ends a run early.
 *
 * In mode stream the launcher first says "stream TO FROM" if it started a process; the engine opens both and says "go".
 * The engine says "end" when it has heard of the end of a program.
 *
 * The arguments are those in the shared memory, or COMMAND's own if the memory holds none.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../folder/folder.h"
#include "memory.h"

enum { MODE_EXEC, MODE_FORK, MODE_PERSISTENT, MODE_STREAM };
enum { FOLDER_CHECK_MS = 100, GRACE_MS = 1000, KILL_MS = 5000 };

static struct {
  int mode;
  long memory_bytes, output_bytes, data_bytes, folder_bytes;
  const char *tmp, *preload;
  int fixed_addresses;
  int is_alone;
  char **command;
} options = {.memory_bytes = 1 << 20, .output_bytes = 1 << 26, .tmp = "/tmp"};

static int memory_fd, output_fd, errors_fd, signal_fd, folder_fd;
static char folder[4096];
static pid_t generator;
/* Part of the generator's CPU time that the launcher has charged to earlier runs. */
static long charged_us;
static int to_generator = -1, from_generator = -1;

/* The current run. */
static struct {
  pid_t process; /* of a fork server's child */
  int status;
  long cpu_us, peak_kb;
  int is_over, is_dead;
} run;

static void fail(const char *what) {
  fprintf(stderr, "launcher: %s: %s\n", what, strerror(errno));
  exit(2);
}

static long now_us(clockid_t clock) {
  struct timespec at;
  if (clock_gettime(clock, &at) != 0) return 0;
  return at.tv_sec * 1000000 + at.tv_nsec / 1000;
}

static void parse(int argc, char **argv) {
  static const char *const modes[] = {"exec", "fork", "persistent", "stream"};
  int i = 1;
  for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
    char *value = strchr(argv[i], '=');
    if (value == NULL) fail(argv[i]);
    *value++ = 0;
    const char *key = argv[i];
    if (strcmp(key, "mode") == 0) {
      for (int m = 0; m < 4; m++)
        if (strcmp(value, modes[m]) == 0) options.mode = m;
    } else if (strcmp(key, "memory") == 0) {
      options.memory_bytes = atol(value);
    } else if (strcmp(key, "output") == 0) {
      options.output_bytes = atol(value);
    } else if (strcmp(key, "data") == 0) {
      options.data_bytes = atol(value);
    } else if (strcmp(key, "folder") == 0) {
      options.folder_bytes = atol(value);
    } else if (strcmp(key, "tmp") == 0) {
      options.tmp = value;
    } else if (strcmp(key, "preload") == 0) {
      options.preload = value;
    } else if (strcmp(key, "addresses") == 0) {
      options.fixed_addresses = strcmp(value, "fixed") == 0;
    } else if (strcmp(key, "alone") == 0) {
      options.is_alone = strcmp(value, "yes") == 0;
    }
  }
  options.command = &argv[i < argc ? i + 1 : argc];
  if (options.command[0] == NULL) fail("no command");
}

static void set_limit(int which, long bytes) {
  if (bytes <= 0) return;
  struct rlimit limit = {(rlim_t)bytes, (rlim_t)bytes};
  setrlimit(which, &limit);
}

/* The arguments for this program, as the engine wrote them. */
static char **arguments(void) {
  struct cgfuzz_header header;
  if (pread(memory_fd, &header, sizeof header, 0) != sizeof header || header.argument_count == 0) return options.command;
  enum { MOST_BYTES = 1 << 20, MOST = 4096 };
  static char text[MOST_BYTES + 1];
  static char *list[MOST + 1];
  long got = pread(memory_fd, text, MOST_BYTES, (off_t)header.arguments_at);
  if (got <= 0) return options.command;
  text[got] = 0;
  char *at = text;
  uint64_t count = 0;
  for (; count < header.argument_count && count < MOST && at < text + got; count++) {
    list[count] = at;
    at += strlen(at) + 1;
  }
  list[count] = NULL;
  return list;
}

/* Turns this process into the generator's. */
static void become_generator(const int control[2]) {
  setsid(); /* a signal to its process group reaches no other process */
  int null = open("/dev/null", O_RDONLY);
  if (fchdir(folder_fd) != 0) _exit(127);
  /* The generator gets descriptors below 10; everything else closes itself. */
  int memory = fcntl(memory_fd, F_DUPFD_CLOEXEC, 10), output = fcntl(output_fd, F_DUPFD_CLOEXEC, 10),
      errors = fcntl(errors_fd, F_DUPFD_CLOEXEC, 10), in = -1, out = -1;
  if (control != NULL) {
    in = fcntl(control[0], F_DUPFD_CLOEXEC, 10);
    out = fcntl(control[1], F_DUPFD_CLOEXEC, 10);
  }
  dup2(null, 0);
  dup2(output, 1);
  dup2(errors, 2);
  if (options.mode == MODE_STREAM) {
    dup2(in, 3);
    dup2(out, 4);
    setenv("CGFUZZ_STREAM", "3,4", 1);
  } else if (!options.is_alone) {
    dup2(memory, 3);
    setenv("CGFUZZ_MEMORY", "3", 1);
    if (control != NULL) {
      dup2(in, 4);
      dup2(out, 5);
      setenv("CGFUZZ_CONTROL", "4,5", 1);
    }
    if (options.preload != NULL) setenv("LD_PRELOAD", options.preload, 1);
  }
  setenv("TMPDIR", folder, 1);
  setenv("PWD", folder, 1);
  if (options.fixed_addresses) personality(ADDR_NO_RANDOMIZE);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  set_limit(RLIMIT_FSIZE, options.output_bytes);
  set_limit(RLIMIT_DATA, options.data_bytes);
  sigset_t empty;
  sigemptyset(&empty);
  sigprocmask(SIG_SETMASK, &empty, NULL);
  signal(SIGPIPE, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execvp(options.command[0], arguments());
  dprintf(2, "cannot run %s: %s\n", options.command[0], strerror(errno));
  _exit(127);
}

static int read_line(char *line, size_t room);
static void clean_up_and_exit(int code);

/*
 * Hands the engine its ends of a stream generator's pipes. Our ends must close first: only then can the generator's
 * death show.
 */
static void hand_over(const int to[2], const int from[2]) {
  char line[64];
  printf("stream %d %d\n", to[1], from[0]);
  fflush(stdout);
  if (!read_line(line, sizeof line)) clean_up_and_exit(0);
  close(to[0]);
  close(to[1]);
  close(from[0]);
  close(from[1]);
}

static void start_generator(void) {
  charged_us = 0;
  int to[2] = {-1, -1}, from[2] = {-1, -1};
  if (options.mode != MODE_EXEC && (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)) fail("pipe");
  int control[2] = {to[0], from[1]};
  generator = fork();
  if (generator == 0) become_generator(options.mode == MODE_EXEC ? NULL : control);
  if (generator < 0) fail("fork");
  if (options.mode == MODE_EXEC) return;
  if (options.mode == MODE_STREAM) {
    hand_over(to, from);
    return;
  }
  close(to[0]);
  close(from[1]);
  to_generator = to[1];
  from_generator = from[0];
}

static void forget_generator(void) {
  generator = 0;
  if (to_generator >= 0) close(to_generator);
  if (from_generator >= 0) close(from_generator);
  to_generator = from_generator = -1;
}

static void took(int status, long cpu_us, long peak_kb) {
  run.status = status;
  run.cpu_us = cpu_us;
  run.peak_kb = peak_kb;
  run.is_over = 1;
}

/* Reaps every process that has ended. */
static void reap(void) {
  struct rusage used;
  int status;
  pid_t pid;
  while ((pid = wait4(-1, &status, WNOHANG | __WALL, &used)) > 0) {
    if (pid != generator) continue;
    long cpu_us = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
    run.is_dead = 1;
    /*
     * The kernel tells the CPU time of the generator's whole life; the launcher charges this run with its own part
     * alone.
     */
    took(status, cpu_us > charged_us ? cpu_us - charged_us : 0, used.ru_maxrss);
    forget_generator();
  }
}

/* Kills every child of a process except `spared`, and tells the number of children. */
static int kill_children_of(pid_t parent, pid_t spared) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
  FILE *list = fopen(path, "re");
  int count = 0, pid;
  while (list != NULL && fscanf(list, "%d", &pid) == 1)
    if (pid != spared) {
      kill(pid, SIGKILL);
      count++;
    }
  if (list != NULL) fclose(list);
  return count;
}

/*
 * Kills every child except `spared`, and every later descendant, which becomes our child as its parent dies. True if
 * none is left.
 */
static int kill_children(pid_t spared) {
  long deadline_us = now_us(CLOCK_MONOTONIC) + KILL_MS * 1000L;
  for (;;) {
    int left = kill_children_of(getpid(), spared);
    reap();
    if (left == 0) return 1;
    if (now_us(CLOCK_MONOTONIC) > deadline_us) return 0;
    usleep(200);
  }
}

static void clean_up_and_exit(int code) {
  kill_children(0);
  folder_remove(folder_fd, folder);
  exit(code);
}

static int read_whole(int fd, void *to, size_t bytes) {
  size_t done = 0;
  while (done < bytes) {
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (poll(&wait, 1, GRACE_MS) <= 0) return 0;
    ssize_t got = read(fd, (char *)to + done, bytes - done);
    if (got <= 0) return 0;
    done += (size_t)got;
  }
  return 1;
}

/*
 * Reads an answer of a fork server or a persistent generator. Nonsense ends the generator, for example if its memory
 * was overwritten.
 */
static void hear_generator(void) {
  struct {
    char letter, pad[3];
    int32_t number;
    uint64_t cpu_us, peak_kb;
  } said;
  if (read(from_generator, &said.letter, 1) == 1) {
    if (said.letter == 'D' && options.mode == MODE_PERSISTENT) {
      run.is_over = 1;
      return;
    }
    if (options.mode == MODE_FORK && read_whole(from_generator, said.pad, 7)) {
      if (said.letter == 'P') {
        run.process = said.number;
        return;
      }
      if (said.letter == 'X' && read_whole(from_generator, &said.cpu_us, 16)) {
        took(said.number, (long)said.cpu_us, (long)said.peak_kb);
        return;
      }
    }
  }
  if (generator > 0) kill(generator, SIGKILL);
  close(from_generator);
  from_generator = -1;
}

/* Reads a line from the engine. False if there are no more lines. */
static int read_line(char *line, size_t room) {
  size_t length = 0;
  while (length + 1 < room) {
    if (read(0, &line[length], 1) != 1) return 0;
    if (line[length] == '\n') break;
    length++;
  }
  line[length] = 0;
  return 1;
}

static void hear_signals(void) {
  struct signalfd_siginfo info;
  while (read(signal_fd, &info, sizeof info) == sizeof info)
    if (info.ssi_signo != SIGCHLD) clean_up_and_exit(128 + (int)info.ssi_signo);
}

static void stop_run(const char **reason, const char *why) {
  if (strcmp(*reason, "exit") != 0) return;
  *reason = why;
  if (options.mode == MODE_FORK && run.process > 0)
    kill(run.process, SIGKILL);
  else if (generator > 0)
    kill(generator, SIGKILL);
}

#include "limits.h"

static void run_once(long timeout_ms) {
  const char *reason = "exit";
  memset(&run, 0, sizeof run);
  folder_empty(folder_fd);
  if (ftruncate(output_fd, 0) != 0 || ftruncate(errors_fd, 0) != 0) fail("ftruncate");
  lseek(output_fd, 0, SEEK_SET);
  lseek(errors_fd, 0, SEEK_SET);
  long start_us = now_us(CLOCK_MONOTONIC);
  long deadline_us = start_us + timeout_ms * 1000, grace_us = 0;
  if (generator == 0) start_generator();
  clockid_t cpu_clock = 0;
  long cpu_before_us = 0, waited_before_us = 0;
  int is_lasting = options.mode == MODE_PERSISTENT || options.mode == MODE_STREAM;
  if (is_lasting && clock_getcpuclockid(generator, &cpu_clock) == 0)
    cpu_before_us = now_us(cpu_clock), waited_before_us = waited_us();
  /* If the generator is already dead, the loop below sees it. */
  if (to_generator >= 0 && write(to_generator, "R", 1) != 1) errno = 0;
  for (long check_at_us = start_us + FOLDER_CHECK_MS * 1000; !run.is_over;) {
    long left_ms = ((grace_us > 0 ? grace_us : deadline_us) - now_us(CLOCK_MONOTONIC)) / 1000;
    if (left_ms <= 0 && grace_us == 0) {
      long now = now_us(CLOCK_MONOTONIC), elapsed_us = now - start_us - (waited_us() - waited_before_us);
      long more_us = time_left_us(timeout_ms, elapsed_us, used_us(cpu_before_us));
      if (more_us > 0) {
        deadline_us = now + more_us;
        left_ms = more_us / 1000 + 1;
      }
    }
    if (left_ms <= 0) {
      if (grace_us > 0 && generator > 0) kill(generator, SIGKILL);
      stop_run(&reason, "time");
      grace_us = now_us(CLOCK_MONOTONIC) + GRACE_MS * 1000L;
      left_ms = GRACE_MS;
    }
    struct pollfd waits[] = {
        {.fd = 0, .events = POLLIN}, {.fd = signal_fd, .events = POLLIN}, {.fd = from_generator, .events = POLLIN}};
    poll(waits, 3, left_ms < FOLDER_CHECK_MS ? (int)left_ms + 1 : FOLDER_CHECK_MS);
    if (waits[0].revents != 0) {
      char line[64];
      if (!read_line(line, sizeof line)) clean_up_and_exit(0);
      if (options.mode == MODE_STREAM && strcmp(line, "end") == 0)
        run.is_over = 1;
      else
        stop_run(&reason, "killed");
    }
    if (waits[2].revents != 0) hear_generator();
    if (waits[1].revents != 0) hear_signals();
    if (!run.is_over) reap();
    if (options.folder_bytes > 0 && now_us(CLOCK_MONOTONIC) >= check_at_us) check_at_us = check_folder(&reason);
  }
  long wall_us = now_us(CLOCK_MONOTONIC) - start_us;
  if (is_lasting && !run.is_dead) {
    run.cpu_us = now_us(cpu_clock) - cpu_before_us;
    run.status = 0;
  }
  if (!is_lasting || run.is_dead) kill_children(options.mode == MODE_EXEC ? 0 : generator);
  if (options.folder_bytes > 0 && strcmp(reason, "exit") == 0 && folder_bytes(folder_fd) > options.folder_bytes)
    reason = "folder";
  charged_us += run.cpu_us;
  printf("done %s %d %ld %ld %ld %d\n", reason, run.status, run.cpu_us, run.peak_kb, wall_us, !run.is_dead);
  fflush(stdout);
}

#include "guard.h"

static int memory_file(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) fail("memfd_create");
  return fd;
}

int main(int argc, char **argv) {
  parse(argc, argv);
  stand_guard();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t heard;
  sigemptyset(&heard);
  int signals[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&heard, signals[i]);
  sigprocmask(SIG_BLOCK, &heard, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal_fd = signalfd(-1, &heard, SFD_CLOEXEC | SFD_NONBLOCK);
  memory_fd = memory_file("cgfuzz-memory");
  output_fd = memory_file("cgfuzz-output");
  errors_fd = memory_file("cgfuzz-errors");
  if (ftruncate(memory_fd, options.memory_bytes) != 0) fail("memory");
  /* Without these seals a generator could shrink the memory while the engine uses it, or fill the computer's memory. */
  fcntl(memory_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  snprintf(folder, sizeof folder, "%s/cgfuzz-XXXXXX", options.tmp);
  if (mkdtemp(folder) == NULL) fail(folder);
  folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  printf("ready %d %d %d %d %d %s\n", (int)getpid(), memory_fd, output_fd, errors_fd, folder_fd, folder);
  fflush(stdout);
  for (;;) {
    struct pollfd waits[] = {{.fd = 0, .events = POLLIN}, {.fd = signal_fd, .events = POLLIN}};
    poll(waits, 2, -1);
    if (waits[1].revents != 0) {
      hear_signals();
      reap();
    }
    if (waits[0].revents == 0) continue;
    char line[64];
    if (!read_line(line, sizeof line)) clean_up_and_exit(0);
    long timeout_ms;
    if (sscanf(line, "run %ld", &timeout_ms) == 1) run_once(timeout_ms);
  }
}
