/*
 * Part of cgfuzz-coverage.c: any program as a server. Each child runs main, or the rest of it, on the request's bytes.
 */

enum { SAID_PART = 32 * 1024, SAID_MOST = 16 * 1024 * 1024 };

/* Memory files: the child's standard input, which @@ also names, and its standard error. */
static int input_file = -1, said_file = -1;
static int requests = -1, answers = -1;
static int waits_until_ready;

/* Absent without a sanitizer: then the kernel keeps the memory limit, and a failure is a signal. */
extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));
/* Present if the program includes cgfuzz.h or has the harness's main: the server waits for cgfuzz_ready. */
extern char cgfuzz_waits_until_ready __attribute__((weak));
extern int cgfuzz_harness_main(int count, char **arguments) __attribute__((weak));
extern int main(int count, char **arguments);

/*
 * A fork without the handlers that sanitizers register. Those write to the whole table of stacks, and the kernel then copies
 * a thousand pages for each fork: 17 of 41 ms. Handlers matter only if another thread may hold a lock.
 */
static NO_COVERAGE pid_t fork_child(void) {
#ifdef __x86_64__
  struct stat threads;
  int *own_number = 0; /* where the C library keeps the number of this thread */
  if (!stat("/proc/self/task", &threads) && threads.st_nlink == 3 && !prctl(PR_GET_TID_ADDRESS, &own_number) && own_number)
    return (pid_t)syscall(SYS_clone, CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, 0, 0, own_number, 0);
#endif
  return fork();
}

static NO_COVERAGE void on_report_of_sanitizer(void) {
  if (!own_slot || own_slot->outcome != CGFUZZ_UNSET) return;
  own_slot->signal = SIGABRT;
  /* ThreadSanitizer reports under a lock that unwinding wants as well: such a report has no stack. */
  if (__tsan_init) cgfuzz_finish(CGFUZZ_SIGNAL, 0);
  cgfuzz_crash(CGFUZZ_SIGNAL, 0);
}

/* Sanitizers reserve terabytes, so that no limit of the kernel fits: the server looks at resident memory. */
static NO_COVERAGE int is_too_large(pid_t pid) {
  char name[64], text[128];
  snprintf(name, sizeof name, "/proc/%d/statm", (int)pid);
  int file = open(name, O_RDONLY | O_CLOEXEC);
  ssize_t bytes = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  if (bytes <= 0) return 0;
  text[bytes] = 0;
  char *resident = strchr(text, ' ');
  return resident && strtoull(resident, 0, 10) * (uint64_t)sysconf(_SC_PAGESIZE) > memory_limit_bytes;
}

/* A program with endless complaints must not fill the memory: the runtime discards the middle of its text. */
static NO_COVERAGE void bound_what_is_said(void) {
  struct stat status;
  if (fstat(said_file, &status) || (uint64_t)status.st_blocks * 512 <= SAID_MOST) return;
  fallocate(said_file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 2 * SAID_PART, status.st_size - 4 * SAID_PART);
}

static NO_COVERAGE int look_at_program(pid_t pid) {
  bound_what_is_said();
  return __sanitizer_set_death_callback && memory_limit_bytes && is_too_large(pid);
}

/* Appends the first and the last part of the program's standard error to the text of a failed assertion. */
static NO_COVERAGE void take_what_was_said(struct cgfuzz_slot *slot) {
  struct stat status;
  if (slot->outcome == CGFUZZ_OK || fstat(said_file, &status) || status.st_size == 0) return;
  size_t size = (size_t)status.st_size, first = size <= 2 * SAID_PART ? size : SAID_PART, last = size <= 2 * SAID_PART ? 0 : SAID_PART;
  char gap[64] = "";
  if (last) snprintf(gap, sizeof gap, "\n[%zu bytes are left out here]\n", size - first - last);
  const char *between = slot->text_bytes ? "\n" : "";
  size_t room = slot->text_bytes + strlen(between) + first + strlen(gap) + last;
  uint64_t offset;
  char *to = cgfuzz_arena_take(room, &offset), *at = to;
  if (!to) return;
  if (slot->text_bytes) memcpy(at, cgfuzz_arena_at(slot->text_offset), slot->text_bytes);
  at += slot->text_bytes;
  at = stpcpy(at, between);
  ssize_t got = pread(said_file, at, first, 0);
  at = stpcpy(at + (got > 0 ? got : 0), gap);
  got = pread(said_file, at, last, (off_t)(size - last));
  at += got > 0 ? got : 0;
  slot->text_offset = offset;
  slot->text_bytes = (uint32_t)(at - to);
}

