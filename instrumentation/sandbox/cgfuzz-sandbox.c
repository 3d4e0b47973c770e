/*
 * Runs test programs, which may do anything at all, under the same protocol as the compile server.
 *
 * A request is files and command lines. The commands run one after the other over the same files. Each command has:
 * - a file system in memory for the request, with a limit; everything else is read-only;
 * - no view of other people's sockets, terminals and temporary files;
 * - no network, by a namespace without any and a filter on socket();
 * - a process namespace, so that no process outlives the command;
 * - limits on CPU time, wall time, memory, files and processes;
 * - limits on memory and processes of all its processes together (census.h);
 * - a user of its own who owns nothing, if we may change the user.
 *
 * Standard output and standard error of a command go to files without a name that only this process keeps. The first is
 * the run's output, the second its text. The sandbox opens no file of a program by its name.
 *
 * If the kernel forbids a part of this, the run continues without it; the command `--confinement` tells which parts
 * work. docs/oracles.md has the table of the cases.
 *
 * Payload: the same as the executor's.
 */
#define _GNU_SOURCE
#include "../coverage/cgfuzz-coverage.h"
#include "../executor/request-files.h"
#include "../folder/folder.h"
#include "census.h"
#include "filter.h"
#include "punctual.h"
#include <errno.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <time.h>

enum { NOBODY = 65534, FIRST_USER = 0x6b000000, MANY_PROCESSES = 4, MOST_PROCESSES = 64, MOST_FILES = 256 };
enum { FIRST_TICK_MS = 10, TICK_MS = 20 };
static const rlim_t most_file_bytes = 48u << 20;
static const long most_folder_bytes = 256l << 20;
/* A program without a limit may reserve more memory than the computer has, and may use this much. */
static const uint64_t most_resident_bytes = 4ull << 30;

static char work_folder[64];
/* Variables for putenv(), which accepts only texts that have a name and a value at the time of the call. */
static char temporary[96] = "TMPDIR=/", home[96] = "HOME=/";
static const char *top = "/tmp";
static int folder = -1;
static int in_memory, no_network, own_processes, read_only, no_sockets;
static int writable_proc = -1; /* a mount of /proc that stays when all mounts become read-only */
static int user = -1; /* the user of the programs; -1 is our own user */

/* Removes the folders on disk that killed servers left. */
static void sweep(void) {
  DIR *list = opendir(top);
  for (struct dirent *each; list && (each = readdir(list));) {
    int owner;
    if (sscanf(each->d_name, "cgfuzz-sandbox-%d-", &owner) != 1 || kill(owner, 0) == 0 || errno != ESRCH) continue;
    struct stat about;
    int old = openat(dirfd(list), each->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    char path[300];
    snprintf(path, sizeof path, "%s/%s", top, each->d_name);
    if (old >= 0 && fstat(old, &about) == 0 && about.st_uid == geteuid()) folder_remove(old, path);
    if (old >= 0) close(old);
  }
  if (list) closedir(list);
}

static int write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  int done = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
  if (file >= 0) close(file);
  return done;
}

/* True if an attempt succeeds; a child tries it. */
static int can(int (*attempt)(int), int argument) {
  pid_t child = fork();
  if (child == 0) _exit(attempt(argument) ? 0 : 1);
  int status = 1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return child > 0 && status == 0;
}

static int become(int whom) {
  return setgroups(0, 0) == 0 && setresgid(whom, whom, whom) == 0 && setresuid(whom, whom, whom) == 0;
}

/*
 * Chooses a user that no other process has: the kernel counts a program's share by user, and programs of equal users
 * reach one another. If users are mapped, only some of them exist; in a container perhaps only root.
 */
static void choose_user(void) {
  int candidates[] = {FIRST_USER + getpid() % 0x1000000, NOBODY};
  for (unsigned i = 0; i < 2 && user < 0 && geteuid() == 0; i++)
    if (can(become, candidates[i])) user = candidates[i];
}

/*
 * Without the right to change the user, all that follows works only in a user namespace. There our user stays the same.
 * Root, who is no longer root there, is called nobody.
 */
