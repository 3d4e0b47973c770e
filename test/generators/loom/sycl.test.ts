import { describe, expect, it } from 'vitest';

import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom } from '../../../src/generators/loom/index.ts';
import { SYCL } from '../../../src/generators/loom/rules/language.ts';

const alphabet = new Alphabet();

function textOf(seed: number): string {
  const made = replay((draw) => loom(draw, { rules: SYCL, maxSize: 7 }), { alphabet, seed });
  if (made.outcome !== 'ok') throw new Error(`seed ${seed}`);
  return Buffer.from(made.value.program.files[0]!.bytes).toString();
}

/** Heads and bodies of test functions; a body ends where a line begins with a bracket. */
function testsIn(text: string): readonly { readonly head: string; readonly body: string }[] {
  return [...text.matchAll(/^__attribute__\(\(noinline\)\) void (test_.*) \{\n([^]*?)^\}/gm)].map(
    ([, head, body]) => ({ head: head!, body: body! }),
  );
}

describe('a program of SYCL', () => {
  const seeds = Array.from({ length: 60 }, (_, seed) => seed);

  it('has kernels that see nothing of the program but their parameters', () => {
    let names = 0;
    for (const seed of seeds) {
      for (const { head, body } of testsIn(textOf(seed))) {
        const handed = new Set(head.match(/\b[imo]_\w+/g));
        const used = new Set(body.match(/\b[imo]_\w+/g));
        names += used.size;
        expect([...used].filter((name) => !handed.has(name))).toEqual([]);
      }
    }
    expect(names).toBeGreaterThan(200);
  });

  it('runs each test function in a queue, and takes minimum and maximum from SYCL', () => {
    const texts = seeds.map(textOf);
    for (const text of texts) expect(text.match(/single_task/g) ?? []).toHaveLength(testsIn(text).length);
    expect(texts.join('')).toMatch(/return sycl::(?:min|max)\(a, b\)/);
  });
});
