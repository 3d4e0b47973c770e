/** Loops that optimisers of loops look for: they are there often enough, and right. */
import { describe, expect, it } from 'vitest';

import { loopKinds, loopKindsOf } from '../../../lab/loom/loop-kinds.ts';
import { Alphabet, replay } from '../../../src/choice/index.ts';
import { drawProgram } from '../../../src/generators/loom/draw/program.ts';
import { drawRange } from '../../../src/generators/loom/draw/range.ts';
import { Drawing } from '../../../src/generators/loom/draw/drawing.ts';
import { LLONG, UINT } from '../../../src/generators/loom/ir/types.ts';
import { WeightProfile } from '../../../src/generators/loom/policy/profile.ts';
import { type Preset, presetOf, type Switch } from '../../../src/generators/loom/policy/switches.ts';
import { C } from '../../../src/generators/loom/rules/language.ts';
import { statementTable } from '../../../src/generators/loom/statements/table.ts';
import { runs } from '../../runs.ts';
import { expectTruth, programsOf, usualCompilers } from './programs-of.ts';

const alphabet = new Alphabet();

describe('programs of 20 KB', () => {
  it.each(['all', 'classic'] as const)(
    'have each kind of loop in a third of them, by preset %s',
    (preset: Preset) => {
      const wish = { maxSize: 10, bytes: 20_000, switches: presetOf(preset, C), statements: statementTable };
      const programs = Array.from({ length: 50 }, (_, seed) => {
        const drawn = replay((draw) => drawProgram(draw, wish), { alphabet, seed });
        if (drawn.outcome !== 'ok') throw new Error(`seed ${seed}: ${drawn.outcome}`);
        return loopKindsOf(drawn.value.program);
      });
      for (const kind of loopKinds) {
        const having = programs.filter((kinds) => kinds.has(kind)).length;
        expect(having / programs.length, kind).toBeGreaterThan(1 / 3);
      }
    },
  );
});

describe('nests of loops', () => {
  const switches = ['spaces', 'splits', 'bounds', 'pragmas'] as const;

  it.each(usualCompilers)('print what is known of them when $compiler compiles them', async (chosen) => {
    await expectTruth(
      chosen,
      programsOf({ rules: chosen.rules, switches, count: runs(4, 12), having: /for \(/ }),
    );
  });

  it('never begin at an iterator around that has values beyond their own type', () => {
    const budget = { text: 1_000, executions: 100, nesting: 5 };
    const style = {
      profile: new WeightProfile(undefined),
      containers: [],
      hasSpans: false,
      types: [[1, LLONG]] as const,
    };
    const level = { least: 0, most: 5, step: 1, trips: 6, isDown: false, edge: 'from' } as const;
    const begun = Array.from({ length: 40 }, (_, seed) => {
      const drawn = replay(
        (draw) => {
          const on = { style, switches: new Set<Switch>(), budget, statements: statementTable };
          const drawing = new Drawing(draw, on);
          const visible = drawing.integer('iterator', UINT);
          const { variable: iterator } = visible;
          const outer = { iterator, visible, least: 0, most: Number(UINT.max), trips: 4, isLoop: true };
          return drawRange(drawing, level, outer).loop;
        },
        { alphabet, seed },
      );
      if (drawn.outcome !== 'ok') throw new Error(`seed ${seed}: ${drawn.outcome}`);
      const { start, iterator } = drawn.value;
      return start.kind === 'binary' ? iterator.type : undefined;
    });
    expect(new Set(begun)).toEqual(new Set([undefined, LLONG]));
  });

  it('have starts, ends and steps that are inputs, and bounds that are other iterators', () => {
    const text = programsOf({ rules: C, switches, count: 40 })
      .map((each) => each.text)
      .join('\n');
    expect(text, 'a start').toMatch(/for \((\w+ )+k_\w+ = \(int\)\(i_/);
    expect(text, 'a step').toMatch(/; k_\w+ \+= \(int\)\(i_/);
    expect(text, 'from the outer iterator on').toMatch(/for \((\w+ )+k_\w+ = k_\w+ \+ /);
    expect(text, 'up to the outer iterator').toMatch(/; k_\w+ <= k_\w+; /);
    expect(text, 'a diagonal').toMatch(/; k_\w+ \+ k_\w+ <=? /);
    expect(text, 'four loops').toMatch(/(for \(.*\{\n +){3}for \(/);
    expect(text, 'a zero that is an input').toMatch(/k_\w+ % [234] == \(int\)\(i_/);
  });
});
