/**
 * Litmus: small concurrent programs that come with all their allowed results.
 *
 * Three steps: a base test, of which each order is needed; decorations, which write the same in other ways and are simulated
 * anew; weaving, which makes the test large and adds no result. The outcomes of the decorated test are the contract.
 */
import type { Draw } from '../../choice/index.ts';
import {
  constantOf,
  type LitmusProgram,
  type LitmusStatement,
  parseLine,
  shapeOfLine,
  simulate,
  type Simulation,
  writeThreads,
} from '../../litmus/index.ts';
import { baseTests } from './base-tests.ts';
import { weave, type WeaveSize } from './weave.ts';

export interface LitmusTest {
  /** The test that the contract is about. */
  readonly base: LitmusProgram;
  /** The program that is compiled. */
  readonly woven: LitmusProgram;
  readonly contract: Simulation;
  /** The accesses of the base test, which tests of one kind have in common. */
  readonly shape: string;
  /** The threads as C, each a function of its own. */
  readonly text: string;
}

const sizes: readonly (readonly [weight: number, size: WeaveSize])[] = [
  [2, { actions: 0, density: 0 }],
  [3, { actions: 4, density: 0.25 }],
  [3, { actions: 20, density: 0.5 }],
  [1, { actions: 100, density: 0.6 }],
];

export function litmus(draw: Draw, fixedSize?: WeaveSize): LitmusTest {
  return draw.scope('litmus', () => {
    const line = draw.scope('base', () => draw.pick(baseTests));
    const { program } = parseLine(`test: ${line}`);
    const base = draw.scope('decorate', () => decorated(draw, program));
    const size = fixedSize ?? draw.weighted(sizes);
    const woven = weave(draw, base, size);
    return { base, woven, contract: simulate(base), shape: shapeOfLine(line), text: writeThreads(woven) };
  });
}

/** The place that updates in place of fences share, so that they are ordered with each other. */
const FENCE_LOCATION = 'f';

function decorated(draw: Draw, program: LitmusProgram): LitmusProgram {
  const replacesFences = draw.boolean(0.3);
  let isUsed = false;
  const threads = program.threads.map(({ statements }) => ({
    statements: statements.map((statement): LitmusStatement => {
      if (statement.kind === 'fence' && replacesFences) {
        isUsed = true;
        return fenceAsUpdate(draw);
      }
      return decoratedAccess(draw, statement);
    }),
  }));
  const made = isUsed ? [{ name: FENCE_LOCATION, initial: 0 }] : [];
  return { ...program, threads, locations: [...program.locations, ...made] };
}

function fenceAsUpdate(draw: Draw): LitmusStatement {
  const operator = draw.pick(['add', 'or', 'exchange'] as const);
  const order = draw.pick(['ar', 'sc'] as const);
  return {
    kind: 'evaluate',
    value: { kind: 'update', operator, location: FENCE_LOCATION, operand: constantOf(0), order },
  };
}

function decoratedAccess(draw: Draw, statement: LitmusStatement): LitmusStatement {
  if (statement.kind === 'store' && draw.boolean(0.2)) {
    const { location, value: operand, order } = statement;
    return { kind: 'evaluate', value: { kind: 'update', operator: 'exchange', location, operand, order } };
  }
  if (statement.kind === 'assign' && statement.value.kind === 'load' && draw.boolean(0.2)) {
    const { location, order } = statement.value;
    const [operator, operand] = draw.pick([
      ['add', 0],
      ['or', 0],
      ['and', -1],
    ] as const);
    return {
      ...statement,
      value: { kind: 'update', operator, location, operand: constantOf(operand), order },
    };
  }
  return statement;
}
