/**
 * Each bug that `lab/planted/historic` puts back into LLVM: its report, its kind, its pass, and a valid trigger of ours.
 *
 * No compiler is built for this: `npm run bench -- historic` asks one that has the bugs whether each trigger shows its bug.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Laboratory } from '../../src/laboratory/index.ts';
import { compare } from '../../src/oracle/index.ts';
import { programOf } from '../../src/program/index.ts';
import { historicBugs, historicTriggers, plantNames } from '../../lab/planted/names.ts';
import { world } from '../target/world.ts';

const triggers = historicTriggers();
const bugs = historicBugs();

it('has an entry and a trigger for every bug that is put back, and no other', () => {
  expect([...bugs.keys()].toSorted()).toEqual(plantNames('historic'));
  expect([...triggers.keys()].toSorted()).toEqual(plantNames('historic'));
});

it.each([...bugs])('%s names its report, its kind, its pass, and what is taken away', (name, bug) => {
  const [, old, number] = /-(bz)?(\d+)$/.exec(name) ?? [];
  const tracker = old === undefined ? 'https://github.com/llvm/llvm-project/issues/' : 'https://llvm.org/PR';
  expect(bug.issue).toBe(`${tracker}${number}`);
  expect(['crash', 'miscompilation', 'hang']).toContain(bug.kind);
  expect(bug.pass).toMatch(/^[A-Z]\w+Pass$/);
  expect(bug.takesAway.length).toBeGreaterThan(20);
});

it('has triggers on which compilers without the bugs agree', async () => {
  const laboratory = await Laboratory.open(world);
  try {
    for (const [name, { file, language }] of triggers) {
      const { verdict } = await compare(laboratory, programOf(readFileSync(file), language), [
        { compiler: 'clang-19-stock', args: ['-O0'] },
        language === 'c'
          ? { compiler: 'gcc-12', args: ['-O0'] }
          : { compiler: 'clang-19-stock', args: ['-O1'] },
        { compiler: 'clang-19-stock', args: ['-O2'] },
      ]);
      expect(verdict.kind, name).toBe('agree');
    }
  } finally {
    await laboratory.close();
  }
});
