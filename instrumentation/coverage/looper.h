/*
 * Part of cgfuzz-coverage.c: a harness as a loop. One child, the looper, reads requests, runs input after input in its own
 * process, and answers. A fork with a sanitizer costs more than most inputs.
 *
 * For an input that ends badly the server forks, as it does without a looper. A failure is never an effect of the inputs
 * before it. For an input with new features the server forks too, until the looper has shown the same features often
 * enough. After that, the server forks for one such input of CONFIRM_EACH. An input that did something else alone has the
 * flag ANSWER_LEAKED, so that the person learns of a harness that keeps state.
 *
 * Looper and server take turns by `state`: each request has exactly one answer, even if either dies.
 */

enum looper_state { LOOPER_IDLE, LOOPER_RUNS, LOOPER_ANSWERS, LOOPER_HANDS_OVER, LOOPER_IS_KILLED };
enum { LOOPER_EOF = 96, LOOPER_RENEWED = 95, LOOPER_INPUTS = 20000 };
/* Chosen, not measured. */
enum { LEAKS_BEFORE_DOUBT = 64, CONFIRMED_BEFORE_TRUST = 16, CONFIRM_EACH = 16 };

static NO_COVERAGE int take_request(int in);
static NO_COVERAGE void execute(const uint8_t *body, size_t bytes);
static NO_COVERAGE void answer_all(int has_leaked);
static NO_COVERAGE int looper_is_worth_it(void);

/* Runs one input in this process, and returns 1 if the harness refuses it. */
static int (*run_input)(const uint8_t *data, size_t size);
static int is_looper, wake_server = -1, wake_looper = -1;

NO_COVERAGE void cgfuzz_loop_over(int (*run)(const uint8_t *data, size_t size)) { run_input = run; }

