/* Ways to other processes, to files outside, to the network and to what the kernel keeps for all. */
#include "ways.h"

int outside[2];

/* The processes outside by their numbers there, and by those of every process that is seen from here. */
static int others(int *pids, int most) {
  int count = 0;
  pids[count++] = outside[0];
  pids[count++] = outside[1];
  pids[count++] = getppid();
  pids[count++] = 1;
  return count < most ? count : most;
}
static void signal_all(char **unused) {
  signal(SIGUSR1, SIG_IGN);
  kill(-1, SIGSTOP);
}
static void signal_others(char **unused) {
  int pids[8], count = others(pids, 8);
  for (int i = 0; i < count; i++) {
    union sigval value = {0};
    kill(pids[i], SIGSTOP);
    syscall(SYS_tgkill, pids[i], pids[i], SIGSTOP);
    sigqueue(pids[i], SIGSTOP, value);
    int file = (int)syscall(SYS_pidfd_open, pids[i], 0);
    if (file >= 0) syscall(SYS_pidfd_send_signal, file, SIGSTOP, 0, 0);
    killpg(pids[i], SIGSTOP);
  }
}
static void signal_by_owner(char **unused) {
  int pids[8], count = others(pids, 8), pair[2];
  for (int i = 0; i < count; i++) {
    if (pipe(pair)) return;
    fcntl(pair[0], F_SETOWN, pids[i]);
    fcntl(pair[0], F_SETSIG, SIGSTOP);
    fcntl(pair[0], F_SETFL, O_ASYNC);
    write(pair[1], "x", 1);
  }
  usleep(100000);
}
static void trace_others(char **unused) {
  int pids[8], count = others(pids, 8);
  char byte;
  for (int i = 0; i < count; i++) {
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    if (ptrace(PTRACE_ATTACH, pids[i], 0, 0) == 0 || ptrace(PTRACE_SEIZE, pids[i], 0, 0) == 0) escape("a trace");
    if (process_vm_readv(pids[i], &here, 1, &there, 1, 0) >= 0) escape("memory read");
    errno = 0;
    if (process_vm_writev(pids[i], &here, 1, &there, 1, 0) >= 0) escape("memory written");
  }
}
static int has_entries(const char *path) {
  int count = 0;
  DIR *list = opendir(path);
  while (list && readdir(list)) count++;
  if (list) closedir(list);
  return count > 2;
}
static void open_of_others(char **unused) {
  static const char *const parts[] = {"mem", "environ", "maps", "fd/0", "root/tmp", "cwd/.", "map_files", "syscall"};
  int pids[8], count = others(pids, 8);
  for (int i = 0; i < count; i++)
    for (unsigned k = 0; k < sizeof parts / sizeof *parts; k++) {
      char path[64], byte;
      snprintf(path, sizeof path, "/proc/%d/%s", pids[i], parts[k]);
      int file = open(path, O_RDONLY);
      if (has_entries(path) || (file >= 0 && read(file, &byte, 1) > 0)) escape(path);
    }
}
static void write_of_others(char **unused) {
  static const char *const parts[] = {"oom_score_adj", "coredump_filter", "clear_refs", "comm", "timerslack_ns", "sched"};
  int pids[8], count = others(pids, 8);
  for (int i = 0; i < count; i++)
    for (unsigned k = 0; k < sizeof parts / sizeof *parts; k++) {
      char path[64];
      snprintf(path, sizeof path, "/proc/%d/%s", pids[i], parts[k]);
      int file = open(path, O_WRONLY);
      if (file >= 0 && write(file, "1000", 4) == 4) escape(path);
    }
}
static void slow_others(char **unused) {
  int pids[8], count = others(pids, 8);
  for (int i = 0; i < count; i++) {
    struct sched_param none = {0};
    if (setpriority(PRIO_PROCESS, pids[i], 19) == 0) escape("a priority");
    if (sched_setscheduler(pids[i], SCHED_IDLE, &none) == 0) escape("a scheduler");
    if (syscall(SYS_ioprio_set, 1, pids[i], 3 << 13) == 0) escape("a priority of input");
  }
  if (setpriority(PRIO_USER, getuid(), 19) == 0) escape("priorities of a user");
}
static void limit_others(char **unused) {
  int pids[8], count = others(pids, 8);
  for (int i = 0; i < count; i++) {
    struct rlimit none = {0, 0}, all = {RLIM_INFINITY, RLIM_INFINITY};
    if (prlimit(pids[i], RLIMIT_NOFILE, &none, 0) == 0 || prlimit(pids[i], RLIMIT_CPU, &all, 0) == 0) escape("limits");
  }
}
static void take_descriptors(char **unused) {
  for (int fd = 3; fd < 1024; fd++)
    if (fcntl(fd, F_GETFD) >= 0) escape("a descriptor that was left open");
  int pids[8], count = others(pids, 8);
  for (int i = 0; i < count; i++) {
    int file = (int)syscall(SYS_pidfd_open, pids[i], 0);
    for (int fd = 0; file >= 0 && fd < 110; fd++)
      if (syscall(438, file, fd, 0) >= 0) escape("a descriptor");
  }
}
static void write_outside(char **unused) {
  static const char *const folders[] = {"/", "/etc", "/usr/bin", "/var/lib", "/var/tmp", "/root", "/home", "/opt", "/boot", "/dev", "/run", "/sys", "/dev/shm", "/var/cache"};
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[64];
    snprintf(path, sizeof path, "%s/cgfuzz-escaped", folders[i]);
    if (open(path, O_CREAT | O_WRONLY, 0666) >= 0) escape(path);
    if (mkdir(path, 0777) == 0) escape(path);
    if (symlink("/", path) == 0) escape(path);
  }
}
static void change_outside(char **unused) {
  static const char *const files[] = {"/etc/passwd", "/usr/bin/gcc", "/bin/sh", "/etc/ld.so.cache", "/usr"};
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
    if (open(files[i], O_WRONLY) >= 0) escape("a file outside is written");
    if (chmod(files[i], 0777) == 0 || chown(files[i], getuid(), -1) == 0 || truncate(files[i], 0) == 0) escape("a file outside is changed");
    if (rename(files[i], "here") == 0 || utimes(files[i], 0) == 0) escape("a file outside is moved");
  }
}
static void link_outside(char **unused) {
  if (link("/usr/bin/gcc", "linked") == 0) escape("a link to a file outside");
  symlink("/etc", "etc");
  if (open("etc/cgfuzz-escaped", O_CREAT | O_WRONLY, 0666) >= 0) escape("through a link");
  symlink("/proc/self/root/..", "up");
  if (open("up/cgfuzz-escaped", O_CREAT | O_WRONLY, 0666) >= 0) escape("through a link of /proc");
  unlink("printed"), symlink("/etc/shadow", "printed");
  unlink("said"), symlink("/etc/shadow", "said");
}
static void read_secrets(char **unused) {
  static const char *const files[] = {"/etc/shadow", "/proc/kcore", "/dev/mem", "/dev/kmsg", "/proc/1/environ", "/dev/vda", "/dev/fuse", "/dev/kvm"};
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
    if (open(files[i], O_RDONLY) >= 0) escape(files[i]);
}
static void write_kernel(char **unused) {
  static const char *const files[] = {"/proc/sys/kernel/hostname", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/sys/vm/drop_caches", "/sys/power/state", "/sys/kernel/mm/ksm/run", "/proc/self/uid_map", "/proc/self/loginuid", "/sys/fs/cgroup/memory/tasks", "/sys/fs/cgroup/cgroup.procs"};
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
    if (open(files[i], O_WRONLY) >= 0) {
      if (strstr(files[i], "self")) continue;
      escape(files[i]);
    }
}
static void mount_things(char **unused) {
  if (mount("x", ".", "tmpfs", 0, 0) == 0) escape("a mount");
  if (mount(0, "/", 0, MS_REMOUNT | MS_BIND, 0) == 0) escape("a writable root");
  if (umount2("/tmp", MNT_DETACH) == 0) escape("a mount that is gone");
  if (chroot(".") == 0) escape("another root");
  if (syscall(SYS_pivot_root, ".", ".") == 0) escape("another root");
  if (syscall(428, -100, "/", 1) >= 0) escape("a tree of mounts");
  if (syscall(442, -100, "/", 0, "\0", 32) == 0) escape("attributes of a mount");
}
static void make_devices(char **unused) {
  if (mknod("disk", S_IFBLK | 0600, 0xfe00) == 0 && open("disk", O_RDONLY) >= 0) escape("a disk");
  if (mknod("memory", S_IFCHR | 0600, 0x101) == 0 && open("memory", O_RDONLY) >= 0) escape("a device");
}
static void use_terminal(char **unused) {
  int terminal = open("/dev/tty", O_RDWR);
  if (terminal >= 0) escape("a terminal");
  if (open("/dev/ptmx", O_RDWR) >= 0) (void)terminal; /* one of its own reaches nobody */
  if (ioctl(0, TIOCSTI, "x") == 0) escape("a typed letter");
}
static void make_sockets(char **unused) {
  for (int family = 0; family < 46; family++)
    for (int kind = 1; kind < 6; kind++)
      if (socket(family, kind, 0) >= 0) escape("a socket");
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0) escape("datagrams");
  if (socketpair(AF_TIPC, SOCK_STREAM, 0, pair) == 0) escape("another family");
}
static void call_by_ring(char **unused) {
  static char room[256];
  if (syscall(425, 8, room) >= 0) escape("a ring");
  if (syscall(41 | 0x40000000, AF_INET, SOCK_STREAM, 0) >= 0) escape("another table of calls");
#ifdef __x86_64__
  long answer;
  __asm__ volatile("int $0x80" : "=a"(answer) : "a"(359), "b"(2), "c"(1), "d"(0) : "memory");
  if (answer >= 0) escape("calls of 32 bits");
#endif
}
static void share_by_kernel(char **unused) {
  if (syscall(SYS_shmget, 0, 4096, 0600) >= 0) escape("shared memory");
  if (syscall(SYS_semget, 0, 1, 0600) >= 0) escape("semaphores");
  if (syscall(SYS_msgget, 0, 0600) >= 0) escape("messages");
  if (syscall(SYS_mq_open, "cgfuzz", O_CREAT | O_RDWR, 0600, 0) >= 0) escape("a queue");
  if (syscall(SYS_add_key, "user", "cgfuzz", "x", 1, -4) >= 0) escape("a key");
  if (syscall(SYS_memfd_create, "x", 0) >= 0) escape("a file without a name");
  if (syscall(447, 0) >= 0) escape("secret memory");
}
static void make_namespaces(char **unused) {
  if (unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0) escape("a namespace");
  if (syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) >= 0) escape("a namespace of a child");
  int file = open("/proc/1/ns/net", O_RDONLY);
  if (file >= 0 && setns(file, 0) == 0) escape("another's namespace");
}
static void rule_machine(char **unused) {
  struct timeval never = {0, 0};
  if (sethostname("cgfuzz", 6) == 0) escape("a name of the machine");
  if (settimeofday(&never, 0) == 0) escape("a clock");
  if (syscall(SYS_swapoff, "/") == 0 || syscall(SYS_acct, "here") == 0) escape("settings of the kernel");
  if (syscall(SYS_bpf, 0, 0, 0) >= 0 || syscall(SYS_syslog, 3, 0, 0) >= 0) escape("a service of the kernel");
  if (syscall(SYS_init_module, 0, 0, "") == 0 || syscall(SYS_kexec_load, 0, 0, 0, 0) == 0) escape("a module");
  if (syscall(SYS_open_by_handle_at, -100, "", 0) >= 0) escape("a handle");
}
static void become_somebody(char **unused) {
  unsigned before = geteuid();
  if (before && (setuid(0) == 0 || setresuid(0, 0, 0) == 0)) escape("root");
  if (setgroups(0, 0) == 0) escape("other groups");
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) escape("new rights");
  char text[4096] = "";
  read(open("/proc/self/status", O_RDONLY), text, sizeof text - 1);
  if (!strstr(text, "CapPrm:\t0000000000000000") || !strstr(text, "CapEff:\t0000000000000000")) escape("rights");
}
static void lock_outside(char **unused) {
  struct rlimit none = {0, 0};
  prlimit(outside[0], RLIMIT_AS, &none, 0);
  int file = open("/usr/bin/gcc", O_RDONLY);
  if (fcntl(file, F_SETLEASE, F_RDLCK) == 0) escape("a lease outside");
  if (fcntl(1, F_SETLEASE, F_WRLCK) == 0) raise(SIGSTOP);
}

