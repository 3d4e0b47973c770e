/* Part of cgfuzz-coverage.c: begins, ends and judges a child. The server outlives every child. */

enum { LOOK_EVERY_MS = 20 };

static NO_COVERAGE void append_up_to(size_t limit, const char *text, size_t bytes) {
  if (!own_slot || !bytes || own_slot->text_bytes >= limit) return;
  if (!own_slot->text_offset && !cgfuzz_arena_take(TEXT_LIMIT, &own_slot->text_offset)) return;
  size_t room = limit - own_slot->text_bytes;
  if (bytes > room) bytes = room;
  memcpy(cgfuzz_arena_at(own_slot->text_offset) + own_slot->text_bytes, text, bytes);
  own_slot->text_bytes += (uint32_t)bytes;
}

/* Leaves room for the cause of death, however much a compiler says before. */
NO_COVERAGE void cgfuzz_append_text(const char *text, size_t bytes) { append_up_to(TEXT_LIMIT - CRASH_TEXT_ROOM, text, bytes); }

/* The engine keeps no input that failed, or that the harness refused. Such an input has no news, and is not remembered. */
static NO_COVERAGE int is_of_use(enum cgfuzz_outcome outcome, int exit_code) {
  return outcome == CGFUZZ_OK || (outcome == CGFUZZ_REJECTED && exit_code != REFUSED_BY_HARNESS);
}

NO_COVERAGE void cgfuzz_finish(enum cgfuzz_outcome outcome, int exit_code) {
  static int finishing;
  if (own_slot && !finishing++) {
    static const struct itimerval off; /* on the stack MemorySanitizer might take this for garbage, here and below */
    setitimer(ITIMER_PROF, &off, 0);
    collect(own_slot, !(request_flags & FLAG_DO_NOT_REMEMBER), is_of_use(outcome, exit_code));
    own_slot->exit_code = exit_code;
    __atomic_store_n(&own_slot->outcome, (uint8_t)outcome, __ATOMIC_RELEASE);
  }
  _exit(0);
}

static NO_COVERAGE _Unwind_Reason_Code on_frame(struct _Unwind_Context *context, void *argument) {
  struct cgfuzz_slot *slot = argument;
  if (slot->frame_count == CGFUZZ_MAX_FRAMES) return _URC_END_OF_STACK;
  slot->frames[slot->frame_count++] = _Unwind_GetIP(context);
  return _URC_NO_REASON;
}

NO_COVERAGE void cgfuzz_crash(enum cgfuzz_outcome outcome, const char *text) {
  if (text) append_up_to(TEXT_LIMIT, text, strlen(text));
  if (own_slot) {
    own_slot->frame_count = 0;
    _Unwind_Backtrace(on_frame, own_slot);
  }
  cgfuzz_finish(outcome, 0);
}

static NO_COVERAGE void on_signal(int signal_number, siginfo_t *info, void *context) {
  static volatile int inside;
  if (!own_slot || inside++) _exit(98); /* a fault while unwinding: the status must report the known part */
  own_slot->signal = (uint8_t)signal_number;
  if (signal_number == SIGPROF) cgfuzz_crash(CGFUZZ_HANG, 0);
  if (signal_number == SIGSYS && info->si_code == REFUSED_BY_FILTER) cgfuzz_crash(CGFUZZ_SIGNAL, "cgfuzz: the program sent a signal to its parent, to its group or to all processes\n");
  uintptr_t stack = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
  uintptr_t address = (uintptr_t)info->si_addr;
  int overflow = signal_number == SIGSEGV && info->si_code > 0 && address + (1u << 16) > stack && address < stack + (1u << 16);
  own_slot->outcome = overflow ? CGFUZZ_STACK_OVERFLOW : CGFUZZ_SIGNAL; /* kept if unwinding faults */
  cgfuzz_crash(overflow ? CGFUZZ_STACK_OVERFLOW : CGFUZZ_SIGNAL, 0);
}

/* Replaces the C library's function: the text and the stack of a failed assertion are the finding. */
NO_COVERAGE void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  char text[4096];
  snprintf(text, sizeof text, "%s:%u: %s: Assertion `%s' failed.", file, line, function, expression);
  if (own_slot) cgfuzz_crash(CGFUZZ_ASSERTION, text);
  dprintf(2, "%s\n", text);
  abort();
}

static NO_COVERAGE void on_exit_of_program(int status, void *argument) {
  (void)argument;
  if (own_slot) cgfuzz_finish(status == 0 ? CGFUZZ_OK : CGFUZZ_REJECTED, status);
}

static NO_COVERAGE void become_child(struct cgfuzz_slot *slot, const struct cgfuzz_limits *limits, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(99);
  setsid(); /* a signal to its process group reaches no other process */
  own_slot = slot;
  static const int caught[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGPROF};
  static stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, 0);
  static const struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++) sigaction(caught[i], &action, 0);
  static const struct rlimit none;
  setrlimit(RLIMIT_CORE, &none);
  memory_limit_bytes = limits->memory_bytes;
  if (limits->memory_bytes) {
    if (cgfuzz_set_memory_limit) cgfuzz_set_memory_limit(limits->memory_bytes);
    else {
      static struct rlimit data;
      data.rlim_cur = data.rlim_max = limits->memory_bytes;
      setrlimit(RLIMIT_DATA, &data);
    }
  }
  if (limits->cpu_ms) {
    static struct itimerval timer;
    timer.it_value.tv_sec = limits->cpu_ms / 1000;
    timer.it_value.tv_usec = limits->cpu_ms % 1000 * 1000;
    setitimer(ITIMER_PROF, &timer, 0);
  }
}