/* Gives this process the standard files of a program that reads `input`. */
static NO_COVERAGE void take_program_files(int input) {
  int quiet = open("/dev/null", O_WRONLY);
  lseek(said_file, 0, SEEK_SET);
  dup2(input, 0);
  dup2(quiet, 1);
  dup2(said_file, 2);
  if (quiet > 2) close(quiet);
}

static NO_COVERAGE void become_program(struct cgfuzz_slot *slot, const struct cgfuzz_limits *limits, pid_t parent) {
  struct cgfuzz_limits kept = *limits;
  if (__sanitizer_set_death_callback) {
    __sanitizer_set_death_callback(on_report_of_sanitizer);
    kept.memory_bytes = 0;
  }
  munmap(REQUEST_BASE, REQUEST_LIMIT); /* the request would count against the limit */
  become_child(slot, &kept, parent);
  lseek(input_file, 0, SEEK_SET);
  take_program_files(input_file);
  on_exit(on_exit_of_program, 0);
  return_to_main = 1;
  provoke();
}

static NO_COVERAGE void serve_by_main(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits) {
  struct cgfuzz_slot *slot = cgfuzz_slot_at(0);
  cgfuzz_set_slot_count(1);
  prepare(slot);
  if (ftruncate(input_file, 0) || pwrite(input_file, payload, bytes, 0) != (ssize_t)bytes) die("cannot hand over the input");
  if (ftruncate(said_file, 0)) die("cannot keep the program's standard error");
  memory_limit_bytes = limits->memory_bytes;
  memory_limit_is_known = 1;
  pid_t parent = getpid(), pid = fork_child();
  if (pid == 0) {
    become_program(slot, limits, parent);
    return;
  }
  if (pid < 0) {
    slot->outcome = CGFUZZ_OUT_OF_MEMORY;
    return;
  }
  int status = 0;
  struct rusage usage;
  look_at_child = look_at_program;
  enum cgfuzz_outcome killed = wait_for(pid, limits->wall_ms, &status, &usage);
  look_at_child = 0;
  end_leftovers(looper);
  judge(slot, killed, status, &usage);
  take_what_was_said(slot);
}

/* Returns in a child, which then runs the code after the call. */
static NO_COVERAGE void serve_now(void) {
  waits_until_ready = 0;
  forbid_killing();
  cgfuzz_loop(requests, answers);
  close(requests);
  close(answers);
}

NO_COVERAGE void cgfuzz_ready(void) {
  if (waits_until_ready) serve_now();
}

NO_COVERAGE void cgfuzz_refuse(void) {
  if (own_slot) cgfuzz_finish(CGFUZZ_REJECTED, REFUSED_BY_HARNESS);
}

static NO_COVERAGE void on_exit_before_ready(int status, void *argument) {
  if (!waits_until_ready) return;
  dprintf((int)(intptr_t)argument, "cgfuzz coverage runtime: the program ended with code %d before it called cgfuzz_ready()\n", status);
  _exit(97);
}

/* Runs before main, with its arguments. A program that waits must not read requests as its own input. */
static NO_COVERAGE void start_program(int count, char **arguments) {
  input_file = memfd_create("cgfuzz-input", 0);
  said_file = memfd_create("cgfuzz-said", 0);
  if (input_file < 0 || said_file < 0) die("no memory files for the input and for standard error");
  static char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", input_file);
  for (int i = 1; i < count; i++)
    if (!strcmp(arguments[i], "@@")) arguments[i] = name;
  requests = fcntl(0, F_DUPFD_CLOEXEC, 100);
  answers = fcntl(1, F_DUPFD_CLOEXEC, 100);
  waits_until_ready = &cgfuzz_waits_until_ready || (cgfuzz_harness_main && main == cgfuzz_harness_main);
  if (!waits_until_ready) {
    serve_now();
    return;
  }
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  int complaints = fcntl(2, F_DUPFD_CLOEXEC, 100);
  on_exit(on_exit_before_ready, (void *)(intptr_t)complaints);
}