static NO_COVERAGE enum looper_state state_now(void) { return (enum looper_state)__atomic_load_n(&shared->looper_state, __ATOMIC_ACQUIRE); }
static NO_COVERAGE void set_state(enum looper_state state) { __atomic_store_n(&shared->looper_state, (uint32_t)state, __ATOMIC_RELEASE); }
static NO_COVERAGE int change_state(enum looper_state from, enum looper_state to) {
  uint32_t expected = from;
  return __atomic_compare_exchange_n(&shared->looper_state, &expected, (uint32_t)to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static NO_COVERAGE void wake(int descriptor) {
  static const uint64_t one = 1;
  while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {}
}
static NO_COVERAGE void sleep_until_woken(int descriptor) {
  uint64_t times;
  while (read(descriptor, &times, sizeof times) < 0 && errno == EINTR) {}
}

static NO_COVERAGE uint64_t own_cpu_us(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (uint64_t)used.tv_sec * 1000000 + (uint64_t)used.tv_nsec / 1000;
}

static NO_COVERAGE void limit_own_cpu(uint32_t milliseconds) {
  static struct itimerval timer;
  timer.it_value.tv_sec = milliseconds / 1000;
  timer.it_value.tv_usec = milliseconds % 1000 * 1000;
  setitimer(ITIMER_PROF, &timer, 0);
}

/* The server runs the request that lies in memory in a fork, answers, and wakes the looper. */
static NO_COVERAGE void hand_over(void) {
  set_state(LOOPER_HANDS_OVER);
  wake(wake_server);
  sleep_until_woken(wake_looper);
}

static NO_COVERAGE int is_believed(const struct cgfuzz_slot *slot) {
  if (slot->news_count == 0) return 1;
  return shared->looper_confirmed >= CONFIRMED_BEFORE_TRUST && ++shared->looper_news % CONFIRM_EACH != 0;
}

static NO_COVERAGE void remember_news(const struct cgfuzz_slot *slot) {
  const uint32_t *features = (const uint32_t *)(const void *)cgfuzz_arena_at(slot->news_offset);
  for (uint32_t i = 0; i < slot->news_count; i++) seen[features[i] / 8] |= (uint8_t)(1u << features[i] % 8);
}

/* Runs the input in this process, and says whether that answer counts. */
static NO_COVERAGE int runs_believably(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits) {
  struct cgfuzz_slot *slot = cgfuzz_slot_at(0);
  cgfuzz_set_slot_count(1);
  prepare(slot);
  shared->arena_used = 64;
  shared->looper_wall_end = limits->wall_ms ? now_ms() + limits->wall_ms : UINT64_MAX;
  set_state(LOOPER_RUNS);
  cgfuzz_clear();
  uint64_t before = own_cpu_us();
  if (limits->cpu_ms) limit_own_cpu(limits->cpu_ms);
  int refused = run_input(payload, bytes);
  end_leftovers(0);
  if (limits->cpu_ms) limit_own_cpu(0);
  collect(slot, 0, !refused);
  slot->cpu_us = (uint32_t)(own_cpu_us() - before);
  slot->outcome = refused ? CGFUZZ_REJECTED : CGFUZZ_OK;
  slot->exit_code = refused ? REFUSED_BY_HARNESS : 0;
  /* The server has killed this process, or does so now. */
  if (!change_state(LOOPER_RUNS, LOOPER_ANSWERS)) pause();
  return is_believed(slot);
}

/* In the looper: what `execute` is in the server. */
static NO_COVERAGE void execute_in_loop(const uint8_t *payload, size_t bytes, const struct cgfuzz_limits *limits) {
  if (limits->memory_bytes != memory_limit_bytes) {
    /* The next looper begins with the limit of this request. */
    set_state(LOOPER_HANDS_OVER);
    _exit(LOOPER_RENEWED);
  }
  /* Words of the request before, from this process or from a fork that answered for it. */
  if (lseek(said_file, 0, SEEK_CUR) != 0 && (ftruncate(said_file, 0) || lseek(said_file, 0, SEEK_SET))) _exit(LOOPER_RENEWED);
  if (request_flags & (FLAG_WHOLE_SET | FLAG_DO_NOT_REMEMBER)) {
    hand_over();
    return;
  }
  shared->looper_inputs++;
  if (runs_believably(payload, bytes, limits)) {
    remember_news(cgfuzz_slot_at(0));
    if (cgfuzz_slot_at(0)->outcome == CGFUZZ_REJECTED) take_what_was_said(cgfuzz_slot_at(0));
    answer_all(0);
    set_state(LOOPER_IDLE);
  } else {
    shared->is_suspected = 1;
    shared->looper_hash = cgfuzz_slot_at(0)->hash;
    hand_over();
  }
}

static NO_COVERAGE void become_looper(const struct cgfuzz_limits *limits, pid_t parent, int in) {
  static const struct rlimit none;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(99);
  setsid();
  adopt_orphans();
  is_looper = 1;
  setrlimit(RLIMIT_CORE, &none);
  if (limits->memory_bytes && !__sanitizer_set_death_callback) {
    static struct rlimit data;
    data.rlim_cur = data.rlim_max = limits->memory_bytes;
    setrlimit(RLIMIT_DATA, &data);
  }
  take_program_files(open("/dev/null", O_RDONLY));
  /* The words of the input that ended the looper before are still there. */
  if (ftruncate(said_file, 0)) _exit(99);
  /* The looper ends before its memory holds what many inputs forgot to free. */
  for (unsigned input = 0; input < LOOPER_INPUTS && looper_is_worth_it(); input++)
    if (!take_request(in)) _exit(LOOPER_EOF);
  _exit(LOOPER_RENEWED);
}

/* Runs the request in memory alone, and answers. Returns in a child that must run the input as well. */
static NO_COVERAGE void execute_alone(void) {
  uint8_t *request = REQUEST_BASE;
  execute(request + 1, shared->request_bytes - 1);
  if (return_to_main) return;
  shared->is_suspected = 0;
  set_state(LOOPER_IDLE);
}

/* In the server, before an answer: whether the looper saw something that the input alone does not show. */
static NO_COVERAGE int has_leaked(const struct cgfuzz_slot *slot) {
  if (!shared->is_suspected) return 0;
  int is_same = slot->hash == shared->looper_hash;
  int has_died = shared->looper_hash == 0, is_good = slot->outcome == CGFUZZ_OK || slot->outcome == CGFUZZ_REJECTED;
  int is_leak = is_good && (has_died || slot->news_count == 0);
  shared->looper_confirmed = is_same ? shared->looper_confirmed + 1 : 0;
  shared->looper_leaks += (uint32_t)is_leak;
  return is_leak;
}

static NO_COVERAGE int looper_is_worth_it(void) {
  return shared->looper_leaks < LEAKS_BEFORE_DOUBT || shared->looper_leaks < shared->looper_inputs / 2;
}

static NO_COVERAGE int must_kill_looper(pid_t pid) {
  int is_late = now_ms() >= shared->looper_wall_end;
  return state_now() == LOOPER_RUNS && (is_late || look_at_program(pid)) && change_state(LOOPER_RUNS, LOOPER_IS_KILLED);
}

/* Waits for a looper that works, and runs alone what it hands over. Returns after its end, or in a child. */
static NO_COVERAGE int attend_looper(pid_t pid) {
  int descriptor = (int)syscall(SYS_pidfd_open, pid, 0), status = 0;
  if (descriptor < 0) die("cannot watch a child");
  struct pollfd waiting[] = {{descriptor, POLLIN, 0}, {wake_server, POLLIN, 0}};
  for (;;) {
    int ready = poll(waiting, 2, LOOK_EVERY_MS);
    if (ready > 0 && waiting[1].revents) {
      sleep_until_woken(wake_server);
      execute_alone();
      if (return_to_main) return 0;
      wake(wake_looper);
    } else if (ready > 0 && waiting[0].revents) break;
    else if (must_kill_looper(pid)) kill(pid, SIGKILL);
  }
  close(descriptor);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

/* Starts a looper after the first request, whose limits it keeps. Returns if requests end, or in a child. */
static NO_COVERAGE void serve_by_looper(int in) {
  if (wake_server < 0) {
    wake_server = eventfd(0, EFD_CLOEXEC);
    wake_looper = eventfd(0, EFD_CLOEXEC);
    if (wake_server < 0 || wake_looper < 0) die("no descriptors to wait with");
  }
  struct cgfuzz_limits limits = {0, 0, memory_limit_bytes};
  set_state(LOOPER_IDLE);
  pid_t parent = getpid(), pid = fork_child();
  if (pid < 0) {
    run_input = 0;
    return;
  }
  if (pid == 0) become_looper(&limits, parent, in);
  looper = pid;
  int status = attend_looper(pid);
  if (return_to_main) return;
  looper = 0;
  end_leftovers(0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == LOOPER_EOF) {
    if (cgfuzz_at_end) cgfuzz_at_end();
    _exit(0);
  }
  enum looper_state state = state_now();
  if (state == LOOPER_ANSWERS) die("a child died while it answered");
  if (state == LOOPER_IDLE) return;
  shared->is_suspected = state != LOOPER_HANDS_OVER;
  shared->looper_hash = 0;
  execute_alone();
}
