/* Ways to more memory, output and files than the limits allow. */
#include "ways.h"

static void take_private(char **unused) {
  for (char *bytes; (bytes = malloc(16 * MB));) touch_all(bytes, 16 * MB);
  pause();
}
static void take_by_break(char **unused) {
  for (char *bytes; (bytes = sbrk(MB)) != (void *)-1;) touch_all(bytes, MB);
  pause();
}
static void take_shared(char **unused) {
  char *bytes = map_shared(4096ul * MB);
  if (bytes) touch_all(bytes, 4096ul * MB);
}
static void give_back(char *bytes, size_t size) {
  for (size_t at = 0; at < size; at += MB) {
    touch_all(bytes + at, MB);
    madvise(bytes + at, MB, MADV_DONTNEED);
  }
}
static void take_shared_and_give_back(char **unused) {
  char *bytes = map_shared(4096ul * MB);
  if (bytes) give_back(bytes, 4096ul * MB);
}
static void take_shared_in_pieces(char **unused) {
  /* A page between any two of them, so that the kernel joins none. */
  for (int i = 0; i < 4096; i++) {
    char *bytes = map_shared(MB);
    mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes) give_back(bytes, MB);
  }
}
static void take_and_hide(char **unused) {
  prctl(PR_SET_DUMPABLE, 0);
  take_shared_and_give_back(0);
}
static void take_in_an_unreadable_file(char **arguments) {
  if (arguments[4]) take_shared_and_give_back(0);
  chmod(arguments[0], 0111);
  execl(arguments[0], arguments[0], arguments[1], arguments[2], arguments[3], "again", (char *)0);
}
static void take_in_children(char **unused) {
  for (int i = 0; i < 20; i++)
    if (fork() == 0) {
      char *bytes = malloc(200 * MB);
      if (bytes) touch_all(bytes, 200 * MB);
      pause();
    }
  wait_for_all();
}
static void take_after_sharing(char **unused) {
  char *own = malloc(100 * MB);
  memset(own, 1, 100 * MB);
  for (int i = 0; i < 100; i++) hold_megabyte();
  for (int i = 0; i < 30; i++)
    if (fork() == 0) {
      if (i == 29) {
        usleep(300000);
        for (int k = 0; k < 4; k++)
          if (fork() == 0) {
            char *more = malloc(400 * MB);
            if (more) touch_all(more, 400 * MB);
            pause();
          }
      }
      pause();
    }
  wait_for_all();
}
static void *take_in_thread(void *unused) {
  char bytes[4 * MB];
  memset(bytes, 1, sizeof bytes);
  for (int i = 0; i < 4; i++) hold_megabyte();
  for (char *more; (more = malloc(MB));) touch_all(more, MB);
  pause();
  return bytes;
}
static void take_in_threads(char **unused) {
  pthread_t thread;
  for (int i = 0; i < 60; i++) pthread_create(&thread, 0, take_in_thread, 0);
  pause();
}
/* Tables of pages that read zeros: 4 KB for each 2 MB. */
static void take_tables(char **unused) {
  enum { REGION = 1 << 30 };
  for (int i = 0; i < 8192; i++) {
    volatile char *bytes = mmap(0, REGION, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) break;
    for (size_t at = 0; at < REGION; at += 2 * MB) (void)bytes[at];
    hold_megabyte(), hold_megabyte();
  }
  pause();
}
static void fill(int file) {
  static char bytes[4096];
  static size_t all;
  fcntl(file, F_SETFL, O_NONBLOCK);
  for (ssize_t put; (put = write(file, bytes, sizeof bytes)) > 0;)
    for (all += (size_t)put; all >= MB; all -= MB) hold_megabyte();
}
static void fill_buffers(int are_sockets) {
  for (int child = 0; child < 60; child++)
    if (fork() == 0) {
      for (int pair[2]; (are_sockets ? socketpair(AF_UNIX, SOCK_STREAM, 0, pair) : pipe(pair)) == 0;) {
        fcntl(pair[1], F_SETPIPE_SZ, MB);
        fill(pair[1]);
        if (are_sockets) fill(pair[0]);
      }
      pause();
    }
  wait_for_all();
}
static void fill_pipes(char **unused) { fill_buffers(0); }
static void fill_sockets(char **unused) { fill_buffers(1); }

