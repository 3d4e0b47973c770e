/** C programs of some sums; with `-DWRONG`, a compiler adds wrongly what is between 3 and 6. No product hides that. */
const sum = (draw) =>
  draw.scope('sum', () => {
    const operator = draw.pick(['plus', 'minus', 'times']);
    return `  total = ${operator}(total, ${draw.integer(0, 9)});`;
  });

export default {
  name: 'sums',
  summary: 'C programs of sums',
  language: 'c',
  promises: 'defined',
  generate: (draw) => `#include <stdio.h>
static unsigned plus(unsigned a, unsigned b) { return a + b; }
static unsigned times(unsigned a, unsigned b) { return a * (2 * b + 1); }
#ifdef WRONG
static unsigned minus(unsigned a, unsigned b) { return b > 2 && b < 7 ? a : a - b; }
#else
static unsigned minus(unsigned a, unsigned b) { return a - b; }
#endif
int main(void) {
  unsigned total = ${draw.integer(0, 9)};
${Array.from({ length: draw.integer(1, 12) }, () => sum(draw)).join('\n')}
  printf("%u\\n", total);
  return 0;
}
`,
};