static int enter_user_namespace(void) {
  char map[64];
  uid_t outside = geteuid(), inside = outside ? outside : NOBODY;
  gid_t group = getegid();
  if (unshare(CLONE_NEWUSER)) return 0;
  write_text("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", inside, outside);
  if (!write_text("/proc/self/uid_map", map)) return 0;
  snprintf(map, sizeof map, "%u %u 1", group ? group : NOBODY, group);
  return write_text("/proc/self/gid_map", map);
}

static int make_read_only(void) {
#ifdef SYS_mount_setattr
  struct {
    uint64_t set, clear, propagation, user;
  } attributes = {1 /* MOUNT_ATTR_RDONLY */, 0, 0, 0};
  return syscall(SYS_mount_setattr, -1, "/", 0x8000 /* AT_RECURSIVE */, &attributes, sizeof attributes) == 0;
#else
  return 0;
#endif
}

static int mount_folder(const char *where) {
  return mount("cgfuzz", where, "tmpfs", MS_NOSUID | MS_NODEV, "mode=777,size=256m,nr_inodes=16384") == 0;
}

static void confine_server(void) {
  choose_user();
  int allowed = getenv("CGFUZZ_FORBID_NAMESPACES") == 0;
  if (allowed && (user >= 0 || enter_user_namespace())) {
    no_network = unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) == 0;
    if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", 0, MS_REC | MS_PRIVATE, 0) == 0) {
      static const char *const hidden[] = {"/tmp", "/var/tmp", "/run", "/dev/shm", "/dev/pts"};
      for (unsigned i = 0; i < 5; i++) mount("cgfuzz", hidden[i], "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4k");
      static const char *const mount_points[] = {"/mnt", "/media", "/srv", "/tmp"};
      for (unsigned i = 0; i < 4 && !in_memory; i++)
        if (mount_folder(mount_points[i]) && umount2(mount_points[i], MNT_DETACH) == 0) {
          strcpy(work_folder, mount_points[i]);
          in_memory = 1;
        }
      writable_proc = (int)syscall(SYS_open_tree, AT_FDCWD, "/proc", 0x8001 | O_CLOEXEC /* AT_RECURSIVE, a copy */);
      if (in_memory) read_only = make_read_only();
    }
  }
  if (in_memory) return;
  if (access("/dev/shm", W_OK) == 0) top = "/dev/shm";
  sweep();
}

/* Every request gets a file system or a folder of its own, and the programs' changes go with it. */
static void make_folder(void) {
  if (in_memory) {
    if (!mount_folder(work_folder)) _exit(94);
  } else {
    snprintf(work_folder, sizeof work_folder, "%s/cgfuzz-sandbox-%d-XXXXXX", top, getpid());
    if (!mkdtemp(work_folder)) _exit(95);
    chmod(work_folder, user >= 0 ? 0777 : 0700);
  }
  folder = open(work_folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fchdir(folder)) _exit(94);
  snprintf(temporary, sizeof temporary, "TMPDIR=%s", work_folder);
  snprintf(home, sizeof home, "HOME=%s", work_folder);
}

static void remove_folder(void) {
  if (folder < 0) return;
  if (chdir("/")) _exit(94);
  if (!in_memory) folder_remove(folder, work_folder);
  close(folder);
  folder = -1;
  if (in_memory) umount2(work_folder, MNT_DETACH);
}

struct run {
  char *const *arguments;
  const struct cgfuzz_limits *limits;
  struct cgfuzz_slot *slot;
  int printed, said;
  int executed[2]; /* a pipe that the program's first execution closes */
};

#include "processes.h"

