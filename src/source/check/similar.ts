/**
 * Similarity of two texts: how much of the one comes from the other.
 *
 * The texts are compared as tokens. Numbers and the digits of names do not count, since one more statement
 * makes a generator renumber all later names. A token comes from the other text if it lies in a run of tokens
 * that also occurs there.
 */

/** Length of such a run, in tokens. Shorter runs occur in any two programs of one generator. */
const RUN = 24;
const SHORTEST_RUN = 4;

/** Comments of C and C++, which a compiler leaves out. */
const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** The text without comments and the white space around them. */
export function withoutComments(text: string): string {
  return text.replace(comments, ' ');
}

/** Percent of the child's tokens that come from the parent. */
export function sharedPercent(child: string, parent: string): number {
  const numbers = new Map<string, number>();
  const [a, b] = [tokensOf(child, numbers), tokensOf(parent, numbers)];
  if (a.length === 0) return b.length === 0 ? 100 : 0;
  const run = Math.max(SHORTEST_RUN, Math.min(RUN, Math.floor(Math.min(a.length, b.length) / 8)));
  const known = new Set(runsOf(b, run));
  let shared = 0;
  let coveredUntil = 0;
  let at = 0;
  for (const hash of runsOf(a, run)) {
    if (known.has(hash)) {
      shared += at + run - Math.max(at, coveredUntil);
      coveredUntil = at + run;
    }
    at++;
  }
  return (100 * shared) / a.length;
}

function tokensOf(text: string, numbers: Map<string, number>): Uint32Array {
  const tokens: number[] = [];
  for (const [token] of text.matchAll(/[A-Za-z_]\w*|\d[\w.]*|[^\s\w]/g)) {
    const plain = token.replace(/\d[\w.]*/g, '0');
    let number = numbers.get(plain);
    if (number === undefined) numbers.set(plain, (number = numbers.size + 1));
    tokens.push(number);
  }
  return Uint32Array.from(tokens);
}

const FACTORS = [0x9e3779b1, 0x85ebca77] as const;

/** A hash of 53 bits for each run of this number of tokens, in order. */
function* runsOf(tokens: Uint32Array, run: number): Generator<number> {
  const oldest = FACTORS.map((factor) => {
    let power = 1;
    for (let i = 1; i < run; i++) power = Math.imul(power, factor);
    return power;
  });
  let [high, low] = [0, 0];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (at >= run) {
      const left = tokens[at - run]!;
      high -= Math.imul(left, oldest[0]!);
      low -= Math.imul(left, oldest[1]!);
    }
    high = (Math.imul(high, FACTORS[0]) + token) | 0;
    low = (Math.imul(low, FACTORS[1]) + token) | 0;
    if (at >= run - 1) yield (high >>> 0) * 2 ** 21 + (low >>> 11);
  }
}
