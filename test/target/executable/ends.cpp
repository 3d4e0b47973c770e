// A harness whose input names the bad end that it comes to; the rest of it is a sum of numbers.
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <unistd.h>

__attribute__((noinline)) int read_behind(char *bytes, size_t size) { return bytes[size]; }
__attribute__((noinline)) int read_freed() {
  char *bytes = (char *)malloc(8);
  memset(bytes, 1, 8);
  free(bytes);
  return ((volatile char *)bytes)[3];
}
__attribute__((noinline)) int free_twice() {
  char *volatile bytes = (char *)malloc(8);
  free(bytes);
  free(bytes);
  return bytes != nullptr;
}
__attribute__((noinline)) int add_too_much(int number) { return number + 0x7fffffff; }
__attribute__((noinline)) int decide_by_garbage() {
  int *garbage = (int *)malloc(64);
  int decided = garbage[3] == 7 ? 1 : 2;
  if (garbage[5] > 3) decided += puts("more");
  free(garbage);
  return decided;
}
__attribute__((noinline)) void dereference_null() { *(volatile int *)(intptr_t)(getpid() - getpid()) = 1; }
__attribute__((noinline)) int descend(volatile int *depth) {
  volatile char room[1024];
  room[0] = (char)++*depth;
  return descend(depth) + room[0];
}
__attribute__((noinline)) void check_sign(int number) { assert(number >= 0 && "no sign is negative"); }

static bool is(const std::string &input, const char *end) { return input.rfind(end, 0) == 0; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string input((const char *)data, size);
  static int sum = 0;
  int calls = 0;
  if (is(input, "overflow")) sum += read_behind((char *)data, size);
  if (is(input, "freed")) sum += read_freed();
  if (is(input, "twice")) sum += free_twice();
  if (is(input, "ubsan")) sum += add_too_much((int)size);
  if (is(input, "garbage")) sum += decide_by_garbage();
  if (is(input, "abort")) abort();
  if (is(input, "null")) dereference_null();
  if (is(input, "assert")) check_sign(-(int)size);
  if (is(input, "throw")) throw std::runtime_error("boom at " + std::to_string(size));
  if (is(input, "deep")) sum += descend(&calls);
  while (is(input, "hang")) calls++;
  while (is(input, "memory")) {
    char *volatile kept = (char *)malloc(1 << 20);
    if (kept == nullptr) abort();
    memset(kept, 1, 1 << 20);
  }
  if (is(input, "exit")) {
    fprintf(stderr, "it says that it ends\n");
    exit(3);
  }
  if (is(input, "refuse")) return -1;
  if (is(input, "mistake")) return 5;
  for (char letter : input)
    if (letter >= '0' && letter <= '9') sum += letter - '0';
    else if (letter == '+') sum++;
    else if (letter == '*') sum *= 2;
    else if (letter != ' ' && letter != '\n') fprintf(stderr, "%c is no digit\n", letter);
  return 0;
}
