/*
 * Part of cgfuzz-coverage.c: processes that a test starts or wants to end. A test ends no process but its own, and no
 * process of a test outlives the test.
 */

enum { REFUSED_BY_FILTER = 1 }; /* SYS_SECCOMP, which older headers lack */
enum { MOST_SPARED = 16, STRAY_PAUSE_US = 200, MOST_STRAY_PAUSES = 5000 };

static pid_t looper; /* in the server: the child that runs input after input, or 0 */
static pid_t spared[MOST_SPARED];
static unsigned spared_count;

/* The next number in the kernel's list of this process's children; 0 at its end. */
static NO_COVERAGE pid_t next_child(const char **at) {
  while (**at == ' ') ++*at;
  pid_t pid = 0;
  while (**at >= '0' && **at <= '9') pid = pid * 10 + *(*at)++ - '0';
  return pid;
}

static NO_COVERAGE void list_children(char *text, size_t room) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/task/%d/children", (int)getpid());
  int file = open(name, O_RDONLY | O_CLOEXEC);
  ssize_t bytes = file < 0 ? 0 : read(file, text, room - 1);
  if (file >= 0) close(file);
  text[bytes > 0 ? bytes : 0] = 0;
}

/* Makes orphans of tests children of this process. Earlier children belong to the program, and are spared. */
static NO_COVERAGE void adopt_orphans(void) {
  char text[1024];
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  spared_count = 0;
  list_children(text, sizeof text);
  const char *at = text;
  for (pid_t pid; spared_count < MOST_SPARED && (pid = next_child(&at)) > 0;) spared[spared_count++] = pid;
}

static NO_COVERAGE int is_spared(pid_t pid) {
  for (unsigned i = 0; i < spared_count; i++)
    if (spared[i] == pid) return 1;
  return 0;
}

/* After a test: ends what it started and left, except for `kept`. A process of its own session is found, too. */
static NO_COVERAGE void end_leftovers(pid_t kept) {
  static char text[8192];
  if (!kept && !spared_count && waitpid(-1, 0, WNOHANG | __WALL) < 0) return;
  for (int pauses = 0; pauses < MOST_STRAY_PAUSES; pauses++) {
    int left = 0;
    list_children(text, sizeof text);
    const char *at = text;
    for (pid_t pid; (pid = next_child(&at)) > 0;) {
      if (pid == kept || is_spared(pid)) continue;
      left++;
      kill(pid, SIGKILL);
      waitpid(pid, 0, WNOHANG | __WALL);
    }
    if (!left) return;
    if (pauses > 0) usleep(STRAY_PAUSE_US);
  }
}

/*
 * From now on, a signal to this process, to its group or to everything on the machine stops its sender with SIGSYS. So such
 * a test is a finding with a stack, and not the end of the server. A kernel that has no filters leaves it as it was.
 */
static NO_COVERAGE void forbid_killing(void) {
#ifdef __x86_64__
  uint32_t self = (uint32_t)getpid();
  enum { ARGUMENT = offsetof(struct seccomp_data, args), SECOND = ARGUMENT + 8 };
  struct sock_filter rules[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, 13),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_kill, 4, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tkill, 0, 9),
    /* tkill, tgkill */
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 8, 7),
    /* kill; signal 0 only asks whether a process lives */
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, SECOND),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 5, 0),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 4, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)-1, 3, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0u - self, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  };
  struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter);
#endif
}
