import { describe, expect, it } from 'vitest';

import type { ExpressionNode, Variable } from '../../../src/generators/loom/ir/nodes.ts';
import { type IntegerType, INT, signedType, unsignedTwin } from '../../../src/generators/loom/ir/types.ts';
import { C, CPP17, CPP20 } from '../../../src/generators/loom/rules/language.ts';
import { applyBinary } from '../../../src/generators/loom/rules/operators.ts';
import { agreeingBinary, publishedBinary } from '../../../src/generators/loom/rules/repairs.ts';
import { binarySigns } from '../../../src/generators/loom/rules/signs.ts';
import { evaluate } from '../../../src/generators/loom/truth/evaluate.ts';
import { Memory } from '../../../src/generators/loom/truth/memory.ts';

/** Types of four bits that no promotion widens, so that all their values can be tried. */
const narrow = [signedType('narrow', 4, INT.rank), unsignedTwin(signedType('narrow', 4, INT.rank))];

function values(type: IntegerType): bigint[] {
  return Array.from({ length: 16 }, (_, i) => type.min + BigInt(i));
}

function read(name: string, type: IntegerType): ExpressionNode & { readonly kind: 'read' } {
  const initial = { first: 0n, step: 0n };
  const slot = name === 'a' ? 0 : 1;
  const variable: Variable = { name, type, initial, dataClass: 'mixed', dimensions: [], slot };
  return { kind: 'read', type, variable };
}

const cases = [C, CPP17, CPP20].flatMap((rules) =>
  binarySigns.flatMap((sign) =>
    narrow.flatMap((left) => narrow.map((right) => ({ rules, sign, left, right }))),
  ),
);

describe('repairs, over all values of four bits, operators, signednesses and languages', () => {
  it('leave nothing undefined, and agree with the operation wherever that is defined', () => {
    let repaired = 0;
    for (const { rules, sign, left, right } of cases) {
      const operation = { sign, left: read('a', left), right: read('b', right) };
      const memory = new Memory([operation.left.variable, operation.right.variable]);
      const machine = { memory, rules, call: () => undefined };
      const shifts = sign === '<<' || sign === '>>';
      for (const a of values(left)) {
        for (const b of values(right)) {
          memory.store(operation.left.variable, 0, a);
          memory.store(operation.right.variable, 0, b);
          const plain = applyBinary(sign, a, b, left, right, rules);
          const said = `${rules.name} ${left.name} ${a} ${sign} ${right.name} ${b}`;
          if (plain === undefined) {
            repaired++;
            const published = publishedBinary({ ...operation, a, b }, rules);
            expect(evaluate(published, machine), `published: ${said}`).toBeDefined();
          }
          if (plain === undefined || ['+', '-', '*', '/', '%'].includes(sign) || shifts) {
            for (const isLarge of [false, true]) {
              const agreeing = evaluate(agreeingBinary(operation, isLarge, rules), machine);
              expect(agreeing, `agreeing: ${said}`).toBeDefined();
              if (plain !== undefined) expect(agreeing, `agreeing: ${said}`).toBe(plain);
            }
          }
        }
      }
    }
    expect(repaired).toBeGreaterThan(5_000);
  });
});
