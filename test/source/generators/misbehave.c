/* Draws ten times and then does what its argument says, none of which a generator should do. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void hang(void) {
  for (;;) pause();
}

/* A scope of its own for every draw, told from the one before by its caller's registers. */
static __attribute__((noinline)) unsigned one_of(unsigned i) { return (unsigned)rand() % 100 + i; }

static unsigned many(unsigned count) {
  unsigned sum = 0;
  for (unsigned i = 0; i < count; i++) sum = sum * 31 + one_of(i);
  return sum;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  for (int i = 0; i < 10; i++) printf("%d\n", rand() % 10);
  fflush(stdout);
  if (strcmp(how, "crash") == 0) *(volatile int *)0 = 1;
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "exit") == 0) {
    fputs("I do not feel like it\n", stderr);
    return 7;
  }
  if (strcmp(how, "processor") == 0) printf("%llu\n", __builtin_ia32_rdtsc());
  if (strcmp(how, "many") == 0) printf("%u\n", many((unsigned)atoi(argv[2])));
  if (strcmp(how, "hang") == 0) hang();
  if (strcmp(how, "parent") == 0 || strcmp(how, "parents") == 0) {
    do kill((pid_t)syscall(SYS_getppid), atoi(argv[2]));
    while (strcmp(how, "parents") == 0);
    hang();
  }
  if (strcmp(how, "group") == 0) {
    kill(0, atoi(argv[2]));
    hang();
  }
  if (strcmp(how, "stubborn") == 0) {
    for (int s = 1; s < 32; s++) signal(s, SIG_IGN);
    hang();
  }
  if (strcmp(how, "draw") == 0)
    for (;;) rand();
  if (strcmp(how, "flood") == 0)
    for (;;) puts("more and more and more and more");
  if (strcmp(how, "file") == 0) {
    int fd = open("big", O_WRONLY | O_CREAT, 0644);
    static char block[1 << 16];
    while (write(fd, block, sizeof block) > 0) continue;
  }
  if (strcmp(how, "files") == 0) {
    static char block[1 << 16];
    for (int i = 0;; i++) {
      char name[32];
      snprintf(name, sizeof name, "file%d", i);
      int fd = open(name, O_WRONLY | O_CREAT, 0644);
      if (write(fd, block, sizeof block) < 0) return 0;
      close(fd);
      usleep(1000);
    }
  }
  if (strcmp(how, "memory") == 0)
    for (;;) {
      void *block = malloc(1 << 20);
      if (block == NULL) {
        fputs("out of memory\n", stderr);
        abort();
      }
      memset(block, 1, 1 << 20);
    }
  if (strcmp(how, "fork") == 0) {
    /* Independent in every way it knows. */
    for (int i = 0; i < 5; i++)
      if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        if (fork() != 0) _exit(0);
        prctl(PR_SET_NAME, argc > 2 ? argv[2] : "orphan");
        for (int j = 0; j < 1000; j++) rand();
        hang();
      }
    usleep(50000);
  }
  if (strcmp(how, "relay") == 0)
    /* Each process lives for a moment only, and has a successor; for a minute at most. */
    for (int i = 0; i < 300000; i++)
      if (fork() != 0) _exit(0);
  if (strcmp(how, "babble") == 0) {
    /* Where a persistent generator says that a program is done. */
    if (write(5, argv[2], strlen(argv[2])) < 0) return 1;
    hang();
  }
  if (strcmp(how, "close") == 0)
    for (int fd = 0; fd < 1024; fd++) close(fd);
  if (strcmp(how, "kill") == 0) raise(SIGKILL);
  if (strcmp(how, "kill-parent") == 0) {
    /* A fork server has the launcher above it. The answer of getppid may be wrong. */
    char name[64] = "self", path[96] = "/proc/self/stat";
    int parent = 0;
    while (strcmp(name, "launcher") != 0) {
      FILE *stat = fopen(path, "r");
      int pid;
      if (stat == NULL || fscanf(stat, "%d (%63[^)]) %*c %d", &pid, name, &parent) != 3) return 1;
      fclose(stat);
      if (strcmp(name, "launcher") == 0) kill(pid, SIGKILL);
      snprintf(path, sizeof path, "/proc/%d/stat", parent);
    }
    hang();
  }
  if (strcmp(how, "scribble") == 0) {
    /* The damage that a wild pointer could do to the shared memory. */
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    while (fgets(line, sizeof line, maps) != NULL) {
      unsigned long start;
      if (strstr(line, "cgfuzz-memory") == NULL || sscanf(line, "%lx", &start) != 1) continue;
      unsigned seed = (unsigned)atoi(argv[2]);
      for (int i = 0; i < 40; i++) {
        seed = seed * 1664525 + 1013904223;
        unsigned long place = seed % 3 == 0 ? 512 + seed / 3 % 128 : seed % 3 == 1 ? 4096 + seed / 3 % 300 : seed / 3 % (64 << 20);
        seed = seed * 1664525 + 1013904223;
        *(unsigned char *)(start + place) = (unsigned char)(seed >> 16);
      }
      break;
    }
  }
  if (strcmp(how, "link") == 0) return symlink("/etc/passwd", "out.c");
  if (strcmp(how, "pipe") == 0) return mkfifo("out.c", 0644);
  if (strcmp(how, "nest") == 0) {
    for (int i = 0; i < 500; i++)
      if (mkdir("d", 0755) != 0 || chdir("d") != 0) break;
  }
  return 0;
}
