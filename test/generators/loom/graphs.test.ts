/** Graphs of blocks: compiled programs go along the path that was drawn. */
import { describe, expect, it } from 'vitest';

import { makeRandom, uniformBelow } from '../../../src/choice/index.ts';
import { C, type LanguageRules } from '../../../src/generators/loom/rules/language.ts';
import { cast, placeOf } from '../../../src/generators/loom/ir/build.ts';
import type { Variable } from '../../../src/generators/loom/ir/nodes.ts';
import { type IntegerType, INT, LLONG, UCHAR, UINT } from '../../../src/generators/loom/ir/types.ts';
import { convert } from '../../../src/generators/loom/rules/convert.ts';
import {
  dispatchOf,
  noteArm,
  type PathTest,
  pathQuestion,
} from '../../../src/generators/loom/statements/graph/test.ts';
import { wildStatements } from '../../../src/generators/loom/statements/graph/wild.ts';
import { evaluate } from '../../../src/generators/loom/truth/evaluate.ts';
import { Memory } from '../../../src/generators/loom/truth/memory.ts';
import { runs } from '../../runs.ts';
import { expectTruth, type MadeProgram, programsOf, usualCompilers } from './programs-of.ts';

/** Programs with a graph. */
function graphPrograms(rules: LanguageRules, count: number): MadeProgram[] {
  return programsOf({ rules, switches: ['goto', 'graphs', 'bounds'], count, having: /_end:;/ });
}

describe('graphs of blocks', () => {
  it.each(usualCompilers)('go along their path when $compiler compiles them', async (chosen) => {
    await expectTruth(chosen, graphPrograms(chosen.rules, runs(4, 12)));
  });

  it('jump into loops and switches, go through tables of labels, and hold what must not be executed', () => {
    const text = graphPrograms(C, 40)
      .map((each) => each.text)
      .join('\n');
    expect(text, 'a jump to a block of a loop').toMatch(/while \(.*\{\n +L_\w+: k_\w+\+\+;/);
    expect(text, 'a case in a loop in a switch').toMatch(
      /switch \(.*\n.*\n(?: +\{[^]*?\n +\}\n)?[^]{0,400}?(?:do|while.*|for \(;;\)) \{\n +case .*L_/,
    );
    expect(text, 'a table').toMatch(/goto \*L_\w+_t\d\[/);
    for (const wild of wildStatements) expect(text).toContain(wild);
  });
});

const about = { dimensions: [], dataClass: 'mixed', initial: { first: 0n, step: 0n } } as const;
const value: Variable = { ...about, name: 'm', type: LLONG, slot: 0 };
const counter: Variable = { ...about, name: 'k', type: INT, slot: 1 };
const held: Variable = { ...about, name: 'i', type: INT, slot: 2, initial: { first: 77n, step: 0n } };

/** One visit of a test. */
interface Visit {
  readonly found: bigint;
  readonly visit: number;
  readonly arm: number;
}

describe('a test of a graph', () => {
  const rng = makeRandom(3);
  const visitsOf = (type: IntegerType, arms: number): Visit[] => {
    const range = [2, 5, 60][uniformBelow(rng, 3)]!;
    return Array.from({ length: uniformBelow(rng, 14) }, (_, i) => {
      const found = convert(BigInt(uniformBelow(rng, range)) * 77_777_777_777n - 3n, type);
      return { found, visit: i + 1, arm: uniformBelow(rng, arms) };
    });
  };
  const testOf = (type: IntegerType, visits: readonly Visit[]): PathTest => {
    const test: PathTest = {
      selector: cast(type, placeOf(value)),
      style: uniformBelow(rng, 4),
      hidden: uniformBelow(rng, 2) === 0 ? { kind: 'sum', held } : undefined,
      counter,
      byValue: new Map(),
      byVisit: new Map(),
      isAmbiguous: false,
    };
    for (const { found, visit, arm } of visits) noteArm(test, found, visit, arm);
    return test;
  };

  it.each([INT, UINT, UCHAR, LLONG])('leads each visit to its arm, by values of $name', (type) => {
    const memory = new Memory([value, counter, held]);
    const state = { memory, rules: C, call: () => undefined };
    for (let turn = 0; turn < 400; turn++) {
      const [two, five] = [visitsOf(type, 2), visitsOf(type, 5)];
      const question = pathQuestion(testOf(type, two));
      const { selector, cases } = dispatchOf(testOf(type, five), 5);
      for (const { found, visit, arm } of two) {
        memory.store(value, 0, found);
        memory.store(counter, 0, BigInt(visit));
        expect(evaluate(question, state) === 0n).toBe(arm === 1);
      }
      for (const { found, visit, arm } of five) {
        memory.store(value, 0, found);
        memory.store(counter, 0, BigInt(visit));
        expect(cases.get(evaluate(selector, state)!)).toBe(arm);
      }
    }
  });
});
