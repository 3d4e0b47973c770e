/* Uses a heap in every way that there is, and looks whether what was written to blocks is still there. */
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS 4096
static struct {
  unsigned char *at;
  size_t bytes;
  unsigned char filled;
} blocks[BLOCKS];
static unsigned long random_state = 1;
static unsigned wrong;

static unsigned draw(unsigned below) {
  random_state = random_state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(random_state >> 33) % below;
}

static void check(int i, size_t bytes) {
  for (size_t k = 0; k < bytes; k++) wrong += blocks[i].at[k] != blocks[i].filled;
}

static void fill(int i, void *at, size_t bytes, size_t alignment) {
  wrong += at == NULL || (size_t)at % alignment != 0 || malloc_usable_size(at) < bytes;
  blocks[i].at = at;
  blocks[i].bytes = bytes;
  blocks[i].filled = (unsigned char)draw(256);
  memset(at, blocks[i].filled, bytes);
}

static void use(unsigned steps) {
  while (steps--) {
    int i = (int)draw(BLOCKS);
    size_t bytes = draw(8) ? draw(200) : draw(100000);
    if (blocks[i].at) {
      check(i, blocks[i].bytes);
      if (draw(2)) {
        size_t kept = bytes < blocks[i].bytes ? bytes : blocks[i].bytes;
        blocks[i].at = realloc(blocks[i].at, bytes + 1);
        check(i, kept);
        fill(i, blocks[i].at, bytes + 1, 16);
      } else {
        free(blocks[i].at);
        blocks[i].at = NULL;
      }
    } else if (draw(4) == 0) {
      void *at = calloc(1, bytes);
      for (size_t k = 0; k < bytes; k++) wrong += ((unsigned char *)at)[k] != 0;
      fill(i, at, bytes, 16);
    } else if (draw(4) == 0) {
      size_t alignment = 16ul << draw(8);
      fill(i, aligned_alloc(alignment, bytes), bytes, alignment);
    } else {
      fill(i, malloc(bytes), bytes, 16);
    }
  }
}

static void *used_by_thread(void *ignored) {
  use(200000);
  return ignored;
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "fill")) {
    unsigned long blocks_of_kilobytes = 0;
    while (malloc(1000)) blocks_of_kilobytes++;
    printf("%lu\n", blocks_of_kilobytes);
    return 0;
  }
  char *one = malloc(64), *next = malloc(64);
  printf("%td bytes apart, ", next - one);
  use(400000);
  pthread_t thread;
  pthread_create(&thread, NULL, used_by_thread, NULL);
  pthread_join(thread, NULL);
  for (int i = 0; i < BLOCKS; i++) free(blocks[i].at);
  printf("%u wrong\n", wrong);
  return 0;
}