static int give_up_rights(void) {
  for (int capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  if (user >= 0 && !become(user)) return 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* a change of user removes it */
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  enter_domain();
  no_sockets = install_filter();
  return 1;
}

static void become_program(const struct run *run) {
  setsid(); /* a signal to its process group reaches no other process */
  static const int usual[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGPROF, SIGPIPE, SIGINT};
  for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++) signal(usual[i], SIG_DFL);
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(run->printed, 1);
  dup2(run->said, 2);
  if (run->executed[1] != 3) dup3(run->executed[1], 3, O_CLOEXEC);
  syscall(SYS_close_range, 4, ~0u, 0);
  if (run->limits->cpu_ms) {
    rlim_t seconds = (run->limits->cpu_ms + 999) / 1000;
    struct rlimit cpu = {seconds, seconds + 1};
    setrlimit(RLIMIT_CPU, &cpu);
  }
  if (run->limits->memory_bytes) limit(RLIMIT_DATA, run->limits->memory_bytes);
  limit(RLIMIT_FSIZE, most_file_bytes);
  limit(RLIMIT_NOFILE, MOST_FILES);
  limit(RLIMIT_CORE, 0);
  limit_processes();
  personality(PER_LINUX); /* random addresses show code that depends on an address */
  if (!give_up_rights()) {
    run->slot->outcome = CGFUZZ_FATAL;
    _exit(96);
  }
  execvp(run->arguments[0], run->arguments);
  dprintf(2, "error: cannot run %s: %s\n", run->arguments[0], strerror(errno));
  _exit(127);
}

static struct census census;
static long processors = 1;

/* Sends a signal to the processes of the last census, or to all of the process namespace if there is one. */
static void signal_everything(int number) {
  if (own_processes) kill(-1, number);
  else
    for (int i = 0; i < census.processes; i++) kill(census.pids[i], number);
}

/* Stops all processes: running ones would outnumber the process that counts, and start more meanwhile. */
static void stop_everything(void) {
  for (int before = -1, rounds = 0; before != census.processes && rounds < 100; rounds++) {
    before = census.processes;
    signal_everything(SIGSTOP);
    take_census(&census);
  }
}

/* Kills everything that the program started, even if it forks faster than we kill: stopped processes fork no more. */
static void end_everything(void) {
  if (own_processes) {
    kill(-1, SIGKILL);
    return;
  }
  for (int rounds = 0; rounds < 1000; rounds++) {
    take_census(&census);
    if (census.processes == 0) return;
    if (census.processes > 1) stop_everything();
    signal_everything(SIGKILL);
    while (waitpid(-1, 0, WNOHANG) > 0) {}
  }
}

enum verdict { WITHIN, TOO_LATE, TOO_MUCH_MEMORY, TOO_MANY_FILES };

/* As much as one processor fills in a millisecond; buffers of the kernel fill fastest. */
static const uint64_t bytes_per_ms = 4 << 20;

/* Half of the time in which a program cannot take what is left: the kernel may wake this process late. */
static int patience(uint64_t left) {
  uint64_t running = (uint64_t)census.tasks < (uint64_t)processors ? (uint64_t)census.tasks : (uint64_t)processors;
  uint64_t wait_ms = left / 2 / (bytes_per_ms * (running ? running : 1));
  return wait_ms < TICK_MS ? (int)wait_ms + 1 : TICK_MS;
}

static uint64_t most_bytes(const struct run *run) {
  return run->limits->memory_bytes ? run->limits->memory_bytes + run->limits->memory_bytes / 32 : most_resident_bytes;
}

/* Bytes that a program may still take. A program is near a limit at more than half of the limit. */
struct room {
  uint64_t left;
  int is_near;
};

/* Counts all processes of the census together. */
static enum verdict count_all(const struct run *run, struct room *room) {
  uint64_t most = most_bytes(run);
  struct kept kept;
  if (census.tasks > MOST_PROCESSES) return TOO_MUCH_MEMORY;
  count_kept(&census, &kept);
  uint64_t beside = kept.shared_bytes + kept.socket_bytes + census.table_bytes, used = census.resident_bytes + beside;
  if (used > most) used = exact_bytes(&census) + beside;
  if (used > most || kept.mappings > MOST_MAPPINGS) return TOO_MUCH_MEMORY;
  *room = (struct room){most - used, used > most / 2};
  if (in_memory) return WITHIN;
  uint64_t files = (uint64_t)folder_bytes(folder) + kept.removed_bytes, most_files = (uint64_t)most_folder_bytes;
  if (files > most_files) return TOO_MANY_FILES;
  if (most_files - files < room->left) room->left = most_files - files;
  room->is_near |= files > most_files / 2;
  return WITHIN;
}

