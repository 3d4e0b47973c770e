/* Part of launcher.c: the guard of the launcher, whose generators may stop or kill their own parent. */

static volatile sig_atomic_t guarded;

static void pass_on(int number) {
  if (guarded > 0) kill(guarded, number);
}

/*
 * Forks the launcher. Only the launcher returns from this function; its parent stays here as the guard. The guard
 * continues a stopped launcher a few times, and ends the processes of a dead one.
 */
static void stand_guard(void) {
  enum { MOST_STOPS = 3 };
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t guard = getpid(), launcher = fork();
  if (launcher < 0) fail("fork");
  if (launcher == 0) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != guard) exit(0);
    return;
  }
  guarded = launcher;
  int signals[] = {SIGTERM, SIGINT, SIGHUP}, status = 0;
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], pass_on);
  for (int stops = 0;;) {
    pid_t pid = waitpid(-1, &status, WUNTRACED | __WALL);
    if (pid < 0 && errno == EINTR) continue;
    if (pid != launcher && pid > 0) continue;
    if (pid < 0 || !WIFSTOPPED(status)) break;
    if (++stops > MOST_STOPS) kill_children_of(launcher, 0); /* first, since they would stop the guard next */
    kill(launcher, stops > MOST_STOPS ? SIGKILL : SIGCONT);
  }
  kill_children(0);
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
