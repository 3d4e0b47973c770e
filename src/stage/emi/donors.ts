/**
 * Donors: statements of a program that may stand elsewhere in it, with names of the place in the place of their own.
 *
 * Invariants: a donor compiles wherever it fits; donors have no labels and jump to none; a name becomes only one of the
 * same canonical type, qualifiers included.
 */
import type { Draw } from '../../choice/index.ts';
import { type Analysis, type Facts, innerNames, outerNames, usesIn } from '../../facts/index.ts';
import { stageTuning } from '../tuning.ts';

type Statement = Analysis['statements'][number];

export interface Donor {
  readonly statement: Statement;
  readonly text: string;
  /** Place in a ring: of a donor that goes or comes, only the choices next to it hear. */
  readonly at: number;
  /** Outer names, by their indices. */
  readonly outer: readonly number[];
  readonly inner: ReadonlySet<string>;
  readonly uses: readonly { readonly at: number; readonly declared: number }[];
}

/** Names that can be used at a place. */
export interface Reach {
  /** By what they are called, for nearer ones hide others. */
  readonly byName: ReadonlyMap<string, number>;
  /** Variables and parameters, by their type. */
  readonly byType: ReadonlyMap<number, readonly number[]>;
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

export function donorsIn(text: string, { analysis }: Facts): Donor[] {
  const { names, statements } = analysis;
  const { maxDonorBytes } = stageTuning;
  return statements
    .filter((each) => {
      if (never.has(each.kind) || each.place === 'function' || each.place === 'expression') return false;
      if (each.labels.length > 0 || each.gotos.length > 0 || each.hasLooseCase) return false;
      return each.end - each.begin <= maxDonorBytes.value;
    })
    .flatMap((statement): Donor[] => {
      const { begin, end } = statement;
      const inside = usesIn(analysis, begin, end);
      const isPlain = inside.every(
        ({ at, declared, isHidden }) => isHidden !== true && text.startsWith(names[declared]!.name, at),
      );
      if (!isPlain) return [];
      const own = text.slice(begin, end);
      const inner = new Set(innerNames(analysis, begin, end).map((index) => names[index]!.name));
      return [
        {
          statement,
          text: own,
          at: hashOf(own),
          outer: outerNames(analysis, begin, end),
          inner,
          uses: inside,
        },
      ];
    });
}

export function reachAt(
  { names }: Analysis,
  place: number,
  inFunction: number,
  isGone: (at: number) => boolean,
): Reach {
  const byName = new Map<string, number>();
  for (const [index, each] of names.entries()) {
    const isNear = each.inFunction < 0 || each.inFunction === inFunction;
    if (!isNear || each.from > place || place > each.to || isGone(each.at)) continue;
    const before = byName.get(each.name);
    // The one that was declared last is the nearest.
    if (before === undefined || names[before]!.from <= each.from) byName.set(each.name, index);
  }
  const byType = new Map<number, number[]>();
  for (const index of byName.values()) {
    const { kind, type } = names[index]!;
    if (kind === 'variable' || kind === 'parameter') byType.set(type, [...(byType.get(type) ?? []), index]);
  }
  return { byName, byType };
}

/** Whether a donor compiles at a place: what it names can be named there, or something of the same type can. */
export function fits(donor: Donor, place: Statement, reach: Reach, { names, functions }: Analysis): boolean {
  const { statement, outer } = donor;
  if ((statement.hasLooseBreak || statement.hasLooseContinue) && place.loopDepth === 0) return false;
  const from = functions[statement.inFunction];
  const to = functions[place.inFunction];
  if (statement.hasReturn && from?.result !== to?.result) return false;
  return outer.every((index) => candidatesFor(donor, index, reach, names).length > 0);
}

/** The name itself comes first, where it can be used: 0 leaves it alone. */
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

/** The donor of the ring that a drawn place comes before. */
export function drawDonor(draw: Draw, fitting: readonly Donor[]): Donor | undefined {
  const drawn = draw.word(RING_BITS);
  const next = fitting.reduce<Donor | undefined>((best, each) => {
    if (best === undefined) return each;
    return distance(drawn, each.at) < distance(drawn, best.at) ? each : best;
  }, undefined);
  return next;
}

/** Its text in braces, with a name of the place for each of its outer variables. */
export function transplanted(draw: Draw, donor: Donor, reach: Reach, { names }: Analysis): string {
  const { statement, text, outer, uses } = donor;
  const renamed = new Map<number, string>();
  for (const index of outer) {
    const candidates = candidatesFor(donor, index, reach, names);
    if (candidates.length < 2) continue;
    renamed.set(
      index,
      names[candidates[draw.integer(0, stageTuning.maxRenaming.value) % candidates.length]!]!.name,
    );
  }
  for (const index of outer)
    if (!renamed.has(index)) renamed.set(index, names[candidatesFor(donor, index, reach, names)[0]!]!.name);
  let result = '';
  let from = 0;
  for (const { at, declared } of uses) {
    const name = renamed.get(declared);
    if (name === undefined) continue;
    result += text.slice(from, at - statement.begin) + name;
    from = at - statement.begin + names[declared]!.name.length;
  }
  return `{ ${result}${text.slice(from)} }`;
}

function distance(from: number, to: number): number {
  return (to - from) & ((1 << RING_BITS) - 1);
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & ((1 << RING_BITS) - 1);
}
