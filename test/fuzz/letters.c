/*
 * A target for tests of campaigns: an edge for each character, hit as often as it occurs. Some inputs are too much for
 * it, unless it is lenient.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned sum;

static void take(int character) {
  switch (character) {
  case '\n': sum += 1; break;
  case ' ': sum += 3; break;
  case 'x': sum ^= 5; break;
  case '+': sum *= 7; break;
  case '^': sum -= 11; break;
  case '&': sum |= 13; break;
  case '|': sum ^= sum << 1; break;
  case '>': sum += sum >> 3; break;
  case '(': sum *= 17; break;
  case ';': sum ^= 19; break;
  case '9': sum += 23; break;
  case '8': sum ^= 29; break;
  case '7': sum -= 31; break;
  default: sum += 37;
  }
}

int main(void) {
  static char text[1 << 16];
  size_t bytes = fread(text, 1, sizeof text - 1, stdin);
  for (size_t i = 0; i < bytes; i++) take(text[i]);
  if (getenv("LENIENT") == NULL && strstr(text, "debug")) abort();
  return sum == 1;
}
