/**
 * Worked example 3: small C programs, for parsers and compilers.
 *
 * A generator for a typed language needs more than the other examples:
 * - It carries the names in scope (variables, functions) and picks from them. A mutated sequence may pick
 *   from another list; `draw.pick` then takes the nearest possible answer, so there is nothing to repair.
 * - Every program is defined by construction: all numbers are unsigned, divisors are odd and so never zero,
 *   shifts are masked, loops count to a constant. A function calls only earlier functions, and a call is a
 *   statement of its own. Inside an expression, a call that changes a global would make the result depend on
 *   the order of evaluation.
 * - The program prints one checksum, so that two compilers can be compared by their outputs.
 */

import type { Draw } from '../../choice/index.ts';
import { type Program, programOf } from '../../program/index.ts';

interface Scope {
  readonly variables: readonly string[];
  /** Loop counters; no assignment may change them, or a loop might not end. */
  readonly counters: readonly string[];
  readonly functions: readonly string[];
  readonly depth: number;
}

const MAX_DEPTH = 4;
const GLOBALS = ['g0', 'g1', 'g2'];

export function smallC(draw: Draw): Program {
  const functions: string[] = [];
  const bodies: string[] = [];
  while (
    draw.scope('function', () => {
      if (!draw.boolean(0.6)) return false;
      const name = `f${functions.length}`;
      bodies.push(functionText(draw, name, [...functions]));
      functions.push(name);
      return true;
    })
  );
  const main = functionText(draw, 'body', functions);
  return programOf(
    [
      '#include <stdio.h>',
      `static unsigned ${GLOBALS.map((name, i) => `${name} = ${i}u`).join(', ')};`,
      ...bodies,
      main,
      `int main(void) {\n  unsigned sum = body(1u, 2u);\n  printf("%u\\n", sum ^ ${GLOBALS.join(' ^ ')});\n  return 0;\n}`,
      '',
    ].join('\n'),
  );
}

function functionText(draw: Draw, name: string, functions: readonly string[]): string {
  const scope: Scope = { variables: ['a', 'b', ...GLOBALS], counters: [], functions, depth: 0 };
  const lines = block(draw, scope);
  const result = value(draw, scope);
  return `static unsigned ${name}(unsigned a, unsigned b) {\n${indented(lines)}  return ${result};\n}`;
}

function block(draw: Draw, outer: Scope): string[] {
  const lines: string[] = [];
  let scope = { ...outer, depth: outer.depth + 1 };
  while (
    draw.scope('statement', () => {
      if (!draw.boolean(0.7)) return false;
      const nesting = scope.depth >= MAX_DEPTH ? 0 : 1;
      const kind = draw.weighted([
        [2, 'declare'],
        [3, 'assign'],
        [scope.functions.length > 0 ? 2 : 0, 'call'],
        [nesting, 'if'],
        [nesting, 'for'],
      ] as const);
      if (kind === 'declare') {
        const name = `v${scope.depth}_${lines.length}`;
        lines.push(`unsigned ${name} = ${value(draw, scope)};`);
        scope = { ...scope, variables: [...scope.variables, name] };
      } else {
        lines.push(statement(draw, scope, kind));
      }
      return true;
    })
  );
  return lines;
}

function statement(draw: Draw, scope: Scope, kind: 'assign' | 'call' | 'if' | 'for'): string {
  if (kind === 'assign') {
    return `${draw.pick(scope.variables)} ${draw.pick(['=', '+=', '^=', '*='])} ${value(draw, scope)};`;
  }
  // A mutant may ask for a call although there is no function to call.
  if (kind === 'call' && scope.functions.length === 0) return ';';
  if (kind === 'call') {
    const to = draw.pick(scope.variables);
    return `${to} = ${draw.pick(scope.functions)}(${value(draw, scope)}, ${value(draw, scope)});`;
  }
  if (kind === 'if') {
    const condition = value(draw, scope);
    const then = indented(block(draw, scope));
    const orElse = draw.boolean(0.4) ? ` else {\n${indented(block(draw, scope))}}` : '';
    return `if (${condition}) {\n${then}}${orElse}`;
  }
  const counter = `i${scope.depth}`;
  const times = draw.integer(1, 8);
  const inner = { ...scope, counters: [...scope.counters, counter] };
  return `for (unsigned ${counter} = 0; ${counter} < ${times}u; ${counter}++) {\n${indented(block(draw, inner))}}`;
}

function value(draw: Draw, scope: Scope, depth: number = 0): string {
  return draw.scope('expression', () => {
    const nesting = depth >= MAX_DEPTH ? 0 : 1;
    const operand = (): string => value(draw, scope, depth + 1);
    return draw.weighted<() => string>([
      [2, () => `${draw.integer(0, 2 ** 32 - 1)}u`],
      [3, () => draw.pick([...scope.variables, ...scope.counters])],
      [nesting, () => `(${operand()} ${draw.pick(['+', '-', '*', '&', '|', '^', '<', '=='])} ${operand()})`],
      [nesting, () => `(${operand()} ${draw.pick(['/', '%'])} (${operand()} | 1u))`],
      [nesting, () => `(${operand()} ${draw.pick(['<<', '>>'])} (${operand()} & 31u))`],
      [nesting / 2, () => `${draw.pick(['~', '!'])}${operand()}`],
    ])();
  });
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `${line.replace(/^/gm, '  ')}\n`).join('');
}