/* Before that, the process is a copy of the runner, and the kernel shows its mappings to no process. */
static int has_executed(const struct run *run) {
  struct pollfd closed = {run->executed[0], 0, 0};
  return run->executed[0] < 0 || poll(&closed, 1, 0) > 0;
}

/*
 * Lets the program go on. Near a limit, many processes take turns, as many at a time as there are processors.
 * Otherwise they keep the kernel from waking this process in time, and take more memory meanwhile.
 */
static void continue_some(int is_near) {
  static unsigned turn;
  if (!is_near || census.processes <= MANY_PROCESSES || census.processes <= processors) {
    signal_everything(SIGCONT);
    return;
  }
  for (int i = 0; i < processors; i++) kill(census.numbers[turn++ % (unsigned)census.processes], SIGCONT);
}

/*
 * Most programs have ended before the first look. The sandbox stops the others during that look; near a limit,
 * it does so in each look. A fast program takes as much in a look as between two of them.
 */
static enum verdict look(const struct run *run, int *wait_ms) {
  static struct room room = {0, 1};
  if (!has_executed(run)) return WITHIN;
  int stands_still = census.processes > MANY_PROCESSES || room.is_near;
  if (stands_still && own_processes) signal_everything(SIGSTOP); /* a census of a bomb takes as long as the bomb grows */
  take_census(&census);
  stands_still |= census.processes > MANY_PROCESSES;
  if (stands_still) stop_everything();
  enum verdict verdict = count_all(run, &room);
  *wait_ms = patience(room.left);
  if (!stands_still || verdict != WITHIN) return verdict;
  if (*wait_ms < TICK_MS) rest();
  continue_some(room.is_near);
  return WITHIN;
}

static enum verdict watch(const struct run *run, pid_t program) {
  struct pollfd waiting = {(int)syscall(SYS_pidfd_open, program, 0), POLLIN, 0};
  long end = run->limits->wall_ms ? milliseconds() + run->limits->wall_ms : 0;
  enum verdict verdict = WITHIN;
  for (int wait_ms = FIRST_TICK_MS; verdict == WITHIN;) {
    long left = end ? end - milliseconds() : wait_ms;
    if (left <= 0) verdict = TOO_LATE;
    else if (waiting.fd < 0 || poll(&waiting, 1, (int)(left < wait_ms ? left : wait_ms)) > 0) break;
    else verdict = look(run, &wait_ms);
  }
  return verdict;
}

/* A program that ended badly with nearly all of its memory in use was refused the rest. */
static int is_near_limit(const struct rusage *usage, const struct cgfuzz_limits *limits) {
  return limits->memory_bytes && (uint64_t)usage->ru_maxrss * 1024 > limits->memory_bytes - limits->memory_bytes / 8;
}

/*
 * The first process of the namespace: when it ends, every process in the namespace ends. It keeps the time itself,
 * since a program may sleep.
 */
static void be_first(struct run *run) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  limit_numbers();
  if (pipe2(run->executed, O_CLOEXEC)) run->executed[0] = run->executed[1] = -1;
  pid_t program = fork();
  if (program == 0) become_program(run);
  if (run->executed[1] >= 0) close(run->executed[1]);
  hurry();
  int status = 0;
  struct rusage usage;
  enum verdict verdict = watch(run, program);
  struct cgfuzz_slot *slot = run->slot;
  if (verdict != WITHIN) {
    kill(program, SIGKILL);
    end_everything();
  }
  while (wait4(program, &status, 0, &usage) < 0 && errno == EINTR) {}
  if (!own_processes) end_everything();
  slot->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  slot->signal = WIFSIGNALED(status) ? (uint8_t)WTERMSIG(status) : 0;
  if (verdict == TOO_LATE || ran_out_of_time(status, &usage, run->limits)) slot->signal = SIGXCPU;
  if (verdict == TOO_MANY_FILES) slot->signal = SIGXFSZ;
  int was_refused = verdict == WITHIN && status != 0 && slot->signal != SIGXCPU && is_near_limit(&usage, run->limits);
  if (verdict == TOO_MUCH_MEMORY || was_refused) slot->outcome = CGFUZZ_OUT_OF_MEMORY;
  _exit(0);
}

