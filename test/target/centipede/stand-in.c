/*
 * A stand-in for Centipede's runner, from the binary's side of the protocol: memory, socket, blobs. A harness is linked with it.
 *
 * AGE 2 and 3 are the tags of its reply. ONE_SHOT never connects. WORKER has tests with names, as the C interface has.
 * SLEEPS never does anything. Inputs that begin with `!` have it break its word in the way that follows.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef AGE
#define AGE 2
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FEATURES = 1, BEGIN = AGE, END, STATS, METADATA };
static const uint64_t COUNTERS = 2, EQUAL = 5, STACKS = 9, USER = 12;

static uint8_t *counters, *counters_end;
static const uintptr_t *pairs, *pairs_end;
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *end) { counters = start, counters_end = end; }
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *end) { pairs = start, pairs_end = end; }

/* The value of a flag, or NULL. */
static char *flag(const char *name) {
  const char *at = getenv("CENTIPEDE_RUNNER_FLAGS");
  size_t length = strlen(name);
  for (; at && *at; at = strchr(at + 1, ':')) {
    if (*at != ':' || strncmp(at + 1, name, length) != 0) continue;
    const char *value = at + 1 + length;
    if (*value == ':') return strdup("");
    if (*value == '=') return strndup(value + 1, strcspn(value + 1, ":"));
  }
  return NULL;
}

struct memory {
  uint8_t *bytes;
  size_t size, at;
};

static struct memory attach(const char *path) {
  struct stat status;
  int fd = open(path, O_RDWR);
  if (fd < 0 || fstat(fd, &status) != 0) _exit(100);
  struct memory memory = {mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0),
                          (size_t)status.st_size, 0};
  return memory;
}

static void put(struct memory *to, uint64_t tag, const void *bytes, uint64_t size) {
  if (to->at + 16 + size > to->size) return;
  memcpy(to->bytes + to->at, &tag, 8);
  memcpy(to->bytes + to->at + 8, &size, 8);
  if (size > 0) memcpy(to->bytes + to->at + 16, bytes, size);
  to->at += 16 + size;
  if (to->at + 16 <= to->size) memset(to->bytes + to->at, 0, 16);
}

/* The size, or -1 at the end. */
static int64_t take(struct memory *from, uint64_t *tag, uint8_t **bytes) {
  uint64_t size;
  memcpy(tag, from->bytes + from->at, 8);
  memcpy(&size, from->bytes + from->at + 8, 8);
  if (*tag == 0) return -1;
  *bytes = from->bytes + from->at + 16;
  from->at += 16 + size;
  return (int64_t)size;
}

static void write_file(const char *path, const void *bytes, size_t size) {
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fwrite(bytes, 1, size, file);
  fclose(file);
}

static int tell(const char *text) {
  write_file(flag("failure_description_path"), text, strlen(text));
  return 1;
}

static void show_features(struct memory *reply, int is_refused) {
  static uint64_t features[1 << 16];
  size_t count = 0;
  for (uint8_t *counter = counters; counter < counters_end; counter++) {
    if (*counter && !is_refused)
      features[count++] = (COUNTERS << 27) + (uint64_t)(counter - counters) * 8 + (31 - (unsigned)__builtin_clz(*counter));
    *counter = 0;
  }
  if (!is_refused) {
    features[count++] = (EQUAL << 27) + 7;
    if (flag("callstack_level")) features[count++] = (STACKS << 27) + 123456789;
    features[count++] = (USER << 27) + 5;
  }
  put(reply, FEATURES, features, count * 8);
}

