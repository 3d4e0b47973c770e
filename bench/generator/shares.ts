/** How many programs have each kind of loop that optimisers of loops look for, at 20 KB. */
import { loopKinds, loopKindsOf } from '../../lab/loom/loop-kinds.ts';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { drawProgram } from '../../src/generators/loom/draw/program.ts';
import { presetOf } from '../../src/generators/loom/policy/switches.ts';
import { C, CPP17 } from '../../src/generators/loom/rules/language.ts';
import { statementTable } from '../../src/generators/loom/statements/table.ts';
import type { Measurement } from '../harness.ts';
import { fromEnvironment } from './programs.ts';

const BYTES = 20_000;
/** A third. */
const WANTED = 33;
const alphabet = new Alphabet();

export function* shares(): Iterable<Measurement> {
  const programs = fromEnvironment('PROGRAMS', 160);
  for (const preset of ['all', 'classic'] as const) {
    const found = Array.from({ length: programs }, (_, seed) => {
      const switches = presetOf(preset, seed % 2 === 0 ? C : CPP17);
      const wish = { maxSize: 10, bytes: BYTES, switches, statements: statementTable };
      const drawn = replay((draw) => drawProgram(draw, wish), { alphabet, seed });
      if (drawn.outcome !== 'ok') throw new Error(`seed ${seed}: ${drawn.outcome}`);
      return loopKindsOf(drawn.value.program);
    });
    for (const kind of loopKinds) {
      const having = found.filter((kinds) => kinds.has(kind)).length;
      yield {
        name: `${preset}: programs with ${kind}`,
        value: (100 * having) / programs,
        unit: '%',
        goal: { atLeast: WANTED },
        how: `${programs} programs of 20 KB, half of them in C++`,
      };
    }
  }
}
