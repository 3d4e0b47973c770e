/**
 * Donors: statements of a program that may be copied elsewhere in it, with the names of the new place.
 *
 * Inner statements of a donor may be left out. Invariants: a donor compiles at every place that it fits.
 * Donors have no labels, and their jumps go to labels of the function at the new place. A name is replaced
 * only by a name of the same canonical type, qualifiers included.
 */
import type { Draw } from '../../choice/index.ts';
import { type Analysis, type Facts, innerNames, outerNames, usesIn } from '../../facts/index.ts';
import { stageTuning } from '../tuning.ts';
import type { UnknownText } from './unknown-text.ts';
import { fnv1a } from '../../util/fnv1a.ts';

type Statement = Analysis['statements'][number];

export interface Donor {
  readonly statement: Statement;
  readonly text: string;
  /** Place in a ring: if a donor is added or removed, only choices next to it change. */
  readonly at: number;
  /** Outer names, by their indices. */
  readonly outer: readonly number[];
  /** Names that text of an earlier stage uses. */
  readonly unknown: ReadonlySet<string>;
  readonly inner: ReadonlySet<string>;
  readonly uses: readonly { readonly at: number; readonly declared: number }[];
  /** Names of labels in its jumps. */
  readonly jumps: readonly Stretch[];
  /** Statements in it that may be left out. */
  readonly optional: readonly Stretch[];
}

interface Stretch {
  readonly begin: number;
  readonly end: number;
}

/** A part of a donor's text that is replaced. */
interface Change extends Stretch {
  readonly text: string;
}

/** Names that can be used at a place. */
export interface Reach {
  /** Names by spelling, since nearer ones hide others. */
  readonly byName: ReadonlyMap<string, number>;
  /** Variables and parameters, by their type. */
  readonly byType: ReadonlyMap<number, readonly number[]>;
  /** Labels of the function. */
  readonly labels: readonly string[];
}

const RING_BITS = 16;

const never: ReadonlySet<string> = new Set([
  'declaration',
  'case',
  'label',
  'empty',
  'other',
  'goto',
  'break',
  'continue',
]);

export function donorsIn(text: string, { analysis }: Facts, unknown: UnknownText): Donor[] {
  const { names, statements } = analysis;
  const { maxDonorBytes } = stageTuning;
  const mayGo = statements.filter(
    ({ kind, place, labels, hasLooseCase, parent }) =>
      kind !== 'declaration' &&
      place === 'list' &&
      labels.length === 0 &&
      !hasLooseCase &&
      // The last statement of an expression may be its value.
      statements[parent]?.place !== 'expression',
  );
  return statements
    .filter((each) => {
      if (never.has(each.kind) || each.place === 'function' || each.place === 'expression') return false;
      if (each.labels.length > 0 || each.hasLooseCase) return false;
      if (unknown.hasLabels(each.begin, each.end) || unknown.hasNames(each.begin, each.end)) return false;
      if (unknown.hasJumps(each.begin, each.end)) return false;
      return each.end - each.begin <= maxDonorBytes.value;
    })
    .flatMap((statement): Donor[] => {
      const { begin, end } = statement;
      const inside = usesIn(analysis, begin, end);
      const isPlain = inside.every(
        ({ at, declared, isHidden }) => isHidden !== true && text.startsWith(names[declared]!.name, at),
      );
      const own = text.slice(begin, end);
      const jumps = jumpsIn(own, statement);
      if (!isPlain || jumps === undefined) return [];
      const inner = new Set(innerNames(analysis, begin, end).map((index) => names[index]!.name));
      return [
        {
          statement,
          text: own,
          at: hashOf(own),
          outer: outerNames(analysis, begin, end),
          unknown: unknown.outsideIn(begin, end),
          inner,
          uses: inside,
          jumps,
          optional: mayGo.filter((each) => each.begin > begin && each.end < end),
        },
      ];
    });
}

/** Undefined if the text hides a name, for example in a macro, or has a name that a stage inserted. */
function jumpsIn(text: string, { begin, gotos }: Statement): Stretch[] | undefined {
  const jumps = [...text.matchAll(/(?<=\bgoto\s+)[A-Za-z_]\w*/g)].map(({ index, 0: label }) => ({
    begin: begin + index,
    end: begin + index + label.length,
  }));
  const seen = new Set(jumps.map((each) => text.slice(each.begin - begin, each.end - begin)));
  return seen.size === gotos.length ? jumps : undefined;
}