static NO_COVERAGE uint64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/*
 * How long the process was ready to run and got no processor: on a busy machine the clock says little about a program.
 * 0 if the kernel does not tell it.
 */
static NO_COVERAGE uint64_t waited_ms(pid_t pid) {
  char name[64], text[128];
  snprintf(name, sizeof name, "/proc/%d/schedstat", (int)pid);
  int file = open(name, O_RDONLY | O_CLOEXEC);
  ssize_t bytes = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[bytes > 0 ? bytes : 0] = 0;
  const char *second = strchr(text, ' ');
  return second ? strtoull(second, 0, 10) / 1000000 : 0;
}

/*
 * Waits for the child's end, at most wall_ms, and then kills the child. Time for which it waited for a processor does not
 * count. A kill gives CGFUZZ_HANG or CGFUZZ_OUT_OF_MEMORY.
 */
static NO_COVERAGE enum cgfuzz_outcome wait_for(pid_t pid, uint32_t wall_ms, int *status, struct rusage *usage) {
  enum cgfuzz_outcome why = CGFUZZ_UNSET;
  if (wall_ms || look_at_child) {
    int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    uint64_t end = wall_ms ? now_ms() + wall_ms : UINT64_MAX, now;
    struct pollfd waiting = {descriptor, POLLIN, 0};
    int ready = 0;
    while (descriptor >= 0 && ready <= 0 && why == CGFUZZ_UNSET) {
      if ((now = now_ms()) >= end && now >= end + waited_ms(pid)) why = CGFUZZ_HANG;
      else if (now >= end) ready = poll(&waiting, 1, LOOK_EVERY_MS);
      else ready = poll(&waiting, 1, look_at_child ? LOOK_EVERY_MS : (int)(end - now));
      if (ready <= 0 && why == CGFUZZ_UNSET && look_at_child && look_at_child(pid)) why = CGFUZZ_OUT_OF_MEMORY;
    }
    if (descriptor >= 0) close(descriptor);
    if (why != CGFUZZ_UNSET) kill(pid, SIGKILL);
  }
  while (wait4(pid, status, 0, usage) < 0 && errno == EINTR) {}
  return why;
}

static NO_COVERAGE void judge(struct cgfuzz_slot *slot, enum cgfuzz_outcome killed, int status, const struct rusage *usage) {
  slot->cpu_us = (uint32_t)((usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
  slot->peak_rss_kib = (uint32_t)usage->ru_maxrss;
  if (killed != CGFUZZ_UNSET) slot->outcome = (uint8_t)killed;
  int near_limit = !cgfuzz_set_memory_limit && memory_limit_bytes && (uint64_t)usage->ru_maxrss * 1024 > memory_limit_bytes - memory_limit_bytes / 8;
  if (slot->outcome == CGFUZZ_UNSET) {
    if (WIFSIGNALED(status)) {
      slot->outcome = WTERMSIG(status) == SIGKILL ? CGFUZZ_OUT_OF_MEMORY : CGFUZZ_SIGNAL; /* the kernel lacked memory */
      slot->signal = (uint8_t)WTERMSIG(status);
    } else {
      slot->exit_code = WEXITSTATUS(status);
      slot->outcome = slot->exit_code ? CGFUZZ_REJECTED : CGFUZZ_OK;
    }
  }
  if (near_limit && slot->outcome != CGFUZZ_OK && slot->outcome != CGFUZZ_HANG) slot->outcome = CGFUZZ_OUT_OF_MEMORY;
}

static NO_COVERAGE void prepare(struct cgfuzz_slot *slot) {
  slot->outcome = CGFUZZ_UNSET;
  slot->signal = 0;
  slot->exit_code = 0;
  slot->cpu_us = slot->shared_cpu_us = slot->peak_rss_kib = slot->hit_count = 0;
  slot->news_count = slot->all_bytes = slot->text_bytes = slot->frame_count = 0;
  slot->text_offset = slot->output_bytes = slot->output_offset = 0;
  slot->hash = 0;
}

NO_COVERAGE void cgfuzz_supervise(struct cgfuzz_slot *slot, const struct cgfuzz_limits *limits, void (*body)(void *), void *argument) {
  prepare(slot);
  memory_limit_bytes = limits->memory_bytes;
  pid_t parent = getpid(), pid = fork();
  if (pid < 0) {
    slot->outcome = CGFUZZ_OUT_OF_MEMORY;
    return;
  }
  if (pid == 0) {
    become_child(slot, limits, parent);
    body(argument);
    cgfuzz_finish(CGFUZZ_OK, 0);
  }
  int status = 0;
  struct rusage usage;
  enum cgfuzz_outcome killed = wait_for(pid, limits->wall_ms, &status, &usage);
  end_leftovers(0);
  judge(slot, killed, status, &usage);
}
