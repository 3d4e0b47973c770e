/**
 * Points of a graph of blocks, in the order of the text. They are the blocks, and the heads and ends of the
 * loops, `if`s and `switch`es around some of them. Each point says where execution may continue.
 */
import type { Block } from '../../ir/nodes.ts';
import type { PathTest } from './test.ts';

export type WrapperKind = 'while' | 'do' | 'for' | 'switch' | 'if';
export type EndingKind = 'jump' | 'branch' | 'switch' | 'table';
export type ArmKind = 'fall' | 'goto' | 'break' | 'continue';

export interface DrawnArm {
  readonly kind: ArmKind;
  /** The block to go to, counted from the next block on. */
  readonly ahead: number;
}

export interface GraphWrapper {
  readonly kind: WrapperKind;
  /** Number of blocks inside, including the block where it stands. */
  readonly length: number;
  readonly test: PathTest;
}

export interface DrawnNode {
  readonly wrapper: GraphWrapper | undefined;
  readonly ending: EndingKind;
  readonly arms: readonly DrawnArm[];
  readonly test: PathTest;
  readonly body: Block;
  /** The text of a statement that must never run; empty if there is none. */
  readonly wild: string;
}

/** One way to go on. */
export interface WayOn {
  /** The position of the next point; a position after the last point ends the graph. */
  readonly to: number;
  /** Undefined for a jump to the block at `to`, or to the end of the graph; empty for the next point in the text. */
  readonly text: '' | 'break;' | 'continue;' | undefined;
}

interface PointBase {
  readonly arms: readonly WayOn[];
  /** Undefined if there is only one arm. */
  readonly test: PathTest | undefined;
}

export type Point = PointBase &
  (
    | { readonly kind: 'node'; readonly node: DrawnNode; readonly number: number }
    | { readonly kind: 'open' | 'close'; readonly wrapper: WrapperKind; readonly partner: number }
  );

/** True if a point chooses among arms by number, and not by a condition. */
export function isDispatch(point: Point): boolean {
  if (point.kind === 'node') return isTabled(point.node);
  return point.kind === 'open' && point.wrapper === 'switch';
}

function isTabled({ ending }: DrawnNode): boolean {
  return ending === 'switch' || ending === 'table';
}

type Sketch =
  | { readonly kind: 'node'; readonly number: number; readonly around: readonly Span[] }
  | { readonly kind: 'open' | 'close'; readonly span: Span };

interface Span {
  readonly wrapper: GraphWrapper;
  open: number;
  close: number;
}

export function pointsOf(nodes: readonly DrawnNode[]): Point[] {
  const sketches: Sketch[] = [];
  sketch(sketches, nodes, { from: 0, to: nodes.length, isOpened: false, around: [] });
  const positions = sketches.flatMap((each, at) => (each.kind === 'node' ? [at] : []));
  const fixed = { end: sketches.length, positions };
  return sketches.map((each, at): Point => {
    if (each.kind === 'node') {
      const node = nodes[each.number]!;
      const arms = armsOf(node, each, { ...fixed, at });
      return { kind: 'node', node, number: each.number, arms, test: arms.length > 1 ? node.test : undefined };
    }
    const { span, kind } = each;
    const partner = kind === 'open' ? span.close : span.open;
    const arms = kind === 'open' ? openArms(span, sketches) : closeArms(span);
    const test = arms.length > 1 ? span.wrapper.test : undefined;
    return { kind, wrapper: span.wrapper.kind, partner, arms, test };
  });
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** True if the wrapper at the first block is already open. */
  readonly isOpened: boolean;
  readonly around: readonly Span[];
}

function sketch(into: Sketch[], nodes: readonly DrawnNode[], { from, to, isOpened, around }: Range): void {
  for (let number = from; number < to;) {
    const { wrapper } = nodes[number]!;
    if (wrapper === undefined || (isOpened && number === from)) {
      into.push({ kind: 'node', number, around });
      number++;
      continue;
    }
    const last = Math.min(number + wrapper.length, to);
    const span: Span = { wrapper, open: into.length, close: 0 };
    into.push({ kind: 'open', span });
    sketch(into, nodes, { from: number, to: last, isOpened: true, around: [...around, span] });
    span.close = into.length;
    into.push({ kind: 'close', span });
    number = last;
  }
}

interface Where {
  readonly end: number;
  /** The positions of blocks among all points. */
  readonly positions: readonly number[];
  readonly at: number;
}

function armsOf(
  node: DrawnNode,
  { number, around }: Sketch & { readonly kind: 'node' },
  { end, positions, at }: Where,
): WayOn[] {
  const loop = around.findLast(({ wrapper: { kind } }) => kind !== 'if' && kind !== 'switch');
  const left = around.findLast(({ wrapper: { kind } }) => kind !== 'if');
  // Within a `switch` at the end of a block, `break` would leave that `switch`, and a table has only labels.
  const hasLabelsOnly = isTabled(node);
  return node.arms.map(({ kind, ahead }): WayOn => {
    if (!hasLabelsOnly) {
      if (kind === 'fall') return { to: at + 1, text: '' };
      if (kind === 'break' && left !== undefined) return { to: left.close + 1, text: 'break;' };
      if (kind === 'continue' && loop !== undefined) return { to: againOf(loop), text: 'continue;' };
    }
    const target = (number + 1 + ahead) % (positions.length + 1);
    return { to: positions[target] ?? end, text: undefined };
  });
}

/** The point at which a loop begins a round. */
function againOf({ wrapper, open, close }: Span): number {
  if (wrapper.kind === 'for') return open + 1;
  return wrapper.kind === 'while' ? open : close;
}

function openArms({ wrapper: { kind }, open, close }: Span, sketches: readonly Sketch[]): WayOn[] {
  const inside: WayOn = { to: open + 1, text: '' };
  const behind: WayOn = { to: close + 1, text: '' };
  if (kind === 'do' || kind === 'for') return [inside];
  if (kind !== 'switch') return [inside, behind];
  const cases = sketches.flatMap((each, at): WayOn[] => {
    if (each.kind !== 'node' || at < open || at > close) return [];
    const inner = each.around.findLast(({ wrapper }) => wrapper.kind === 'switch');
    return inner?.open === open ? [{ to: at, text: undefined }] : [];
  });
  return [...cases, behind];
}

function closeArms({ wrapper: { kind }, open, close }: Span): WayOn[] {
  const again = { to: open + 1, text: '' } as const;
  const behind = { to: close + 1, text: '' } as const;
  if (kind === 'do') return [again, behind];
  if (kind === 'for') return [again];
  return [kind === 'while' ? { to: open, text: '' } : behind];
}
