/** Directives of OpenMP over a nest of loops, the outermost first. None changes what a program prints. */
import type { Draw } from '../../../choice/index.ts';
import type { OpenmpLoop } from './loops.ts';

/**
 * Parts of the source. `slopes` are loops whose bounds depend on an outer counter, and `clones` are functions
 * with forms for vectors. All others are directives, the last ones for compilers that know OpenMP 6.0.
 */
export const openmpParts = [
  'simd',
  'tile',
  'unroll',
  'slopes',
  'clones',
  'reverse',
  'interchange',
  'stripe',
] as const;
export const newestParts: readonly string[] = ['reverse', 'interchange', 'stripe'];

export interface Directives {
  /** Transformations, the outermost first. */
  readonly lines: readonly string[];
  /** The number of loops that `simd` takes together; 0 without `simd`. */
  readonly collapsed: number;
}

interface Stack {
  readonly lines: string[];
  /** The number of loops that a further directive can take. */
  left: number;
}

const MOST_TRANSFORMATIONS = 3;
const LARGEST_SIZE = 6;

export function drawDirectives(
  draw: Draw,
  loops: readonly OpenmpLoop[],
  parts: ReadonlySet<string>,
): Directives {
  const isRectangular = loops.every((loop) => loop.isRectangular);
  const stack: Stack = { lines: [], left: loops.length };
  const kinds = ['tile', 'unroll', ...newestParts].filter((kind) => parts.has(kind));
  const most = isRectangular && kinds.length > 0 ? draw.pick(MOST_TRANSFORMATIONS + 1) : 0;
  for (let count = 0; count < most && stack.left > 0; count++)
    draw.scope('directive', () => transform(draw, kinds[draw.pick(kinds.length)]!, stack, loops));
  const isSimd = parts.has('simd') && stack.left > 0 && (stack.lines.length === 0 || draw.boolean(0.4));
  // If bounds depend on an outer counter, the directive must take all loops together.
  const collapsed = !isSimd ? 0 : isRectangular ? 1 + draw.pick(stack.left) : loops.length;
  return { lines: stack.lines, collapsed };
}

function transform(draw: Draw, kind: string, stack: Stack, loops: readonly OpenmpLoop[]): void {
  const sizes = (): string =>
    Array.from({ length: 1 + draw.pick(stack.left) }, () => 1 + draw.pick(LARGEST_SIZE)).join(', ');
  const add = (line: string, left: number): void => {
    stack.lines.unshift(line);
    stack.left = left;
  };
  switch (kind) {
    case 'tile':
    case 'stripe': {
      const list = sizes();
      return add(`${kind} sizes(${list})`, list.split(', ').length);
    }
    case 'reverse':
      return add('reverse', 1);
    case 'interchange':
      return stack.left < 2
        ? undefined
        : add(`interchange permutation(${drawOrder(draw, stack.left).join(', ')})`, stack.left);
    default:
      return unroll(draw, stack, loops, add);
  }
}

function unroll(
  draw: Draw,
  stack: Stack,
  [outermost]: readonly OpenmpLoop[],
  add: (line: string, left: number) => void,
): void {
  const way = draw.pick(4);
  if (way === 3 && stack.lines.length === 0) return add(outermost!.isConstant ? 'unroll full' : 'unroll', 0);
  return add(`unroll partial(${1 + draw.pick(LARGEST_SIZE)})`, 1);
}

/** The numbers from 1 in some order. */
function drawOrder(draw: Draw, count: number): number[] {
  const left = Array.from({ length: count }, (_, at) => at + 1);
  return Array.from({ length: count }, () => left.splice(draw.pick(left.length), 1)[0]!);
}
