/** The program as a whole: its size and profile, its data, its test functions. */
import type { Draw } from '../../../choice/index.ts';
import type { LoomProgram, TestFunction } from '../ir/nodes.ts';
import { drawnTypes } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import { drawProfile } from '../policy/profile.ts';
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

export function drawProgram(draw: Draw, { maxSize = 10 }: { readonly maxSize?: number } = {}): Drawn {
  return draw.scope('program', () => {
    const size = 2 ** Math.min(draw.pick(SIZES), maxSize);
    const profile = drawProfile(draw);
    const prefersAgreeing = draw.boolean(0.25);
    const drawing = new Drawing(draw, profile, size);
    const wanted = DATA * Math.sqrt(size);
    drawData(drawing, 'input', wanted);
    drawData(drawing, 'mixed', wanted);
    const functions: TestFunction[] = [];
    while (
      draw.scope('function', () => {
        const isThere = draw.boolean(drawing.wanted > 0 ? 63 / 64 : 1 / 16);
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
      const { value } = drawConstant(drawing);
      drawing.declare(dataClass, name, type, convert(value, type));
      return true;
    });
    if (!isThere) return;
  }
}