static int broken_word(const char *word, struct memory *reply) {
  uint64_t size = 1ull << 40, tag = 0x1234567;
  if (strcmp(word, "told") == 0) return tell("the target says so");
  if (strcmp(word, "timeout") == 0) return tell("per-input-timeout-exceeded");
  if (strcmp(word, "ignored") == 0) return tell("IGNORED FAILURE: it says");
  if (strcmp(word, "setup") == 0) return tell("SETUP FAILURE: no such test");
  if (strcmp(word, "large") == 0) memcpy(reply->bytes + reply->at, (uint64_t[]){FEATURES, size}, 16);
  if (strcmp(word, "tag") == 0) memcpy(reply->bytes + reply->at, &tag, 8);
  if (strcmp(word, "odd") == 0) put(reply, FEATURES, "12345", 5);
  if (strcmp(word, "die") == 0) _exit(3);
  return 0;
}

static int execute(struct memory request, struct memory reply) {
  uint64_t tag, stats[4] = {1, 2, 3, 0};
  uint8_t *bytes;
  if (take(&request, &tag, &bytes) < 0 || tag != 1) return 1;
  if (take(&request, &tag, &bytes) != 8 || tag != 3) return 1;
  for (int64_t size; (size = take(&request, &tag, &bytes)) >= 0 && tag == 6;) {
    char word[16] = "";
    if (size > 1 && size < 16 && *bytes == '!') memcpy(word, bytes + 1, (size_t)size - 1);
    put(&reply, BEGIN, NULL, 0);
    if (*word) return broken_word(word, &reply);
    uint8_t *exact = malloc((size_t)size);
    memcpy(exact, bytes, (size_t)size);
    int result = LLVMFuzzerTestOneInput(exact, (size_t)size);
    free(exact);
    show_features(&reply, result != 0);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    stats[3] = (uint64_t)used.ru_maxrss / 1024;
    put(&reply, METADATA, NULL, 0);
    put(&reply, STATS, stats, sizeof stats);
    put(&reply, END, NULL, 0);
  }
  return 0;
}

static int dump_binary_info(void) {
  Dl_info about;
  char line[4200];
  dladdr((void *)dump_binary_info, &about);
  size_t count = (size_t)(pairs_end - pairs);
  uint64_t *table = malloc(count * 8);
  for (size_t at = 0; at < count; at++) table[at] = at % 2 ? pairs[at] : pairs[at] - (uintptr_t)about.dli_fbase;
  write_file(flag("arg1"), table, count * 8);
  write_file(flag("arg2"), "", 0);
  write_file(flag("arg3"), line, (size_t)sprintf(line, "%s %zu\n", about.dli_fname, count / 2));
  return 0;
}

static int meet(void) {
  const char *path = flag("persistent_mode_socket");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (!path) return -1;
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return connect(fd, (struct sockaddr *)&address, sizeof address) == 0 ? fd : -1;
}

int main(int argc, char **argv) {
#ifdef SLEEPS
  for (;;) pause();
#endif
  if (flag("dump_binary_info")) return dump_binary_info();
#ifdef WORKER
  fprintf(stderr, "Got worker flags\n");
  if (flag("list_tests")) {
    write_file(flag("test_listing_output"), WORKER, strlen(WORKER));
    return 0;
  }
  if (!flag("test")) return tell("SETUP FAILURE: no test");
#endif
  if (!flag("shmem")) {
    static uint8_t bytes[1 << 20];
    for (int at = 1; at < argc; at++) {
      FILE *file = fopen(argv[at], "r");
      if (!file) return 1;
      size_t size = fread(bytes, 1, sizeof bytes, file);
      fclose(file);
      LLVMFuzzerTestOneInput(bytes, size);
    }
    return 0;
  }
  struct memory request = attach(flag("arg1")), reply = attach(flag("arg2"));
#ifndef ONE_SHOT
  uint8_t what;
  for (int fd = meet(); fd >= 0;) {
    if (read(fd, &what, 1) != 1 || what == 0) return 0;
    int32_t answer = execute(request, reply);
    write(fd, &answer, 4);
    if (lseek(2, 0, SEEK_SET) == 0) ftruncate(2, 0);
  }
#endif
  return execute(request, reply);
}
