/*
 * Runs test programs, which may do anything at all, under the same protocol as the compile server.
 *
 * A request is files and command lines; the commands run one after the other over the same files, each confined:
 *   - a file system in memory for the files, everything else read-only, other people's sockets and temporary files
 *     hidden;
 *   - no network, in a namespace without any and with a filter in front of socket();
 *   - a process namespace, so that nothing outlives the command;
 *   - limits on CPU, wall, memory, files, processes;
 *   - a user who owns nothing, when we are root.
 * A run's output is what it wrote to standard output, its text what it wrote to standard error. Where the kernel forbids
 * one of these, the run goes on without and `--confinement` as a command tells which are missing.
 *
 * Payload: as the executor's.
 */
#define _GNU_SOURCE
#include "../coverage/cgfuzz-coverage.h"
#include "../executor/request-files.h"
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

enum { NOBODY = 65534, MOST_PROCESSES = 64, MOST_FILES = 256 };
static const rlim_t most_file_bytes = 48u << 20;

static char work_folder[64];
static int in_memory, was_root, no_network, own_processes, read_only, no_sockets;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *at_level) {
  (void)status, (void)type;
  if (at_level->level > 0) remove(path);
  return 0;
}
static int unlock_entry(const char *path, const struct stat *status, int type, struct FTW *at_level) {
  (void)status, (void)at_level;
  if (type == FTW_D || type == FTW_DNR) chmod(path, 0777);
  return 0;
}
static void empty_folder(void) {
  nftw(work_folder, unlock_entry, 16, FTW_PHYS);
  nftw(work_folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
static void remove_folder(void) {
  empty_folder();
  if (!in_memory) rmdir(work_folder);
}

/* A folder on disk outlives a server that was killed; the next one removes it. */
static void sweep(const char *top) {
  DIR *folder = opendir(top);
  for (struct dirent *each; folder && (each = readdir(folder));) {
    int owner;
    if (sscanf(each->d_name, "cgfuzz-sandbox-%d-", &owner) != 1 || kill(owner, 0) == 0 || errno != ESRCH) continue;
    snprintf(work_folder, sizeof work_folder, "%s/%.48s", top, each->d_name);
    remove_folder();
  }
  if (folder) closedir(folder);
}

static int write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  int done = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
  if (file >= 0) close(file);
  return done;
}

/* Without root, all that follows is only ours to do in a user namespace, where we stay who we are. */
static int enter_user_namespace(void) {
  char map[64];
  uid_t user = geteuid();
  gid_t group = getegid();
  if (unshare(CLONE_NEWUSER)) return 0;
  write_text("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", user, user);
  if (!write_text("/proc/self/uid_map", map)) return 0;
  snprintf(map, sizeof map, "%u %u 1", group, group);
  return write_text("/proc/self/gid_map", map);
}

static int make_read_only(void) {
#ifdef SYS_mount_setattr
  struct {
    uint64_t set, clear, propagation, user;
  } attributes = {1 /* MOUNT_ATTR_RDONLY */, 0, 0, 0};
  if (syscall(SYS_mount_setattr, -1, "/", 0x8000 /* AT_RECURSIVE */, &attributes, sizeof attributes)) return 0;
  attributes.set = 0;
  attributes.clear = 1;
  return syscall(SYS_mount_setattr, -1, work_folder, 0, &attributes, sizeof attributes) == 0;
#else
  return 0;
#endif
}

static void confine_server(void) {
  was_root = geteuid() == 0;
  int allowed = getenv("CGFUZZ_FORBID_NAMESPACES") == 0;
  if (allowed && (was_root || enter_user_namespace())) {
    no_network = unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) == 0;
    if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", 0, MS_REC | MS_PRIVATE, 0) == 0) {
      static const char *const mount_points[] = {"/mnt", "/media", "/srv"};
      for (unsigned i = 0; i < 3 && !in_memory; i++)
        if (mount("cgfuzz", mount_points[i], "tmpfs", MS_NOSUID | MS_NODEV, "mode=777,size=512m") == 0) {
          strcpy(work_folder, mount_points[i]);
          in_memory = 1;
        }
      static const char *const hidden[] = {"/tmp", "/var/tmp", "/run", "/dev/shm"};
      for (unsigned i = 0; i < 4; i++) mount("cgfuzz", hidden[i], "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4k");
      if (in_memory) read_only = make_read_only();
    }
  }
  if (in_memory) return;
  const char *top = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  sweep(top);
  snprintf(work_folder, sizeof work_folder, "%s/cgfuzz-sandbox-%d-XXXXXX", top, getpid());
  if (!mkdtemp(work_folder)) _exit(95);
  chmod(work_folder, was_root ? 0777 : 0700);
}

/* No sockets at all, not even those of the file system. */
static int forbid_sockets(void) {
#ifdef __x86_64__
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000 /* the x32 numbers */, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 425 /* io_uring_setup */, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return 0;
#endif
}

struct run {
  char *const *arguments;
  const struct cgfuzz_limits *limits;
  struct cgfuzz_slot *slot;
};

static void limit(int resource, rlim_t most) {
  struct rlimit both = {most, most};
  setrlimit(resource, &both);
}

