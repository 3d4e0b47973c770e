/** Scripts of draws, and what they do in this process; generators/scripted.c does the same in another. */
import * as fc from 'fast-check';

import type { Draw } from '../../src/choice/engine/draw.ts';

const labels = ['statement', 'expression', 'type', 'block'];

const leaf: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map((n) => `p ${n}`),
  fc.constantFrom('p 65537', 'p 4294967296', 'd', 'd', 'b 0', 'b 1000', 'r 31', 'r 32', 'r 48', 'r 64'),
  fc
    .array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 6 })
    .map((weights) => `w ${weights.length + 1} 1 ${weights.join(' ')}`),
  fc.constantFrom(
    'i 0 9',
    'i -100 100',
    'i -9223372036854775808 9223372036854775807',
    'i 9007199254740990 9007199254740993',
  ),
  fc.constantFrom('u 0 18446744073709551615', 'u 5 7', 'u 9223372036854775807 9223372036854775809'),
  fc.integer({ min: 1, max: 999 }).map((p) => `b ${p}`),
);

const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.constantFrom(...labels), fc.array(tie('node'), { maxLength: 4 }))
      .map(([label, body]) => ['s', label, body.length, ...body].join(' ')),
    fc
      .tuple(fc.integer({ min: 100, max: 900 }), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
      .map(([p, body]) => ['l', p, 6, body.length, ...body].join(' ')),
    fc
      .array(tie('node'), { minLength: 1, maxLength: 4 })
      .map((body) => ['c', body.length, ...body].join(' ')),
  ),
}));

export const script: fc.Arbitrary<string> = fc
  .array(node, { minLength: 1, maxLength: 6 })
  .map((nodes) => nodes.join(' '));

/** Runs a script; gives the text that the C generator prints. */
export function runScript(draw: Draw, text: string): string {
  const words = text.split(' ');
  const shown = ['script'];
  let at = 0;
  let last = 0n;
  const word = (): string => words[at++]!;
  const number = (): number => Number(word());
  const show = (value: number | bigint | boolean): void => {
    last = BigInt.asUintN(64, BigInt(value));
    shown.push(String(last));
  };
  const times = (count: number, body: (i: number) => void): void => {
    for (let i = 0; i < count; i++) body(i);
  };
  const run = (isRun: boolean): void => {
    switch (word()) {
      case 'p': {
        const count = number();
        if (isRun) show(draw.pick(count));
        break;
      }
      case 'w': {
        const count = number();
        const pairs = Array.from({ length: count }, (_, i): [number, number] => [number(), i]);
        if (isRun) show(draw.weighted(pairs));
        break;
      }
      case 'i':
      case 'u': {
        const [min, max] = [BigInt(word()), BigInt(word())];
        if (isRun) show(draw.integer(min, max));
        break;
      }
      case 'b': {
        const probability = number() / 1000;
        if (isRun) show(draw.boolean(probability));
        break;
      }
      case 'r': {
        const bits = BigInt(word());
        if (isRun) show(draw.word(bits));
        break;
      }
      case 'd':
        if (isRun) show(draw.integer(-(last % 50n), last % 3000n));
        break;
      case 's': {
        const label = word();
        const count = number();
        if (isRun) draw.scope(label, () => times(count, () => run(true)));
        else times(count, () => run(false));
        break;
      }
      case 'l': {
        const probability = number() / 1000;
        let most = number();
        const count = number();
        const body = at;
        if (!isRun) most = 0;
        while (most-- > 0 && draw.boolean(probability)) {
          at = body;
          times(count, () => run(true));
        }
        at = body;
        times(count, () => run(false));
        break;
      }
      case 'c': {
        const count = number();
        const chosen = isRun ? draw.pick(count) : 0;
        times(count, (i) => run(isRun && i === chosen));
        break;
      }
    }
  };
  while (at < words.length) run(true);
  return `${shown.join('\n')}\n`;
}
