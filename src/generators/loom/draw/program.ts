/** The program as a whole: its size and profile, its data, its test functions. */
import type { Draw } from '../../../choice/index.ts';
import type { LoomProgram, TestFunction } from '../ir/nodes.ts';
import { drawnTypes } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import { drawProfile } from '../policy/profile.ts';
import { ARRAY } from '../policy/weights.ts';
import { drawBlock } from '../statements/block.ts';
import { drawConstant } from './constant.ts';
import { Drawing } from './drawing.ts';

export interface Drawn {
  readonly program: LoomProgram;
  /** Whether repairs begin with the form that fits all values. */
  readonly prefersAgreeing: boolean;
}

/** Sizes that a program may want, in statements: powers of two. */
const SIZES = 13;
/** Data beside the root of the statements. */
const DATA = 2;
/** Executions of statements in a whole program: some 20 milliseconds of settling. */
const EXECUTIONS = 4_096;
/** Elements of arrays; half are powers of two, whose subscripts are masks. */
const sizes = [8, 10, 16, 25, 32, 64] as const;
/** Elements in all directions together. */
const MAX_ELEMENTS = 1_024;

export function drawProgram(draw: Draw, { maxSize = 10 }: { readonly maxSize?: number } = {}): Drawn {
  return draw.scope('program', () => {
    const size = 2 ** Math.min(draw.pick(SIZES), maxSize);
    const profile = drawProfile(draw);
    const prefersAgreeing = draw.boolean(0.25);
    const drawing = new Drawing(draw, profile, { statements: size, executions: EXECUTIONS });
    const wanted = DATA * Math.sqrt(size);
    drawData(drawing, 'input', wanted);
    drawData(drawing, 'mixed', wanted);
    const functions: TestFunction[] = [];
    while (
      draw.scope('function', () => {
        const isThere = draw.boolean(drawing.budget.statements > 0 ? 63 / 64 : 1 / 16);
        if (!isThere && functions.length > 0) return false;
        functions.push({ name: `test_${functions.length}`, body: drawBlock(drawing, 0) });
        return true;
      })
    );
    return { program: { variables: drawing.variables, functions }, prefersAgreeing };
  });
}

/** A run of declarations, about as many as are wanted. */
function drawData(drawing: Drawing, dataClass: 'input' | 'mixed', wanted: number): void {
  const { draw } = drawing;
  for (let count = 0; ; count++) {
    const isThere = draw.scope(dataClass, () => {
      if (!draw.boolean(count < wanted ? 0.98 : 0.2)) return false;
      const name = drawing.names.draw(draw, dataClass);
      const type = draw.pick(drawnTypes);
      const dimensions = drawDimensions(draw);
      const first = convert(drawConstant(drawing).value, type);
      const step = dimensions.length === 0 ? 0n : drawConstant(drawing).value;
      drawing.declare({ name, dataClass, type, dimensions, initial: { first, step } });
      return true;
    });
    if (!isThere) return;
  }
}

/** None for a single integer. */
function drawDimensions(draw: Draw): number[] {
  const count = draw.boolean(ARRAY) ? 1 + draw.pick(3) : 0;
  const dimensions: number[] = [];
  let elements = 1;
  for (let dimension = 0; dimension < count; dimension++) {
    const size = draw.pick(sizes);
    elements *= size;
    if (elements <= MAX_ELEMENTS) dimensions.push(size);
  }
  return dimensions;
}