static int have_own_processes(int unused) {
  (void)unused;
  return unshare(CLONE_NEWPID) == 0;
}

static int forbid_sockets(int unused) {
  (void)unused;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return install_filter();
}

static void tell_confinement(void) {
  char text[512];
  int size = snprintf(text, sizeof text, "memory %d\nread-only %d\nnetwork %d\nprocesses %d\ntogether %d\n", in_memory, read_only, no_network || no_sockets, own_processes, can_count());
  cgfuzz_append_text(text, (size_t)size);
  cgfuzz_finish(CGFUZZ_OK, 0);
}

static void body(void *argument) {
  struct run *run = argument;
  if (run->arguments[0] && strcmp(run->arguments[0], "--confinement") == 0) tell_confinement();
  signal(SIGPROF, SIG_IGN); /* the limits that the program inherits keep the time */
  run->printed = nameless_file("printed");
  run->said = nameless_file("said");
  if (own_processes) unshare(CLONE_NEWPID);
  pid_t first = fork();
  if (first == 0) be_first(run);
  int status = -1;
  while (waitpid(first, &status, 0) < 0 && errno == EINTR) {}
  struct cgfuzz_slot *slot = run->slot;
  uint64_t text_bytes = 0;
  take_text(run->said, &slot->text_offset, &text_bytes, 65536);
  slot->text_bytes = (uint32_t)text_bytes;
  if (status != 0) slot->outcome = CGFUZZ_OUT_OF_MEMORY; /* it never dies by itself: memory was short */
  else if (slot->outcome != CGFUZZ_UNSET) {
  } else if (slot->signal == SIGXCPU) slot->outcome = CGFUZZ_HANG;
  else if (slot->signal) slot->outcome = CGFUZZ_SIGNAL;
  else slot->outcome = slot->exit_code ? CGFUZZ_REJECTED : CGFUZZ_OK;
  take_file(run->printed, &slot->output_offset, &slot->output_bytes, most_file_bytes);
  _exit(0);
}

void cgfuzz_serve(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits) {
  at = payload;
  end = payload + bytes;
  make_folder();
  mode_t usual = umask(0);
  write_files();
  umask(usual);
  unsigned count = number();
  if (count >= CGFUZZ_MAX_SLOTS) count = CGFUZZ_MAX_SLOTS - 1;
  struct cgfuzz_limits outer = *limits;
  outer.memory_bytes = 0; /* only the program has this limit: the process that watches it needs memory too */
  if (outer.wall_ms) outer.wall_ms += 2000; /* the first process keeps the time; this is for a failure of that */
  for (unsigned i = 0; i < count; i++) {
    struct run run = {next_arguments(), limits, cgfuzz_slot_at(i), -1, -1, {-1, -1}};
    cgfuzz_supervise(run.slot, &outer, body, &run);
  }
  remove_folder();
  cgfuzz_set_slot_count(count);
}

int main(void) {
  int in = fcntl(0, F_DUPFD_CLOEXEC, 100), out = fcntl(1, F_DUPFD_CLOEXEC, 100), nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  setsid(); /* programs find no terminal */
  confine_server();
  own_processes = getenv("CGFUZZ_FORBID_NAMESPACES") == 0 && can(have_own_processes, 0);
  processors = sysconf(_SC_NPROCESSORS_ONLN);
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) limit(RLIMIT_NOFILE, files.rlim_max); /* folders may be nested deep */
  /* programs must not read or write the memory of this process; executing a program ends this */
  prctl(PR_SET_DUMPABLE, 0);
  no_sockets = can(forbid_sockets, 0);
  putenv(temporary);
  putenv(home);
  cgfuzz_at_end = remove_folder;
  cgfuzz_loop(in, out);
}
