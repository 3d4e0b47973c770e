/**
 * Each defect planted in what LLVM makes of atomics: a small test of its own shows it, and the judge says so. The code that the
 * defect makes lies beside the test, so that no compiler has to be built; `npm run bench -- litmus-planted` asks that compiler.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defects } from '../../../bench/litmus/defects.ts';
import { triggerOf, triggersFolder } from '../../../bench/litmus/triggers.ts';
import { plantNames } from '../../../lab/planted/names.ts';

const all = defects.flatMap(({ plants, machines }) => plants.map((plant) => [plant, machines[0]!] as const));

describe('triggers of defects in atomics', () => {
  it('are there for every defect, with the code that it makes, and for no other', () => {
    const names = plantNames('atomics');
    expect(readdirSync(triggersFolder).toSorted()).toEqual(
      names.flatMap((name) => [`${name}.litmus`, `${name}.s`]),
    );
    expect(all.map(([plant]) => plant).toSorted()).toEqual(names);
  });

  it.each(all)('%s on %s: C forbids what the test asks about, and nothing in it races', (plant, key) => {
    const { simulation, asks } = triggerOf(plant, key);
    expect(simulation.race).toBeUndefined();
    expect([...simulation.outcomes.keys()].filter(asks)).toEqual([]);
  });

  it.each(all)('%s on %s: the code is wrong with the defect, and kept without', (plant, key) => {
    const { args, text, spoiled, asks, judge, codeIn } = triggerOf(plant, key);
    const { stdout } = spawnSync('clang-19', [...args, '-S', '-x', 'c', '-', '-o', '-'], {
      input: text,
      encoding: 'utf8',
    });
    expect(codeIn(spoiled)).not.toEqual(codeIn(stdout));
    expect(judge(stdout)).toEqual({ answer: 'kept' });
    const judgement = judge(spoiled);
    expect(judgement.answer).toBe('wrong');
    expect('outcomes' in judgement && judgement.outcomes.some(asks)).toBe(true);
  });
});
