/** The program as a whole: its size and profile, its data, its functions. */
import type { Draw } from '../../../choice/index.ts';
import type { LoomProgram, PlantingPlan, TestFunction } from '../ir/nodes.ts';
import { drawProfile, WeightProfile } from '../policy/profile.ts';
import { type Switch, typesOf } from '../policy/switches.ts';
import { SPANS } from '../policy/weights.ts';
import { drawBlock } from '../statements/block.ts';
import type { StatementTable } from '../statements/row.ts';
import { drawContainers } from './container.ts';
import { drawData, drawPointers } from './data.ts';
import { Drawing } from './drawing.ts';
import { drawHelpers } from './function.ts';
import { drawInputKind } from './given.ts';
import { drawList } from './list.ts';
import { drawPassed } from './passed.ts';
import { drawStructs } from './structs.ts';

export interface Drawn {
  readonly program: LoomProgram;
  /** True if repairs begin with the form that fits all values. */
  readonly prefersAgreeing: boolean;
}

export interface Wish {
  /** The largest size, as a power of two, in statements. */
  readonly maxSize: number;
  /** The size in bytes; undefined if it is drawn. */
  readonly bytes: number | undefined;
  readonly switches: ReadonlySet<Switch>;
  /** The kinds of statements. */
  readonly statements: StatementTable;
}

/** Number of possible sizes in statements, which are powers of two. */
const SIZES = 13;
/** Bytes of a statement with its share of the data, and bytes of a program without statements. */
export const STATEMENT = 250;
const FRAME = 180;
/** Amount of data per square root of the number of statements. */
const DATA = 2;
/** There is one function for other code to call per this number of bytes. */
const BYTES_PER_HELPER = 6_000;
/** Limit of executed statements in a whole program: settling them takes about 20 milliseconds. */
const EXECUTIONS = 4_096;
/**
 * Limit of nested expressions, counted through subscripts and floating point, which begin at their own level.
 * More than 256 nested brackets are an error in clang, and a floating point level prints about six.
 */
const NESTING = 12;
/** The share of programs with markers whose values a compiler may know. */
const OPEN = 0.75;
/** Places that stay right before the place with a fault. */
const MOST_SKIPPED = 3;

export function drawProgram(draw: Draw, { maxSize, bytes, switches, statements }: Wish): Drawn {
  return draw.scope('program', () => {
    const size = bytes ?? bytesFor(2 ** Math.min(draw.pick(SIZES), maxSize));
    const profile = switches.has('contexts') ? drawProfile(draw) : new WeightProfile(undefined);
    const prefersAgreeing = draw.boolean(0.25);
    const types = typesOf(switches).map((type) => [1, type] as const);
    const isOpen = switches.has('markers') && draw.scope('open', () => draw.boolean(OPEN));
    const plan = switches.has('faults') ? draw.scope('fault', () => drawPlan(draw)) : undefined;
    const style = {
      profile,
      containers: drawContainers(draw, switches),
      hasSpans: switches.has('spans') && draw.scope('spans', () => draw.boolean(SPANS)),
      types: profile.bend('type', types),
      input: drawInputKind(draw, switches),
    };
    const budget = { text: size - FRAME, executions: EXECUTIONS, nesting: NESTING };
    const drawing = new Drawing(draw, { style, switches, budget, statements });
    drawGlobals(drawing, DATA * Math.sqrt(size / STATEMENT) - 0.6);
    const functions = drawTests(drawing);
    const { variables, structs, objects, helpers } = drawing.program;
    const more = {
      ...(style.input === undefined ? {} : { input: style.input }),
      ...(switches.has('markers') ? { isOpen } : {}),
      ...(plan === undefined ? {} : { planting: plan }),
    };
    return { program: { variables, structs, objects, helpers, functions, ...more }, prefersAgreeing };
  });
}

/** Later places get a fault less often, since not every program has many places. */
function drawPlan(draw: Draw): PlantingPlan {
  const what = draw.pick(['operation', 'statement'] as const);
  return { what, skipped: draw.boolean(0.5) ? 0 : draw.integer(0, MOST_SKIPPED) };
}

/** Bytes of a program with this number of statements. */
export function bytesFor(statements: number): number {
  return 4 * STATEMENT + statements * STATEMENT;
}

function drawGlobals(drawing: Drawing, wanted: number): void {
  const { switches, budget } = drawing;
  if (switches.has('structs')) drawStructs(drawing, Math.min(6, wanted / 8));
  drawData(drawing, 'input', wanted - 1);
  drawData(drawing, 'mixed', wanted - 0.4);
  if (switches.has('pointers')) {
    for (const dataClass of ['input', 'mixed'] as const) drawPointers(drawing, dataClass, wanted / 5);
  }
  if (switches.has('calls')) drawHelpers(drawing, budget.text / BYTES_PER_HELPER);
}

function drawTests(drawing: Drawing): TestFunction[] {
  const { budget } = drawing;
  const chance = (): number => (budget.text > 0 ? 63 / 64 : 1 / 32);
  return drawList(drawing, 'function', { chance, least: 1 }, (count) => {
    const body = drawBlock(drawing, 0);
    const passed = drawing.switches.has('parameters') ? drawPassed(drawing, body) : [];
    return { name: `test_${count}`, body, passed };
  });
}
