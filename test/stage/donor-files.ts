/** A folder of C files as people write them, with functions that can stand elsewhere and others that cannot. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const header = `#define LENGTH 4
typedef unsigned int word;
struct pair { word a, b; };
enum { NONE = 7 };
`;

const whole = `#include <string.h>
#include <stdio.h>
#include "own.h"
static const word table[LENGTH] = { 3, 1, 4, 1 };
static word mixed(word x) { return x * 31u + table[x % LENGTH]; }
/* The old way to declare parameters. */
word folded(buffer, length) const unsigned char *buffer; word length;
{
  word sum = NONE;
  if (!buffer || length > 32) goto out;
  while (length--) sum = mixed(sum ^ *buffer++);
out:
  return sum;
}
int distance(const char *from, const char *to) { return (int)(to - from); }
void reversed(unsigned char *buffer, int length) {
  for (int i = 0; i < length / 2; i++) {
    unsigned char kept = buffer[i];
    buffer[i] = buffer[length - 1 - i];
    buffer[length - 1 - i] = kept;
  }
}
int shifted(int value, int by) { return value << by; }
word both(struct pair *pair, word more) { struct pair own; memcpy(&own, pair, sizeof own); return own.a + own.b + more; }
int unset(int value) { int other; if (value == 123456) other = 1; return other; }
int places(int *one, char *two) { return (char *)one < two; }
word counted(void) { static word count; return ++count; }
int told(int value) { printf("%d", value); return value; }
int many(int count, ...) { return count; }
double half(double value) { return value / 2; }
`;

export function donorFolder(parent: string): string {
  const folder = join(parent, 'donors');
  mkdirSync(folder);
  // Other contents each time, so that nothing lies in the cache.
  writeFileSync(join(folder, 'own.h'), `/* ${parent} */\n${header}`);
  writeFileSync(join(folder, 'whole.c'), whole);
  writeFileSync(join(folder, 'broken.c'), '#include "missing.h"\nint f(void) { return 1; }\n');
  return folder;
}
