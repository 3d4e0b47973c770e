/* A harness: lists of numbers in brackets. It fails behind structure that random bytes hardly have. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
  const char *at, *end;
  int depth;
};

static int peek(struct text *text) { return text->at < text->end ? *text->at : 0; }

static int number(struct text *text) {
  int value = 0, digits = 0;
  while (peek(text) >= '0' && peek(text) <= '9') {
    value = (value * 10 + peek(text) - '0') % 100000;
    text->at++;
    digits++;
  }
  return digits ? value : -1;
}

/* Room for eight numbers; the ninth that is larger than the first is written behind it. */
__attribute__((noinline)) static void remember(int *room, int count, int value) { room[count] = value; }

static int list(struct text *text);

static int item(struct text *text) { return peek(text) == '[' ? list(text) : number(text); }

static int list(struct text *text) {
  int *room = malloc(8 * sizeof *room);
  int count = 0, value = -1;
  text->at++;
  text->depth++;
  while (text->depth < 50 && peek(text) && peek(text) != ']') {
    value = item(text);
    if (value < 0) break;
    if (count < 8) room[count++] = value;
    else if (text->depth > 2 && value > room[0]) remember(room, count++, value);
    if (peek(text) == ',') text->at++;
    else break;
  }
  if (text->depth > 3 && count == 2 && room[0] == room[1]) {
    fprintf(stderr, "twins at depth %d\n", text->depth);
    abort();
  }
  text->depth--;
  free(room);
  if (peek(text) != ']') return -1;
  text->at++;
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct text text = {(const char *)data, (const char *)data + size, 0};
  return item(&text) < 0 || text.at < text.end ? -1 : 0;
}
