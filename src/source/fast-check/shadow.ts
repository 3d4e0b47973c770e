/**
 * Shadows: a second graph that mirrors a graph of arbitraries, whose `generate` also opens scopes.
 *
 * An arbitrary itself calls its children's `generate`, so only objects in place of the children can open
 * scopes. A shadow inherits everything from its arbitrary, except that its children are shadows, and that its
 * `generate` runs as a part of a session. Objects of fast-check and of the user stay unchanged.
 *
 * Invariant: labels depend only on the structure of the graph, so they are the same in every process.
 */

import { drawBiased, isNumberArbitrary } from './bias.ts';
import { growList, isGrowingList } from './lists.ts';
import { defaultLabel, type Kind, kinds } from './kinds.ts';
import type { DrawnPart } from './session.ts';
import {
  type Generates,
  isArbitrary,
  PART,
  type Random,
  type Shadow,
  type ShadowPart,
} from './shadow-part.ts';

export interface ShadowGraph {
  readonly root: Shadow;
  /** Depth counters that arbitraries share; a run that was stopped midway leaves them wrong. */
  readonly depths: ReadonlySet<{ depth: number }>;
}

export function shadowGraph(root: object): ShadowGraph {
  const builder = new Builder('', undefined);
  const shadow = builder.shadowOf(root);
  builder.name();
  return { root: shadow, depths: builder.depths };
}

class Builder {
  readonly depths: Set<{ depth: number }>;
  readonly #prefix: string;
  readonly #static: Builder | undefined;
  readonly #shadows = new Map<object, Shadow>();
  readonly #parts: { part: ShadowPart; base: string }[] = [];
  readonly #preferred = new Map<object, string>();

  /** A dynamic builder, for parts that a chain makes at run time, knows the static builder's shadows. */
  constructor(prefix: string, staticBuilder: Builder | undefined) {
    this.#prefix = prefix;
    this.#static = staticBuilder;
    this.depths = staticBuilder?.depths ?? new Set();
  }

  shadowOf(arbitrary: object): Shadow {
    const known = this.#static?.knownShadow(arbitrary) ?? this.#shadows.get(arbitrary) ?? asShadow(arbitrary);
    if (known !== undefined) return known;
    const kind = kindOf(arbitrary);
    const weights = weightsOf(arbitrary);
    const shadow: Shadow & Record<string, unknown> = Object.create(arbitrary);
    const isGrowing = isGrowingList(arbitrary);
    let children: ShadowPart[] = [];
    const part: ShadowPart = {
      label: '',
      isLeaf: kind?.isLeaf ?? false,
      isTransparent: kind?.isTransparent ?? false,
      isRepeating: kind?.runsOnce !== true && kind?.isLeaf !== true && !isGrowing,
      isStructural: kind?.isStructural ?? (kind !== undefined && kind.isLeaf !== true),
      clonesToShrink: kind?.clonesToShrink ?? false,
      ...(weights === undefined ? {} : { weights }),
      run: runOf(arbitrary as Generates, shadow),
      get inner() {
        return this.isTransparent ? children[0] : undefined;
      },
    };
    Object.defineProperty(shadow, PART, { value: part });
    // Texts that fast-check inserts whole would add questions before every text.
    if ('customSlices' in arbitrary) Object.defineProperty(shadow, 'customSlices', { value: [] });
    Object.defineProperty(shadow, 'generate', {
      value: (random: Random, biasFactor: number | undefined) =>
        part.isTransparent
          ? part.run(random, biasFactor)
          : random.session.inside(part, () => part.run(random, biasFactor)),
    });
    this.#shadows.set(arbitrary, shadow);
    this.#parts.push({ part, base: kind?.label ?? defaultLabel(arbitrary.constructor.name) });
    if (!isOpaque(arbitrary)) children = this.#shadowChildren(arbitrary, shadow, part);
    return shadow;
  }

  knownShadow(arbitrary: object): Shadow | undefined {
    return this.#shadows.get(arbitrary);
  }

  /** Gives every part its label; parts of one kind get numbers in the order in which they are reached. */
  name(): void {
    for (const [arbitrary, name] of this.#preferred) {
      let part = this.#shadows.get(arbitrary)?.[PART];
      for (let steps = 0; part?.inner !== undefined && steps < this.#parts.length; steps++) part = part.inner;
      const entry = this.#parts.find((candidate) => candidate.part === part);
      if (entry !== undefined) entry.base = name;
    }
    const counts = new Map<string, number>();
    for (const { part, base } of this.#parts) {
      const n = (counts.get(base) ?? 0) + 1;
      counts.set(base, n);
      part.label = `${this.#prefix}${base}${n === 1 ? '' : ` ${n}`}`;
    }
  }

  #shadowChildren(arbitrary: object, shadow: object, part: ShadowPart): ShadowPart[] {
    const children: ShadowPart[] = [];
    const shadowed = (child: object): Shadow => {
      const made = this.shadowOf(child);
      children.push(made[PART]);
      return made;
    };
    for (const [key, value] of Object.entries(arbitrary)) {
      let standIn: unknown;
      if (key === 'lengthArb' && isArbitrary(value)) {
        standIn = lengthShadow(value);
      } else if (isArbitrary(value)) {
        standIn = shadowed(value);
      } else if (Array.isArray(value) && value.some((item) => isArbitrary(item) || holdsArbitrary(item))) {
        standIn = value.map((item: unknown) => {
          if (isArbitrary(item)) return shadowed(item);
          return holdsArbitrary(item) ? { ...item, arbitrary: shadowed(item.arbitrary) } : item;
        });
      } else if (key === 'chainer' && typeof value === 'function') {
        standIn = this.#shadowChainer(value as Chainer, part);
      } else if (isDepth(value)) {
        this.depths.add(value);
      }
      if (standIn !== undefined) Object.defineProperty(shadow, key, { value: standIn });
    }
    const name = tieName(arbitrary);
    if (name !== undefined) this.#preferred.set(arbitrary, name);
    return children;
  }