const struct way reach_ways[] = {
    {"signal-all", signal_all},
    {"signal-others", signal_others},
    {"signal-by-owner", signal_by_owner},
    {"trace-others", trace_others},
    {"open-of-others", open_of_others},
    {"write-of-others", write_of_others},
    {"slow-others", slow_others},
    {"limit-others", limit_others},
    {"take-descriptors", take_descriptors},
    {"write-outside", write_outside},
    {"change-outside", change_outside},
    {"link-outside", link_outside},
    {"read-secrets", read_secrets},
    {"write-kernel", write_kernel},
    {"mount-things", mount_things},
    {"make-devices", make_devices},
    {"use-terminal", use_terminal},
    {"make-sockets", make_sockets},
    {"call-by-ring", call_by_ring},
    {"share-by-kernel", share_by_kernel},
    {"make-namespaces", make_namespaces},
    {"rule-machine", rule_machine},
    {"become-somebody", become_somebody},
    {"lock-outside", lock_outside},
    {0, 0},
};

/* PROGRAM WAY SERVER OTHER */
int main(int count, char **arguments) {
  static const struct way *const all[] = {memory_ways, process_ways, reach_ways};
  if (count < 4) return 2;
  fcntl(1, F_SETFL, O_APPEND); /* else a process that waits in write() sets the position back */
  outside[0] = atoi(arguments[2]);
  outside[1] = atoi(arguments[3]);
  for (int i = 0; i < 3; i++)
    for (const struct way *way = all[i]; way->name; way++)
      if (strcmp(way->name, arguments[1]) == 0) {
        way->go(arguments);
        return 0;
      }
  return 3;
}