static void write_megabytes(int file, int count) {
  static char bytes[MB];
  for (int i = 0; i < count && write(file, bytes, MB) == MB; i++) hold_megabyte();
}
static void fill_folder(char **unused) {
  for (int i = 0; i < 200; i++) {
    char name[32];
    snprintf(name, sizeof name, "file%d", i);
    write_megabytes(open(name, O_CREAT | O_WRONLY, 0600), 40);
  }
  pause();
}
static void fill_removed_files(char **unused) {
  for (int i = 0; i < 200; i++) {
    int file = open("removed", O_CREAT | O_WRONLY, 0600);
    unlink("removed");
    write_megabytes(file, 40);
  }
  pause();
}
static void fill_nameless_files(char **unused) {
  for (int i = 0; i < 200; i++) write_megabytes(open(".", O_TMPFILE | O_WRONLY, 0600), 40);
  pause();
}
static void fill_mapped_files(char **unused) {
  for (int i = 0; i < 200; i++) {
    int file = open("mapped", O_CREAT | O_RDWR, 0600);
    unlink("mapped");
    if (ftruncate(file, 40 * MB)) pause();
    char *bytes = mmap(0, 40 * MB, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (bytes == MAP_FAILED) pause();
    touch_all(bytes, 40 * MB);
    madvise(bytes, 40 * MB, MADV_DONTNEED);
  }
  pause();
}
static void fill_deep_folders(char **unused) {
  for (int i = 0; i < 1000; i++) {
    mkdir("d", 0700);
    if (chdir("d")) pause();
  }
  fill_folder(0);
}
static void print_without_end(char **unused) {
  for (;;) puts("again and again");
}
static void complain_without_end(char **unused) {
  for (;;) fputs("again and again", stderr);
}
static void print_in_children(char **unused) {
  for (int i = 0; i < 20; i++)
    if (fork() == 0)
      for (;;) puts("again and again");
  wait_for_all();
}
static void stretch_output(char **unused) {
  ftruncate(1, 1l << 40);
  lseek(1, 1l << 40, SEEK_SET);
  write(1, "x", 1);
}
static void map_output(char **unused) {
  ftruncate(1, 1 << 30);
  char *bytes = mmap(0, 1 << 30, PROT_READ | PROT_WRITE, MAP_SHARED, 1, 0);
  if (bytes != MAP_FAILED) memset(bytes, 1, 1 << 30);
  pause();
}
static void leave_many_files(char **unused) {
  char name[32];
  for (int i = 0; i < 100000; i++) {
    snprintf(name, sizeof name, "%d", i);
    close(open(name, O_CREAT | O_WRONLY, 0600));
  }
}

const struct way memory_ways[] = {
    {"take-private", take_private},
    {"take-by-break", take_by_break},
    {"take-shared", take_shared},
    {"take-shared-and-give-back", take_shared_and_give_back},
    {"take-shared-in-pieces", take_shared_in_pieces},
    {"take-and-hide", take_and_hide},
    {"take-in-an-unreadable-file", take_in_an_unreadable_file},
    {"take-in-children", take_in_children},
    {"take-after-sharing", take_after_sharing},
    {"take-in-threads", take_in_threads},
    {"take-tables", take_tables},
    {"fill-pipes", fill_pipes},
    {"fill-sockets", fill_sockets},
    {"fill-folder", fill_folder},
    {"fill-removed-files", fill_removed_files},
    {"fill-nameless-files", fill_nameless_files},
    {"fill-mapped-files", fill_mapped_files},
    {"fill-deep-folders", fill_deep_folders},
    {"print-without-end", print_without_end},
    {"complain-without-end", complain_without_end},
    {"print-in-children", print_in_children},
    {"stretch-output", stretch_output},
    {"map-output", map_output},
    {"leave-many-files", leave_many_files},
    {0, 0},
};