  /** Parts that a chain makes at run time get their shadows at run time. */
  #shadowChainer(chainer: Chainer, part: ShadowPart): Chainer {
    const made = new WeakMap<object, Shadow>();
    const root = this.#static ?? this;
    return (value) => {
      const arbitrary = chainer(value);
      if (!isArbitrary(arbitrary)) return arbitrary;
      let shadow = made.get(arbitrary);
      if (shadow === undefined) {
        // All chains within chains have the outermost chain's prefix: labels must not grow with depth.
        const prefix = this.#static === undefined ? `${part.label} > ` : this.#prefix;
        const builder = new Builder(prefix, root);
        shadow = builder.shadowOf(arbitrary);
        builder.name();
        made.set(arbitrary, shadow);
      }
      return shadow;
    };
  }
}

/** The function by which an arbitrary makes its value, with its shadow's children. */
function runOf(arbitrary: Generates, shadow: Shadow): ShadowPart['run'] {
  if (isGrowingList(arbitrary)) return (random, biasFactor) => growList(shadow as never, random, biasFactor);
  if (isNumberArbitrary(arbitrary)) {
    const numbers: Generates = arbitrary;
    return (random, biasFactor) => {
      const run = (): { readonly value: unknown } => numbers.generate.call(shadow, random, undefined);
      if (biasFactor === undefined) return run();
      return random.session.drawingBy((rng, coin) => drawBiased(arbitrary, coin, biasFactor, rng), run);
    };
  }
  const isUnbiased = isOpaque(arbitrary) || kindOf(arbitrary)?.isUnbiased === true;
  return (random, biasFactor) =>
    arbitrary.generate.call(
      isOpaque(arbitrary) ? arbitrary : shadow,
      random,
      isUnbiased ? undefined : biasFactor,
    );
}

function kindOf(arbitrary: object): Kind | undefined {
  const className = arbitrary.constructor.name;
  return Object.hasOwn(kinds, className) ? kinds[className] : undefined;
}

type Chainer = (value: unknown) => unknown;

function asShadow(value: object): Shadow | undefined {
  return Object.hasOwn(value, PART) ? (value as Shadow) : undefined;
}

/** A length is no constant, and needs no scope. */
function lengthShadow(arbitrary: Generates): Generates {
  const part: DrawnPart = {
    label: 'length',
    isLeaf: true,
    isRepeating: false,
    isStructural: true,
    clonesToShrink: true,
  };
  return Object.create(arbitrary, {
    generate: {
      value: (random: Random) => random.session.as(part, () => arbitrary.generate(random, undefined)),
    },
  }) as Generates;
}

function holdsArbitrary(item: unknown): item is { arbitrary: Generates } {
  return typeof item === 'object' && item !== null && 'arbitrary' in item && isArbitrary(item.arbitrary);
}

function isDepth(value: unknown): value is { depth: number } {
  return typeof value === 'object' && value !== null && 'depth' in value && typeof value.depth === 'number';
}

function weightsOf(arbitrary: object): readonly number[] | undefined {
  if (!('warbs' in arbitrary) || !Array.isArray(arbitrary.warbs)) return undefined;
  const weights = arbitrary.warbs.map((warb: { weight?: unknown }) => warb.weight);
  return weights.every((weight) => typeof weight === 'number') ? weights : undefined;
}

/** The name of an arbitrary in `letrec`. */
function tieName(arbitrary: object): string | undefined {
  if (arbitrary.constructor.name !== 'LazyArbitrary' || !('name' in arbitrary)) return undefined;
  return typeof arbitrary.name === 'string' ? arbitrary.name : undefined;
}

const opaqueClasses = new WeakMap<object, boolean>();

/**
 * A class with private members works only on its own instances: it runs unchanged, and its children without
 * scopes.
 */
function isOpaque(arbitrary: object): boolean {
  const { constructor } = arbitrary;
  const known = opaqueClasses.get(constructor);
  if (known !== undefined) return known;
  let isPrivate = false;
  for (let at: unknown = constructor; typeof at === 'function' && at !== Function.prototype;) {
    const text = Function.prototype.toString.call(at).replace(/\/\*[\s\S]*?\*\//g, '');
    isPrivate ||= /\.#[A-Za-z_$]/.test(text);
    at = Object.getPrototypeOf(at);
  }
  opaqueClasses.set(constructor, isPrivate);
  return isPrivate;
}
