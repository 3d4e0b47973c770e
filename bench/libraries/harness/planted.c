/*
 * The state of planted bugs, around the harness of any library. `chains.h` has the bugs: for each the blocks that an
 * input must reach one after the other. A met bug is named in a file beside the program, `PROGRAM.found`, and ends the
 * process. A bug that was met often is mended: a process that starts later does not have it.
 *
 * With PLANTED_RECORD this file is a program that says which blocks each of its files reaches, in order. PLANTED_OFF in the
 * environment switches all bugs off. This file is compiled without coverage.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int run_one(const uint8_t *data, size_t size);

#ifdef PLANTED_RECORD
enum { MOST_BLOCKS = 100000 };
static unsigned char reached[MOST_BLOCKS];
static int order[MOST_BLOCKS], count;

int planted_step(int block) {
  if (!reached[block]) order[count++] = block;
  return reached[block] = 1;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    static uint8_t bytes[1 << 20];
    if (!file) return 1;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    memset(reached, 0, sizeof reached);
    count = 0;
    /* Exactly as long as the input, as engines give it. */
    uint8_t *input = malloc(size ? size : 1);
    memcpy(input, bytes, size);
    int refused = run_one(input, size);
    free(input);
    printf("%d", refused);
    for (int j = 0; j < count; j++) printf(" %d", order[j]);
    printf("\n");
  }
  return 0;
}
#else
#include "chains.h"

enum { BUGS = sizeof chains / sizeof chains[0], MENDED_AFTER = 8 };
static int stage[BUGS], off[BUGS];
static pid_t known;

static int open_found(int flags) {
  static char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 7);
  if (length <= 0) return -1;
  strcpy(path + length, ".found");
  return open(path, flags | O_CLOEXEC, 0644);
}

static void read_mended(void) {
  static char text[1 << 16];
  int file = open_found(O_RDONLY), all = getenv("PLANTED_OFF") != 0, times[256] = {0};
  ssize_t size = file < 0 ? 0 : read(file, text, sizeof text);
  if (file >= 0) close(file);
  for (ssize_t i = 0; i < size; i++)
    if (text[i] != '\n') times[text[i] - 'a']++;
  for (int bug = 0; bug < BUGS; bug++) off[bug] = all || times[bug] >= MENDED_AFTER;
}

int planted_step(int block) {
  for (int bug = 0; bug < BUGS; bug++) {
    if (off[bug] || chains[bug][stage[bug]] != block || ++stage[bug] < STEPS) continue;
    char line[] = {(char)('a' + bug), '\n'};
    int file = open_found(O_WRONLY | O_APPEND | O_CREAT);
    if (file >= 0 && write(file, line, 2) == 2) close(file);
    return 1;
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (known != getpid()) {
    known = getpid();
    read_mended();
  }
  for (int bug = 0; bug < BUGS; bug++) stage[bug] = first_stage[bug];
  /* No engine learns that an input was refused: libFuzzer would count no edges of such an input, and not keep it. */
  run_one(data, size);
  return 0;
}
#endif
