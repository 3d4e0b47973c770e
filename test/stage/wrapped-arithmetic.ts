/** A source of small C programs that call Csmith's wrappers, with a scope for each function and each statement. */
import type { Draw } from '../../src/choice/index.ts';
import type { FunctionDefinition } from '../../src/source/index.ts';

const kinds = [
  'add_func_int32_t_s_s',
  'div_func_int32_t_s_s',
  'mul_func_uint16_t_u_u',
  'sub_func_int64_t_s_s',
];

function expression(draw: Draw, depth: number): string {
  return draw.scope('expression', () => {
    if (depth === 0 || draw.boolean(0.4)) return draw.boolean() ? 'g' : String(draw.integer(-5, 5));
    return `safe_${draw.pick(kinds)}(${expression(draw, depth - 1)}, ${expression(draw, depth - 1)})`;
  });
}

function statement(draw: Draw, depth: number): string {
  return draw.scope('statement', () => {
    const kind = draw.pick(depth === 0 ? ['assign'] : ['assign', 'if', 'for']);
    if (kind === 'assign') return `g = ${expression(draw, 3)};`;
    const head = kind === 'if' ? `if (${expression(draw, 2)})` : 'for (int i = 0; i < 2; i++)';
    return `${head} {\n${statements(draw, depth - 1)}\n}`;
  });
}

function statements(draw: Draw, depth: number): string {
  const all: string[] = [];
  while (all.length < 6 && draw.boolean(0.6)) all.push(statement(draw, depth));
  return all.join('\n');
}

export const FUNCTIONS = 3;

const wrappedArithmetic: FunctionDefinition = {
  name: 'wrapped-arithmetic',
  summary: 'small programs with wrappers',
  language: 'c',
  promises: 'defined',
  entry: import.meta.url,
  generate(draw) {
    const functions = Array.from({ length: FUNCTIONS }, (_, index) =>
      draw.scope('function', () => `static void f${index}(void) {\n${statements(draw, 2)}\n}`),
    );
    const calls = functions.map((_, index) => `f${index}();`).join(' ');
    return [
      '#include "csmith.h"',
      'static int32_t g = 3;',
      ...functions,
      `int main(void) { ${calls} printf("%d\\n", g); return 0; }`,
      '',
    ].join('\n');
  },
};
export default wrappedArithmetic;
