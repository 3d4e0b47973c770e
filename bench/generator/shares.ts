/** How many programs of 20 KB have each kind of loop that optimisers of loops look for, and each kind of data of C++. */
import { dataKinds, dataKindsOf } from '../../lab/loom/data-kinds.ts';
import { loopKinds, loopKindsOf } from '../../lab/loom/loop-kinds.ts';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { drawProgram } from '../../src/generators/loom/draw/program.ts';
import type { LoomProgram } from '../../src/generators/loom/ir/nodes.ts';
import { presetOf, type Switch } from '../../src/generators/loom/policy/switches.ts';
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
    const drawn = Array.from({ length: programs }, (_, seed) =>
      drawnBy(seed, presetOf(preset, seed % 2 === 0 ? C : CPP17)),
    );
    const how = `${programs} programs of 20 KB, half of them in C++`;
    const goal = { atLeast: WANTED };
    for (const each of having(drawn.map(loopKindsOf), loopKinds))
      yield { ...each, name: `${preset}: ${each.name}`, goal, how };
  }
  const inCpp = Array.from({ length: programs }, (_, seed) => drawnBy(seed, presetOf('all', CPP17)));
  for (const each of having(inCpp.map(dataKindsOf), dataKinds))
    yield { ...each, how: `${programs} programs of 20 KB in C++` };
}

function drawnBy(seed: number, switches: ReadonlySet<Switch>): LoomProgram {
  const wish = { maxSize: 10, bytes: BYTES, switches, statements: statementTable };
  const drawn = replay((draw) => drawProgram(draw, wish), { alphabet, seed });
  if (drawn.outcome !== 'ok') throw new Error(`seed ${seed}: ${drawn.outcome}`);
  return drawn.value.program;
}

/** How many of the programs have each kind. */
function* having<Kind extends string>(
  found: readonly ReadonlySet<Kind>[],
  kinds: readonly Kind[],
): Iterable<Pick<Measurement, 'name' | 'value' | 'unit'>> {
  for (const kind of kinds) {
    const count = found.filter((each) => each.has(kind)).length;
    yield { name: `programs with ${kind}`, value: (100 * count) / found.length, unit: '%' };
  }
}
