/** Policies that hold for a subtree, a block or a whole program: operators, constant leaves, and shares of kinds of data. */
import { describe, expect, it } from 'vitest';

import { Alphabet, replay } from '../../../src/choice/index.ts';
import { Drawing } from '../../../src/generators/loom/draw/drawing.ts';
import { drawExpression } from '../../../src/generators/loom/draw/expression.ts';
import { drawProgram } from '../../../src/generators/loom/draw/program.ts';
import type { ExpressionNode } from '../../../src/generators/loom/ir/nodes.ts';
import { INT, SCHAR } from '../../../src/generators/loom/ir/types.ts';
import { childrenOf, references } from '../../../src/generators/loom/ir/walk.ts';
import { contexts, type OperatorContext } from '../../../src/generators/loom/policy/contexts.ts';
import { WeightProfile } from '../../../src/generators/loom/policy/profile.ts';
import { presetOf } from '../../../src/generators/loom/policy/switches.ts';
import { C } from '../../../src/generators/loom/rules/language.ts';
import { statementTable } from '../../../src/generators/loom/statements/table.ts';

const alphabet = new Alphabet();

/** Draws with four locals and an array, under the profile of a program. */
function drawnIn<T>(seed: number, profile: number | undefined, make: (drawing: Drawing) => T): T {
  const replayed = replay(
    (draw) => {
      const style = {
        profile: new WeightProfile(profile),
        containers: [],
        hasSpans: false,
        types: [[1, INT]] as const,
      };
      const budget = { text: 100_000, executions: 100, nesting: 12 };
      const on = { style, switches: presetOf('all', C), budget, statements: statementTable };
      const drawing = new Drawing(draw, on);
      for (let i = 0; i < 4; i++) drawing.integer('local');
      drawing.declare({ name: 'm_0', dataClass: 'mixed', type: INT, dimensions: [8] });
      return make(drawing);
    },
    { alphabet, seed },
  );
  if (replayed.outcome !== 'ok') throw new Error(JSON.stringify(replayed));
  return replayed.value;
}

function leavesOf(node: ExpressionNode): ExpressionNode[] {
  const children = childrenOf(node);
  return children.length === 0 || node.kind === 'element' ? [node] : children.flatMap(leavesOf);
}

/** The leaves of some expressions in each context of this kind. */
function leavesIn(constants: 'usual' | 'half' | 'all'): ExpressionNode[] {
  const those = contexts.filter((each) => each.constants === constants);
  expect(those.length).toBeGreaterThan(5);
  return those.flatMap((context, seed) =>
    drawnIn(seed, undefined, (drawing) =>
      Array.from({ length: 60 }, () => drawExpression(drawing, 0, context)).flatMap(leavesOf),
    ),
  );
}

function shareOfConstants(leaves: readonly ExpressionNode[]): number {
  return leaves.filter(({ kind }) => kind === 'constant').length / leaves.length;
}

/** The share of declared data, in each of 60 programs, that a condition picks out. */
function sharesIn(isCounted: (each: { bits: number; isArray: boolean }) => boolean): number[] {
  const wish = { maxSize: 10, bytes: 10_000, switches: presetOf('all', C), statements: statementTable };
  return Array.from({ length: 60 }, (_, seed) => {
    const drawn = replay((draw) => drawProgram(draw, wish), { alphabet, seed });
    if (drawn.outcome !== 'ok') throw new Error(`seed ${seed}: ${drawn.outcome}`);
    const data = drawn.value.program.variables.filter(({ dataClass, member, pointer }) => {
      return (
        (dataClass === 'input' || dataClass === 'mixed') && member === undefined && pointer === undefined
      );
    });
    const about = data.map(({ type: { bits }, dimensions }) => ({ bits, isArray: dimensions.length > 0 }));
    return about.filter(isCounted).length / Math.max(1, about.length);
  });
}

/** The signs of two operands in a tree of nodes. */
function signsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'kind' in node && node.kind === 'binary' && 'sign' in node ? [String(node.sign)] : [];
  const inner = Object.entries(node).filter(([key]) => !references.has(key));
  return [...own, ...inner.flatMap(([, each]) => signsIn(each))];
}

