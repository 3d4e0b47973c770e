/** One test's way through every real part: drawn by Debian's Csmith, kept, changed, drawn again, compiled, covered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ChoiceSequence, decodeSequence, encodeSequence, makeRandom } from '../../src/choice/index.ts';
import { csmith } from '../../src/generators/index.ts';
import { mutateBy, operatorNames } from '../../src/mutate/index.ts';
import { type Made, type Source, processSource } from '../../src/source/index.ts';
import type { Features } from '../../src/serve/index.ts';
import type { ServerTarget } from '../../src/target/index.ts';
import { ask, csmithArgs, openStarter } from '../target/world.ts';

// Small programs, so that this is about the path and not about its length.
const definition = {
  ...csmith,
  command: ['csmith', '--seed', '1', '--max-funcs', '2', '--max-block-size', '3'] as const,
  options: () => [],
};

interface Test {
  readonly record: ChoiceSequence;
  readonly bytes: Uint8Array;
  readonly freshCount: number;
}

function made(generated: Made): Test {
  if (generated.outcome !== 'ok') throw new Error(`Csmith's program is no program: ${generated.outcome}`);
  const { record, freshCount, program } = generated;
  return { record, freshCount, bytes: program.files[0]!.bytes };
}

describe('the way of a test', () => {
  let source: Source;
  let target: ServerTarget;
  beforeAll(async () => {
    source = processSource(definition);
    target = await openStarter();
  });
  afterAll(async () => {
    await source?.close();
    await target?.close();
  });

  async function compile(source_: Uint8Array): Promise<Features> {
    const execution = await ask(target, { source: source_, args: csmithArgs });
    expect(execution.outcome).toBe('ok');
    return execution.features!;
  }

  it('leads from choices to coverage, and back to the same program byte for byte', async () => {
    const parent = made(await source.run({ seed: 3 }));
    expect(parent.record.choiceCount).toBeGreaterThan(100);
    expect(parent.record.scopeCount).toBeGreaterThan(10);
    expect(Buffer.from(parent.bytes).toString()).toContain('int main (');

    // Through a file, as a campaign keeps it.
    const file = encodeSequence(parent.record, { source: { name: source.name, version: '1' } });
    const kept = decodeSequence(file, source.alphabet).sequence;
    expect(kept.equals(parent.record)).toBe(true);
    const again = made(await source.run({ seed: 99, sequence: kept }));
    expect(again.freshCount).toBe(0);
    expect(again.record.equals(parent.record)).toBe(true);
    expect(Buffer.from(again.bytes).equals(Buffer.from(parent.bytes))).toBe(true);

    const first = await compile(parent.bytes);
    expect(first.fresh.length).toBeGreaterThan(1_000);
    const repeated = await compile(again.bytes);
    expect(repeated.fresh.length).toBe(0);
    expect(repeated.hash).toBe(first.hash);
    expect(repeated.hitCount).toBe(first.hitCount);
  });

  it('leads to another program, alike but not the same, from every operator', async () => {
    const parent = made(await source.run({ seed: 3 }));
    const donor = made(await source.run({ seed: 4 })).record;
    const before = new Set(Buffer.from(parent.bytes).toString().split('\n'));
    let fresh = 0;
    for (const [index, operator] of operatorNames.entries()) {
      const child = await childBy(parent, (attempt) =>
        mutateBy(operator, parent.record, makeRandom(100 * index + attempt), { donors: [donor] }),
      );
      expect(child.record.equals(parent.record), operator).toBe(false);
      expect(Buffer.from(child.bytes).equals(Buffer.from(parent.bytes)), operator).toBe(false);
      const lines = Buffer.from(child.bytes).toString().split('\n');
      expect(lines.filter((line) => before.has(line)).length, operator).toBeGreaterThan(5);

      // The mutant's own record is canonical in its turn.
      const again = made(await source.run({ sequence: child.record }));
      expect(again.freshCount, operator).toBe(0);
      expect(again.record.equals(child.record), operator).toBe(true);
      expect(Buffer.from(again.bytes).equals(Buffer.from(child.bytes)), operator).toBe(true);

      fresh += (await compile(child.bytes)).fresh.length;
      expect((await compile(again.bytes)).fresh.length, operator).toBe(0);
    }
    expect(fresh).toBeGreaterThan(100);
  });

  /** The first mutant with a program of its own: some changes only concern choices that have no consequence. */
  async function childBy(
    parent: Test,
    mutant: (attempt: number) => ReturnType<typeof mutateBy>,
  ): Promise<Test> {
    for (let attempt = 0; attempt < 20; attempt++) {
      const mutation = mutant(attempt);
      if (mutation === undefined || mutation.changes.length === 0) continue;
      const child = await source.run({ seed: attempt, sequence: mutation.sequence });
      if (child.outcome !== 'ok') continue;
      if (!Buffer.from(child.program.files[0]!.bytes).equals(Buffer.from(parent.bytes))) return made(child);
    }
    throw new Error('no mutant makes another program');
  }
});
