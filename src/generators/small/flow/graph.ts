/**
 * A graph of blocks, whatever form prints it.
 *
 * A block runs its statements and goes to another one. A block that can be reached from a later one, or from itself,
 * takes fuel; without fuel the function ends. So every graph ends, and none needs to be reducible.
 */
import type { Draw } from '../../../choice/index.ts';
import {
  type Act,
  assignedAct,
  type SmallCell,
  type SmallCode,
  isTrue,
  operated,
  type PlaceCode,
  constantCode,
} from '../code.ts';
import { drawCode, drawTest } from '../draw-code.ts';
import { I32, type LaneType, U32 } from '../types.ts';

export type FlowExit =
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'branch'; readonly test: SmallCode; readonly yes: number; readonly to: number }
  | {
      readonly kind: 'switch';
      readonly on: SmallCode;
      readonly cases: readonly (readonly [value: number, to: number])[];
      readonly to: number;
    }
  /** A jump through a table of four addresses. */
  | { readonly kind: 'table'; readonly at: SmallCode; readonly targets: readonly number[] }
  /** An `asm goto` that never jumps; compilers have to believe that it may. */
  | { readonly kind: 'asm'; readonly never: number; readonly to: number };

export interface FlowBlock {
  readonly acts: readonly Act[];
  readonly exit: FlowExit;
}

export interface FlowGraph {
  readonly blocks: readonly FlowBlock[];
  /** Blocks that take fuel. */
  readonly fuelled: ReadonlySet<number>;
  readonly fuel: SmallCell;
}

export interface GraphOptions {
  readonly places: readonly PlaceCode[];
  readonly readable: readonly SmallCode[];
  readonly cells: readonly SmallCell[];
  readonly fuel: SmallCell;
  readonly exits: ReadonlySet<string>;
  readonly statement: (draw: Draw, options: GraphOptions) => Act;
}

const MOST_BLOCKS = 9;
const MOST_ACTS = 4;

/** The function ends if the target equals the number of blocks. */
export function drawGraph(draw: Draw, options: GraphOptions): FlowGraph {
  const blocks: FlowBlock[] = [];
  const count = 1 + draw.pick(MOST_BLOCKS);
  while (blocks.length < count)
    blocks.push(draw.scope('block', () => drawBlock(draw, options, blocks.length, count)));
  const fuelled = new Set(blocks.flatMap(({ exit }, from) => targetsOf(exit).filter((to) => to <= from)));
  return { blocks, fuelled, fuel: options.fuel };
}

function drawBlock(draw: Draw, options: GraphOptions, at: number, count: number): FlowBlock {
  const acts: Act[] = [];
  while (acts.length < MOST_ACTS) {
    const act = draw.scope('statement', () =>
      draw.boolean(0.55) ? options.statement(draw, options) : undefined,
    );
    if (act === undefined) break;
    acts.push(act);
  }
  return { acts, exit: draw.scope('exit', () => drawExit(draw, options, at, count)) };
}

function drawExit(draw: Draw, { readable, exits }: GraphOptions, at: number, count: number): FlowExit {
  // Mostly a neighbour; the end is one of the blocks.
  const target = (): number =>
    draw.weighted([
      [3, () => at + 1],
      [3, () => Math.max(0, at - draw.pick(4))],
      [3, () => Math.min(count, at + 1 + draw.pick(4))],
      [1, () => draw.pick(count + 1)],
    ])();
  const weight = (kind: string, usual: number): number => (exits.has(kind) ? usual : 0);
  return draw.weighted<() => FlowExit>([
    [2, () => ({ kind: 'go', to: target() })],
    [5, () => ({ kind: 'branch', test: drawTest(draw, readable), yes: target(), to: target() })],
    [weight('switch', 3), () => drawSwitch(draw, readable, target)],
    [weight('computed', 3), () => drawTable(draw, readable, target)],
    [weight('asm', 1), () => ({ kind: 'asm', never: target(), to: target() })],
  ])();
}

function masked(draw: Draw, readable: readonly SmallCode[], mask: bigint): SmallCode {
  return operated('&', drawCode(draw, readable, U32, 1), constantCode(U32, mask));
}

function drawSwitch(draw: Draw, readable: readonly SmallCode[], target: () => number): FlowExit {
  const spacing = draw.pick([1, 1, 2, 7, 100]);
  const count = 1 + draw.pick(8);
  const start = draw.pick([0, 1, -3]);
  const on = draw.boolean(0.7) ? masked(draw, readable, 7n) : drawCode(draw, readable, I32, 2);
  // Equal targets become neighbouring cases with one body.
  const targets = Array.from({ length: 1 + draw.pick(4) }, target);
  const cases = Array.from({ length: count }, (_, at): readonly [number, number] => [
    start + at * spacing,
    targets[draw.pick(targets.length)]!,
  ]);
  const type: LaneType = on.type;
  const known = type.isSigned ? cases : cases.filter(([value]) => value >= 0);
  return { kind: 'switch', on, cases: known, to: target() };
}

function drawTable(draw: Draw, readable: readonly SmallCode[], target: () => number): FlowExit {
  const at = masked(draw, readable, 3n);
  return { kind: 'table', at, targets: Array.from({ length: 4 }, target) };
}

export function targetsOf(exit: FlowExit): number[] {
  switch (exit.kind) {
    case 'go':
      return [exit.to];
    case 'branch':
      return [exit.yes, exit.to];
    case 'switch':
      return [...exit.cases.map(([, to]) => to), exit.to];
    case 'table':
      return [...exit.targets];
    case 'asm':
      return [exit.never, exit.to];
  }
}

/** Executes the graph; the cells have their results afterwards. */
export function runGraph({ blocks, fuelled, fuel }: FlowGraph): void {
  for (let at = 0; at < blocks.length;) {
    if (fuelled.has(at)) {
      fuel.value = (fuel.value as bigint) - 1n;
      if (fuel.value < 0n) return;
    }
    const { acts, exit } = blocks[at]!;
    for (const act of acts) act.run();
    at = next(exit);
  }
}

function next(exit: FlowExit): number {
  switch (exit.kind) {
    case 'branch':
      return isTrue(exit.test) ? exit.yes : exit.to;
    case 'switch': {
      const value = exit.on.value() as bigint;
      return exit.cases.find(([each]) => BigInt(each) === value)?.[1] ?? exit.to;
    }
    case 'table':
      return exit.targets[Number(exit.at.value())]!;
    default:
      return exit.to;
  }
}

/** A statement: mostly an assignment to a variable or an element. */
export function drawAssignment(draw: Draw, { places, readable }: GraphOptions): Act {
  const place = places[draw.pick(places.length)]!;
  const value = drawCode(draw, readable, place.type, 2);
  return assignedAct(place, value);
}
