/** Policies that hold for a subtree or for a whole program: constant leaves, and shares of types and of kinds of data. */
import { describe, expect, it } from 'vitest';

import { Alphabet, replay } from '../../../src/choice/index.ts';
import { Drawing } from '../../../src/generators/loom/draw/drawing.ts';
import { drawExpression } from '../../../src/generators/loom/draw/expression.ts';
import { drawProgram } from '../../../src/generators/loom/draw/program.ts';
import type { ExpressionNode } from '../../../src/generators/loom/ir/nodes.ts';
import { INT, SCHAR } from '../../../src/generators/loom/ir/types.ts';
import { childrenOf } from '../../../src/generators/loom/ir/walk.ts';
import { contexts } from '../../../src/generators/loom/policy/contexts.ts';
import { WeightProfile } from '../../../src/generators/loom/policy/profile.ts';
import { presetOf } from '../../../src/generators/loom/policy/switches.ts';
import { C } from '../../../src/generators/loom/rules/language.ts';
import { statementTable } from '../../../src/generators/loom/statements/table.ts';

const alphabet = new Alphabet();

function leavesOf(node: ExpressionNode): ExpressionNode[] {
  const children = childrenOf(node);
  return children.length === 0 || node.kind === 'element' ? [node] : children.flatMap(leavesOf);
}

/** The leaves of some expressions in each context of this kind. */
function leavesIn(constants: 'usual' | 'half' | 'all'): ExpressionNode[] {
  const those = contexts.filter((each) => each.constants === constants);
  expect(those.length).toBeGreaterThan(5);
  return those.flatMap((context, seed) => {
    const drawn = replay(
      (draw) => {
        const style = {
          profile: new WeightProfile(undefined),
          containers: [],
          hasSpans: false,
          types: [[1, INT]] as const,
        };
        const budget = { text: 100_000, executions: 100, nesting: 12 };
        const on = { style, switches: presetOf('all', C), budget, statements: statementTable };
        const drawing = new Drawing(draw, on);
        for (let i = 0; i < 4; i++) drawing.integer('local');
        return Array.from({ length: 60 }, () => drawExpression(drawing, 0, context)).flatMap(leavesOf);
      },
      { alphabet, seed },
    );
    if (drawn.outcome !== 'ok') throw new Error(JSON.stringify(drawn));
    return drawn.value;
  });
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
    expect(Math.max(...chars)).toBeGreaterThan(0.6);
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
});
