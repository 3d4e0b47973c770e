/* Ways to more time and more processes than the limits allow, and to outlive the run. */
#include "ways.h"

static void compute(char **unused) {
  for (volatile int i = 0;; i++) {}
}
static void compute_and_ignore(char **unused) {
  for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
  compute(0);
}
static void compute_in_generations(char **unused) {
  for (;;) {
    if (fork()) _exit(0);
    clock_t end = clock() + CLOCKS_PER_SEC / 2;
    while (clock() < end) {}
  }
}
static void sleep_and_ignore(char **unused) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, 0);
  for (;;) pause();
}
static void wait_for_futex(char **unused) {
  static int word;
  for (;;) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
}
static void wait_in_vfork(char **unused) {
  if (vfork() == 0)
    for (;;) pause();
}
static void wait_for_pipe(char **unused) {
  mkfifo("pipe", 0600);
  open("pipe", O_RDONLY);
}
static void flood_with_timers(char **unused) {
  struct itimerspec often = {{0, 1000}, {0, 1000}};
  struct sigevent none = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
  signal(SIGRTMIN, SIG_IGN);
  timer_t timer;
  for (int i = 0; i < 10000 && timer_create(CLOCK_MONOTONIC, &none, &timer) == 0; i++) timer_settime(timer, 0, &often, 0);
  compute_and_ignore(0);
}
static void stop_itself(char **unused) {
  raise(SIGSTOP);
  for (;;) kill(0, SIGSTOP);
}
static void stop_children(char **unused) {
  for (int i = 0; i < 40; i++)
    if (fork() == 0)
      for (setsid();;) raise(SIGSTOP);
}
static void bomb(char **unused) {
  for (;;) fork();
}
static void bomb_with_sessions(char **unused) {
  for (;;)
    if (fork() == 0) setsid();
}
static void bomb_that_ends(char **unused) {
  for (;;)
    if (fork()) _exit(0);
}
static void bomb_that_executes(char **arguments) {
  fork();
  fork();
  execv(arguments[0], arguments);
}
static void bomb_of_siblings(char **unused) {
  for (;;) syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
}
static void bomb_of_vforks(char **arguments) {
  for (int i = 0; i < 3; i++)
    if (vfork() == 0) {
      execv(arguments[0], arguments);
      _exit(0);
    }
  pause();
}
static void *stay(void *unused) {
  pause();
  return 0;
}
static void bomb_of_threads(char **unused) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN);
  int count = 0;
  for (pthread_t thread; pthread_create(&thread, &small, stay, 0) == 0;)
    count++;
  struct rlimit most;
  if (getrlimit(RLIMIT_NPROC, &most) == 0 && (rlim_t)count > most.rlim_cur) escape("more threads than the kernel counts");
  pause();
}
static void leave_daemon(char **unused) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) sleep_and_ignore(0);
  }
}
static void leave_other_name(char **unused) {
  if (fork()) return;
  setsid();
  prctl(PR_SET_NAME, "kworker/0:1");
  chdir("/");
  sleep_and_ignore(0);
}
static void leave_subreaper(char **unused) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (int i = 0; i < 10; i++)
    if (fork() == 0 && fork() == 0) sleep_and_ignore(0);
}
static void open_all(char **unused) {
  int count = 0;
  while (open("/dev/null", O_RDONLY) >= 0)
    if (++count > 282) {
      escape("more than 256 descriptors");
      break;
    }
}
static void raise_own_limits(char **unused) {
  static const int limits[] = {RLIMIT_CPU, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CORE};
  for (int i = 0; i < 5; i++) {
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(limits[i], &all) == 0) escape("a higher limit");
  }
}
static void raise_own_priority(char **unused) {
  struct sched_param first = {1};
  if (setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) - 1) == 0) escape("a better priority");
  if (sched_setscheduler(0, SCHED_FIFO, &first) == 0) escape("real time");
  if (mlockall(MCL_FUTURE) == 0 && mmap(0, 16 * MB, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
    escape("16 MB that are locked");
  int file = open("/proc/self/oom_score_adj", O_WRONLY);
  if (write(file, "-500", 4) == 4) escape("others die first");
}

const struct way process_ways[] = {
    {"compute", compute},
    {"compute-and-ignore", compute_and_ignore},
    {"compute-in-generations", compute_in_generations},
    {"sleep-and-ignore", sleep_and_ignore},
    {"wait-for-futex", wait_for_futex},
    {"wait-in-vfork", wait_in_vfork},
    {"wait-for-pipe", wait_for_pipe},
    {"flood-with-timers", flood_with_timers},
    {"stop-itself", stop_itself},
    {"stop-children", stop_children},
    {"bomb", bomb},
    {"bomb-with-sessions", bomb_with_sessions},
    {"bomb-that-ends", bomb_that_ends},
    {"bomb-that-executes", bomb_that_executes},
    {"bomb-of-siblings", bomb_of_siblings},
    {"bomb-of-vforks", bomb_of_vforks},
    {"bomb-of-threads", bomb_of_threads},
    {"leave-daemon", leave_daemon},
    {"leave-other-name", leave_other_name},
    {"leave-subreaper", leave_subreaper},
    {"open-all", open_all},
    {"raise-own-limits", raise_own_limits},
    {"raise-own-priority", raise_own_priority},
    {0, 0},
};
