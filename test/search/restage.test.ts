/** The arm that changes only what stages decided, over a chain. */
import { afterAll, expect, it } from 'vitest';
import { Alphabet, applyEdits, type ChoiceSequence, makeRandom } from '../../src/choice/index.ts';
import type { ArmMaterial } from '../../src/search/arm.ts';
import { restaged, withOtherSettings } from '../../src/search/arms/stages.ts';
import type { Parent } from '../../src/search/parents.ts';
import { openSource, stagesPart } from '../../src/source/index.ts';
import { relax } from '../../src/stage/index.ts';
import wrapped from '../stage/wrapped-arithmetic.ts';

const source = openSource({ ...wrapped, stages: [relax] }, { alphabet: new Alphabet() });
const plain = openSource(wrapped, { alphabet: source.alphabet });
afterAll(() => Promise.all([source.close(), plain.close()]));

function materialOf(sequence: ChoiceSequence, seed: number): ArmMaterial {
  const parent = { info: { choices: sequence.choiceCount } } as Parent;
  return {
    source: 'chain',
    rng: makeRandom(seed),
    seed,
    parent: () => parent,
    busyParent: () => parent,
    anyEntry: () => parent,
    sequenceOf: () => sequence,
    seedTests: undefined,
  };
}

const front = (sequence: ChoiceSequence): ChoiceSequence =>
  applyEdits(sequence, [stagesPart(sequence) ?? { from: 0, to: 0 }]);

it(
  'leaves what the generator drew as it is, and makes other programs of it',
  { timeout: 60_000 },
  async () => {
    const texts = new Set<string>();
    let made = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { record } = await source.run({ seed: seed % 4 });
      const proposal = restaged.propose(materialOf(record, seed));
      if (proposal === undefined) continue;
      const { sequence } = proposal.request;
      expect(front(sequence!).equals(front(record))).toBe(true);
      const again = await source.run(proposal.request);
      expect(front(again.record).equals(front(record))).toBe(true);
      if (again.outcome !== 'ok') continue;
      expect(again.isRemembered).toBe(true);
      made++;
      texts.add(Buffer.from(again.program.files[0]!.bytes).toString());
    }
    expect(made).toBeGreaterThan(30);
    expect(texts.size).toBeGreaterThan(12);
  },
);

it('has nothing to do for a test of a plain source', { timeout: 60_000 }, async () => {
  const { record } = await plain.run({ seed: 1 });
  expect(restaged.propose(materialOf(record, 1))).toBeUndefined();
});

it('has a sibling that changes settings alone', { timeout: 60_000 }, async () => {
  let changed = 0;
  for (let seed = 0; seed < 20; seed++) {
    const { record } = await source.run({ seed });
    const material = materialOf(record, seed);
    const proposal = withOtherSettings(material, record, material.parent()!);
    if (proposal === undefined) continue;
    const { sequence } = proposal.request;
    expect(sequence!.ops.length).toBe(record.ops.length);
    const differing = [...sequence!.words].filter((word, index) => word !== record.words[index]).length;
    expect(differing).toBeGreaterThan(0);
    expect(differing).toBeLessThan(5);
    changed++;
  }
  expect(changed).toBeGreaterThan(5);
});
