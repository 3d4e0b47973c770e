/**
 * A statement that may do something undefined, which a sanitizer promises to report. An example is a read outside an
 * array or of memory that was given back. The statement has no text unless settling chose it.
 *
 * Each form uses a number that is 0 when the statement first runs, made of an expression and its value then.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import type { ExpressionNode, Statement } from '../ir/nodes.ts';
import { ULLONG } from '../ir/types.ts';
import type { Printer } from '../lower/printer.ts';
import { convert } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';

interface Planted extends Statement<'planted'> {
  readonly form: (typeof forms)[number];
  readonly value: ExpressionNode;
  /** The value, if this is the fault; undefined until the statement runs, and if it stays right. */
  seen: bigint | 'right' | undefined;
}

const SINK = 'cgfuzz_sink';

/**
 * Reads through pointers that a compiler cannot follow. A compiler may remove other reads, so a sanitizer does
 * not promise to see them.
 */
const forms = [
  { kind: 'bounds', text: (zero: string) => `int q[5] = {0}; ${SINK} = q[${zero} + 5];` },
  { kind: 'null', text: (zero: string) => `int q = 0, *p = ${zero} == 0 ? 0 : &q; ${SINK} = *p;` },
  {
    kind: 'alignment',
    text: (zero: string) =>
      `long long q[2] = {0}, *p = (long long *)((char *)q + ${zero} + 1); ${SINK} = *p;`,
  },
  {
    kind: 'bool',
    text: (zero: string, { isC }: Printer) =>
      `unsigned char q = 2 + ${zero}; ${isC ? '_Bool' : 'bool'} b; __builtin_memcpy(&b, &q, 1); ${SINK} = b;`,
  },
  { kind: 'unreachable', text: (zero: string) => `if (${zero} == 0) __builtin_unreachable();` },
  {
    kind: 'stack',
    text: (zero: string) => `char q[8] = {0}; char *volatile p = q; ${SINK} = p[${zero} + 8];`,
  },
  {
    kind: 'heap',
    text: (zero: string) => `char *volatile p = (char *)__builtin_malloc(8); ${SINK} = p[${zero} + 8];`,
  },
  {
    kind: 'freed',
    text: (zero: string) =>
      `char *volatile p = (char *)__builtin_malloc(8); __builtin_free(p); ${SINK} = p[${zero}];`,
  },
  {
    kind: 'scope',
    text: (zero: string) => `char *volatile p; { char q = 1; p = &q; } ${SINK} = p[${zero}];`,
  },
  {
    kind: 'uninitialised',
    text: (zero: string) => `int q; int *volatile p = &q; if (${zero} == 1) *p = 1; if (*p) ${SINK} = 1;`,
  },
] as const;

/** Share of blocks that begin with such a statement. */
const PLANTED = 0.5;

/** The statement at the start of a block, or nothing. */
export function drawPlanted(drawing: Drawing): Statement[] {
  return drawing.draw.scope('planted', () =>
    drawing.draw.boolean(PLANTED) ? [planted.draw(drawing, 0)] : [],
  );
}

export const planted: StatementRow<Planted> = {
  kind: 'planted',
  weight: 4,
  text: 20,
  needs: 'faults',

  draw(drawing) {
    const form = drawing.draw.pick(forms);
    return { kind: 'planted', form, value: drawExpression(drawing, SMALL), seen: undefined };
  },

  execute: () => 'on',

  settle(statement, settling) {
    const value = settling.value(statement.value);
    if (value === undefined || statement.seen !== undefined) return 'on';
    const isFault = settling.planting?.takes(statement.form.kind) === true;
    statement.seen = isFault ? convert(value, ULLONG) : 'right';
    return 'on';
  },

  print({ form, value, seen }, printer) {
    if (typeof seen !== 'bigint') return;
    printer.needed(SINK, `static volatile long long ${SINK};\n`);
    const zero = `((unsigned long long)${printer.operand(value)} - ${seen}ULL)`;
    printer.line(`{ ${form.text(zero, printer)} }`);
  },
};