static int give_up_rights(void) {
  if (was_root) {
    setgroups(0, 0);
    if (setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY)) return 0;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* a change of user forgets it */
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  for (int capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  no_sockets = forbid_sockets();
  return 1;
}

static void become_program(const struct run *run) {
  static const int usual[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGPROF, SIGPIPE, SIGINT};
  for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++) signal(usual[i], SIG_DFL);
  int printed = open("printed", O_CREAT | O_TRUNC | O_WRONLY, 0666), said = open("said", O_CREAT | O_TRUNC | O_WRONLY, 0666);
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(printed, 1);
  dup2(said, 2);
  syscall(SYS_close_range, 3, ~0u, 0);
  if (run->limits->cpu_ms) {
    rlim_t seconds = (run->limits->cpu_ms + 999) / 1000;
    struct rlimit cpu = {seconds, seconds + 1};
    setrlimit(RLIMIT_CPU, &cpu);
  }
  limit(RLIMIT_FSIZE, most_file_bytes);
  limit(RLIMIT_NOFILE, MOST_FILES);
  limit(RLIMIT_CORE, 0);
  if (was_root || own_processes) limit(RLIMIT_NPROC, MOST_PROCESSES);
  personality(PER_LINUX); /* what depends on an address shall show it */
  if (!give_up_rights()) _exit(96);
  execvp(run->arguments[0], run->arguments);
  dprintf(2, "error: cannot run %s: %s\n", run->arguments[0], strerror(errno));
  _exit(127);
}

static void end_stragglers(void) {
  if (own_processes) return; /* they end with the first process of the namespace */
  for (int rounds = 0; rounds < 1000; rounds++) {
    char list[4096], path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
    int file = open(path, O_RDONLY);
    ssize_t got = file < 0 ? 0 : read(file, list, sizeof list - 1);
    if (file >= 0) close(file);
    if (got <= 0) return;
    list[got] = 0;
    for (char *each = strtok(list, " "); each; each = strtok(0, " ")) kill(atoi(each), SIGKILL);
    while (waitpid(-1, 0, WNOHANG) > 0) {}
  }
}

/* The first process of the namespace: when it ends, so does everything in it. It keeps the time itself, since a program
   may sleep. */
static void be_first(const struct run *run) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t program = fork();
  if (program == 0) become_program(run);
  int status = 0, killed = 0;
  struct rusage usage;
  struct pollfd waiting = {(int)syscall(SYS_pidfd_open, program, 0), POLLIN, 0};
  if (run->limits->wall_ms && waiting.fd >= 0 && poll(&waiting, 1, (int)run->limits->wall_ms) == 0) {
    kill(program, SIGKILL);
    killed = 1;
  }
  while (wait4(program, &status, 0, &usage) < 0 && errno == EINTR) {}
  end_stragglers();
  run->slot->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run->slot->signal = WIFSIGNALED(status) ? (uint8_t)WTERMSIG(status) : 0;
  if (killed || ran_out_of_time(status, &usage, run->limits)) run->slot->signal = SIGXCPU;
  _exit(0);
}

static int can_have_own_processes(void) {
  pid_t child = fork();
  if (child == 0) _exit(unshare(CLONE_NEWPID) == 0 ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0;
}

static int can_forbid_sockets(void) {
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    _exit(forbid_sockets() ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0;
}

static void tell_confinement(void) {
  char text[512];
  int size = snprintf(text, sizeof text, "memory %d\nread-only %d\nnetwork %d\nprocesses %d\n", in_memory, read_only, no_network || no_sockets, own_processes);
  cgfuzz_append_text(text, (size_t)size);
  cgfuzz_finish(CGFUZZ_OK, 0);
}

static void body(void *argument) {
  struct run *run = argument;
  if (run->arguments[0] && strcmp(run->arguments[0], "--confinement") == 0) tell_confinement();
  signal(SIGPROF, SIG_IGN); /* time is kept by the limits that the program inherits */
  remove("printed");
  remove("said");
  if (own_processes) unshare(CLONE_NEWPID);
  pid_t first = fork();
  if (first == 0) be_first(run);
  int status;
  while (waitpid(first, &status, 0) < 0 && errno == EINTR) {}
  struct cgfuzz_slot *slot = run->slot;
  uint64_t text_bytes = 0;
  take_text("said", &slot->text_offset, &text_bytes, 65536);
  slot->text_bytes = (uint32_t)text_bytes;
  if (slot->signal == SIGXCPU) slot->outcome = CGFUZZ_HANG;
  else if (slot->signal) slot->outcome = CGFUZZ_SIGNAL;
  else slot->outcome = slot->exit_code ? CGFUZZ_REJECTED : CGFUZZ_OK;
  take_file("printed", &slot->output_offset, &slot->output_bytes, most_file_bytes);
  _exit(0);
}

void cgfuzz_serve(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits) {
  at = payload;
  end = payload + bytes;
  if (chdir(work_folder)) _exit(94);
  mode_t usual = umask(0);
  write_files();
  umask(usual);
  unsigned count = number();
  if (count >= CGFUZZ_MAX_SLOTS) count = CGFUZZ_MAX_SLOTS - 1;
  struct cgfuzz_limits outer = *limits;
  if (outer.wall_ms) outer.wall_ms += 2000; /* the first process keeps it; this is for when that fails */
  for (unsigned i = 0; i < count; i++) {
    struct run run = {next_arguments(), limits, cgfuzz_slot_at(i)};
    cgfuzz_supervise(run.slot, &outer, body, &run);
  }
  empty_folder();
  cgfuzz_set_slot_count(count);
}

int main(void) {
  int in = fcntl(0, F_DUPFD_CLOEXEC, 100), out = fcntl(1, F_DUPFD_CLOEXEC, 100), nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  confine_server();
  own_processes = getenv("CGFUZZ_FORBID_NAMESPACES") == 0 && can_have_own_processes();
  no_sockets = can_forbid_sockets();
  setenv("TMPDIR", work_folder, 1);
  setenv("HOME", work_folder, 1);
  cgfuzz_at_end = remove_folder;
  cgfuzz_loop(in, out);
}
