/**
 * Litmus: small concurrent programs that come with all their allowed results.
 *
 * There are three steps. A base test is forbidden only because of all its memory orders: none can be weaker.
 * Decorations write the same test in other ways, and the result is simulated again. Weaving makes the test
 * large and adds no outcome. The outcomes of the decorated test are the contract.
 */
import type { Draw } from '../../choice/index.ts';
import {
  constantOf,
  type Load,
  localOf,
  type LitmusProgram,
  type LitmusStatement,
  parseLine,
  shapeOfLine,
  simulate,
  type Simulation,
  writeThreads,
} from '../../litmus/index.ts';
import { baseTests, updateTests } from './base-tests.ts';
import { threeThreads } from './three-threads.ts';
import { type Template, template } from './templates.ts';
import { drawWidth } from './variables.ts';
import { weave, type WeaveSize } from './weave.ts';

export interface LitmusTest {
  /** The test that the contract is about. */
  readonly base: LitmusProgram;
  /** The program that is compiled. */
  readonly woven: LitmusProgram;
  readonly contract: Simulation;
  /** The accesses of the base test, which all tests of its kind share. */
  readonly shape: string;
  /** The threads as C: each is a function. */
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
    const { program: base, shape } = baseOf(draw);
    const size = fixedSize ?? draw.weighted(sizes);
    const woven = weave(draw, base, size);
    return { base, woven, contract: simulate(base), shape, text: writeThreads(woven) };
  });
}

const known = new Map<string, Template>();

/** There are few lines, and each is drawn again and again, so the parsed form is kept. */
function parsed(line: string): Template {
  let found = known.get(line);
  if (found === undefined) {
    found = { program: parseLine(`test: ${line}`).program, shape: shapeOfLine(line) };
    known.set(line, found);
  }
  return found;
}

function baseOf(draw: Draw): Template {
  const lineOf = (lines: readonly string[]) => (): Template => {
    const { program, shape } = parsed(draw.scope('base', () => draw.pick(lines)));
    return { program: draw.scope('decorate', () => decorated(draw, program)), shape };
  };
  return draw.weighted<() => Template>([
    [7, lineOf(baseTests)],
    [1, lineOf(updateTests)],
    [1, lineOf(threeThreads)],
    // These tests draw their own notation.
    [3, () => draw.scope('template', () => template(draw))],
  ])();
}

/** The location that all updates in place of fences share, so that they are ordered with each other. */
const FENCE_LOCATION = 'f';

function decorated(draw: Draw, program: LitmusProgram): LitmusProgram {
  const replacesFences = draw.boolean(0.3);
  let isUsed = false;
  const threads = program.threads.map(({ statements }) => ({
    statements: readBefore(draw, statements).concat(
      statements.flatMap((statement): LitmusStatement[] => {
        if (statement.kind === 'fence' && replacesFences) {
          isUsed = true;
          return [fenceAsUpdate(draw)];
        }
        const isLoad = statement.kind === 'assign' && statement.value.kind === 'load';
        if (isLoad && statement.value.order !== 'na' && draw.boolean(0.1))
          return byCompareExchange(draw, statement.local, statement.value);
        return [decoratedAccess(draw, statement)];
      }),
    ),
  }));
  const made = isUsed ? [{ name: FENCE_LOCATION, initial: 0 }] : [];
  const locations = [...program.locations, ...made].map((location) => ({ ...location, ...drawWidth(draw) }));
  return { ...program, threads, locations };
}

function fenceAsUpdate(draw: Draw): LitmusStatement {
  const [operator, operand] = draw.pick([
    ['add', 0],
    ['or', 0],
    ['exchange', 0],
    ['add', 1],
  ] as const);
  const order = draw.pick(['ar', 'sc'] as const);
  return {
    kind: 'evaluate',
    value: { kind: 'update', operator, location: FENCE_LOCATION, operand: constantOf(operand), order },
  };
}

/**
 * A load written as an exchange of a value with itself; if another value is there, the exchange fails and
 * gives that value.
 */
function byCompareExchange(draw: Draw, local: string, { location, order }: Load): LitmusStatement[] {
  const value = constantOf(draw.pick([1, 2, 0]));
  return [
    { kind: 'assign', local, value },
    {
      kind: 'evaluate',
      value: {
        kind: 'compareExchange',
        location,
        expected: localOf(local),
        found: local,
        desired: value,
        order,
        failureOrder: draw.boolean(0.5) ? order : 'rlx',
      },
    },
  ];
}

/** An extra relaxed load of a location that the thread reads later; the value is unused. */
function readBefore(draw: Draw, statements: readonly LitmusStatement[]): LitmusStatement[] {
  const reads = statements
    .slice(1)
    .flatMap((each) =>
      each.kind === 'assign' && each.value.kind === 'load' && each.value.order !== 'na' ? [each.value] : [],
    );
  if (reads.length === 0 || !draw.boolean(0.1)) return [];
  return [{ kind: 'assign', local: 'u', value: { ...draw.pick(reads), order: 'rlx' } }];
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