export function reachAt(
  { names, statements, functions }: Analysis,
  place: number,
  inFunction: number,
  isGone: (at: number) => boolean,
): Reach {
  const byName = new Map<string, number>();
  for (const [index, each] of names.entries()) {
    const isNear = each.inFunction < 0 || each.inFunction === inFunction;
    if (!isNear || each.from > place || place > each.to || isGone(each.at)) continue;
    const before = byName.get(each.name);
    // The name that was declared last is the nearest.
    if (before === undefined || names[before]!.from <= each.from) byName.set(each.name, index);
  }
  const byType = new Map<number, number[]>();
  for (const index of byName.values()) {
    const { kind, type } = names[index]!;
    if (kind === 'variable' || kind === 'parameter') byType.set(type, [...(byType.get(type) ?? []), index]);
  }
  const { labels = [] } = statements[functions[inFunction]?.body ?? -1] ?? {};
  return { byName, byType, labels };
}

/**
 * True if a donor compiles at a place: for each of its names, the name itself or another of its type can be
 * used there.
 */
export function fits(donor: Donor, place: Statement, reach: Reach, { names, functions }: Analysis): boolean {
  const { statement, outer, unknown, jumps } = donor;
  if ((statement.hasLooseBreak || statement.hasLooseContinue) && place.loopDepth === 0) return false;
  const from = functions[statement.inFunction];
  const to = functions[place.inFunction];
  if (statement.hasReturn && from?.result !== to?.result) return false;
  if (jumps.length > 0 && reach.labels.length === 0) return false;
  if ([...unknown].some((name) => !reach.byName.has(name))) return false;
  return outer.every((index) => candidatesFor(donor, index, reach, names).length > 0);
}

/** The name itself comes first, if it can be used: choice 0 keeps it. */
function candidatesFor(
  { inner }: Donor,
  index: number,
  { byName, byType }: Reach,
  names: Analysis['names'],
): readonly number[] {
  const { name, kind, type } = names[index]!;
  const itself = byName.get(name) === index ? [index] : [];
  if (kind !== 'variable' && kind !== 'parameter') return itself;
  const others = (byType.get(type) ?? []).filter((each) => each !== index && !inner.has(names[each]!.name));
  return [...itself, ...others];
}

/** The donor that follows a drawn place in the ring. */
export function drawDonor(draw: Draw, fitting: readonly Donor[]): Donor | undefined {
  const drawn = draw.word(RING_BITS);
  const next = fitting.reduce<Donor | undefined>((best, each) => {
    if (best === undefined) return each;
    return distance(drawn, each.at) < distance(drawn, best.at) ? each : best;
  }, undefined);
  return next;
}

/**
 * Its text in braces, with names and labels of the place for its outer variables and jumps. Some of its
 * optional parts are left out.
 */
export function transplanted(
  draw: Draw,
  donor: Donor,
  reach: Reach,
  { names }: Analysis,
  shareGone: number,
): string {
  const { outer, uses, jumps, optional } = donor;
  const renamed = new Map<number, string>();
  for (const index of outer) {
    const candidates = candidatesFor(donor, index, reach, names);
    const chosen =
      candidates.length < 2 ? 0 : draw.integer(0, stageTuning.maxRenaming.value) % candidates.length;
    renamed.set(index, names[candidates[chosen]!]!.name);
  }
  const changes: Change[] = [];
  for (const { at, declared } of uses) {
    const text = renamed.get(declared);
    if (text !== undefined) changes.push({ begin: at, end: at + names[declared]!.name.length, text });
  }
  for (const jump of jumps) changes.push({ ...jump, text: draw.pick(reach.labels) });
  const gone: Stretch[] = [];
  for (const each of optional)
    if (each.begin >= (gone.at(-1)?.end ?? 0) && draw.boolean(shareGone / 100)) gone.push(each);
  const kept = changes.filter(({ begin }) => !gone.some((each) => each.begin <= begin && begin < each.end));
  const all = [...kept, ...gone.map((each) => ({ ...each, text: '' }))];
  return `{ ${changed(donor, all)} }`;
}

function changed({ statement, text }: Donor, changes: readonly Change[]): string {
  let result = '';
  let from = statement.begin;
  for (const each of changes.toSorted((a, b) => a.begin - b.begin)) {
    result += text.slice(from - statement.begin, each.begin - statement.begin) + each.text;
    from = each.end;
  }
  return result + text.slice(from - statement.begin);
}

function distance(from: number, to: number): number {
  return (to - from) & ((1 << RING_BITS) - 1);
}

function hashOf(text: string): number {
  const hash = fnv1a(text);
  return (hash ^ (hash >>> 15)) & ((1 << RING_BITS) - 1);
}
