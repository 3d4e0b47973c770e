/** The program as a whole: its size and profile, its data, its functions. */
import type { Draw } from '../../../choice/index.ts';
import type { LoomProgram, TestFunction } from '../ir/nodes.ts';
import { drawProfile, WeightProfile } from '../policy/profile.ts';
import { type Switch, typesOf } from '../policy/switches.ts';
import { drawBlock } from '../statements/block.ts';
import type { StatementTable } from '../statements/row.ts';
import { drawContainers } from './container.ts';
import { drawData, drawPointers } from './data.ts';
import { Drawing } from './drawing.ts';
import { drawHelpers } from './function.ts';
import { drawList } from './list.ts';
import { drawPassed } from './passed.ts';
import { drawStructs } from './structs.ts';

export interface Drawn {
  readonly program: LoomProgram;
  /** Whether repairs begin with the form that fits all values. */
  readonly prefersAgreeing: boolean;
}

export interface Wish {
  /** The largest size, as a power of two, in statements. */
  readonly maxSize: number;
  /** The size in bytes, if it is not drawn. */
  readonly bytes: number | undefined;
  readonly switches: ReadonlySet<Switch>;
  /** The kinds of statements. */
  readonly statements: StatementTable;
}

/** Sizes that a program may want, in statements: powers of two. */
const SIZES = 13;
/** Bytes that a statement takes with its share of the data, and a program without any. */
export const STATEMENT = 250;
const FRAME = 180;
/** Data for the root of the statements. */
const DATA = 2;
/** One function that others call for so many bytes. */
const BYTES_PER_HELPER = 6_000;
/** Executions of statements in a whole program: some 20 milliseconds of settling. */
const EXECUTIONS = 4_096;
/**
 * Expressions in each other, counted through subscripts and floating point, which begin at a level of their own. More brackets
 * than 256 in each other are an error of clang, and floating point prints some six for one of these.
 */
const NESTING = 12;

export function drawProgram(draw: Draw, { maxSize, bytes, switches, statements }: Wish): Drawn {
  return draw.scope('program', () => {
    const size = bytes ?? bytesFor(2 ** Math.min(draw.pick(SIZES), maxSize));
    const profile = switches.has('contexts') ? drawProfile(draw) : new WeightProfile(undefined);
    const prefersAgreeing = draw.boolean(0.25);
    const types = typesOf(switches).map((type) => [1, type] as const);
    const style = {
      profile,
      containers: drawContainers(draw, switches),
      types: profile.bend('type', types),
    };
    const budget = { text: size - FRAME, executions: EXECUTIONS, nesting: NESTING };
    const drawing = new Drawing(draw, { style, switches, budget, statements });
    drawGlobals(drawing, DATA * Math.sqrt(size / STATEMENT) - 0.6);
    const functions = drawTests(drawing);
    const { variables, structs, objects, helpers } = drawing.program;
    return { program: { variables, structs, objects, helpers, functions }, prefersAgreeing };
  });
}

/** The bytes of a program of so many statements. */
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
  const { draw, budget } = drawing;
  const chance = (): number => (budget.text > 0 ? 63 / 64 : 1 / 32);
  return drawList(draw, 'function', { chance, least: 1 }, (count) => {
    const body = drawBlock(drawing, 0);
    const passed = drawing.switches.has('parameters') ? drawPassed(drawing, body) : [];
    return { name: `test_${count}`, body, passed };
  });
}