/** The share of 160 programs' test functions that have many operators, all of one context. */
function shareOfOneKind(without?: 'contexts'): number {
  // Peepholes have operators of several kinds, outside of contexts.
  const all = [...presetOf('all', C)].filter((each) => each !== without && each !== 'peepholes');
  const wish = { maxSize: 3, bytes: undefined, switches: new Set(all), statements: statementTable };
  const bodies = Array.from({ length: 160 }, (_, seed) => {
    const made = replay((draw) => drawProgram(draw, wish), { alphabet, seed });
    if (made.outcome !== 'ok') throw new Error(`seed ${seed}: ${made.outcome}`);
    return made.value.program.functions.map(({ body }) => signsIn(body));
  }).flat();
  const many = bodies.filter((signs) => signs.length >= 4);
  const narrow = contexts.filter(({ binary }) => binary.size <= 4);
  return many.filter((signs) => narrow.some((each) => isWithin(signs, each))).length / many.length;
}

function isWithin(signs: readonly string[], { binary }: OperatorContext): boolean {
  const allowed: ReadonlySet<string> = binary;
  return signs.every((sign) => allowed.has(sign));
}

describe('the context of a block', () => {
  it('holds for all expressions in the block, and in blocks within it', () => {
    const bitwise = contexts.find(({ name }) => name === 'bitwise, all leaves constants')!;
    const nodes = drawnIn(1, undefined, (drawing) =>
      drawing.inBlock(
        () => Array.from({ length: 40 }, () => drawing.inBlock(() => drawExpression(drawing))),
        bitwise,
      ),
    );
    expect(signsIn(nodes).length).toBeGreaterThan(10);
    expect(isWithin(signsIn(nodes), bitwise)).toBe(true);
    expect(shareOfConstants(nodes.flatMap(leavesOf))).toBe(1);
    expect(isWithin(signsIn(drawnIn(1, undefined, expressionsOutside)), bitwise)).toBe(false);
  });

  it('is that of some whole functions, as it is of few without contexts', () => {
    expect(shareOfOneKind()).toBeGreaterThan(2 * shareOfOneKind('contexts') + 0.005);
  });
});

function expressionsOutside(drawing: Drawing): ExpressionNode[] {
  return drawing.inBlock(() => Array.from({ length: 40 }, () => drawExpression(drawing)));
}

describe('leaves of a subtree', () => {
  it('are all constants in some contexts, half of them in others', () => {
    expect(shareOfConstants(leavesIn('all'))).toBe(1);
    const [half, usual] = [shareOfConstants(leavesIn('half')), shareOfConstants(leavesIn('usual'))];
    expect(half).toBeGreaterThan(0.35);
    expect(half).toBeLessThan(0.65);
    expect(usual).toBeLessThan(half);
  });
});

describe('shares of a program', () => {
  it('differ between programs, for types and for arrays', () => {
    const chars = sharesIn(({ bits }) => bits === SCHAR.bits);
    expect(Math.max(...chars)).toBeGreaterThan(0.45);
    expect(chars.filter((share) => share < 0.05).length).toBeGreaterThan(5);
    const arrays = sharesIn(({ isArray }) => isArray);
    expect(Math.max(...arrays)).toBeGreaterThan(3 * Math.min(...arrays));
  });

  it('are as they are written if a program has no profile', () => {
    const plain = new WeightProfile(undefined);
    expect(plain.share('array', 0.3)).toBe(0.3);
    const bent = Array.from({ length: 50 }, (_, seed) => new WeightProfile(seed).share('array', 0.3));
    expect(Math.min(...bent)).toBe(0.075);
    expect(Math.max(...bent)).toBe(0.825);
    expect(new Set(bent).size).toBeGreaterThan(5);
  });

  it('differ for the data that expressions read, and are those of the visible names without a profile', () => {
    const share = (profile: number | undefined): number => {
      const leaves = drawnIn(7, profile, (drawing) =>
        Array.from({ length: 150 }, () => drawExpression(drawing, 4)).flatMap(leavesOf),
      ).filter(({ kind }) => kind !== 'constant');
      return leaves.filter(({ kind }) => kind === 'element').length / leaves.length;
    };
    const usual = share(undefined);
    const shares = Array.from({ length: 40 }, (_, profile) => share(profile));
    expect(Math.max(...shares)).toBeGreaterThan(Math.min(0.9, 2 * usual));
    expect(Math.min(...shares)).toBeLessThan(usual / 1.5);
  });
});
