/** `a = strlen(&"abc"[i]);` and similar calls: functions on known strings. */
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawTargetPlace } from '../draw/target.ts';
import type { ExpressionNode, Place } from '../ir/nodes.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

type How = 'strlen' | 'strcmp' | 'strncmp' | 'strchr' | 'strspn' | 'copy';

interface StringCall extends SimpleStatement<'string'> {
  readonly how: How;
  readonly to: Place;
  /** The position at which the first string begins, modulo its length plus one. */
  readonly operands: readonly [index: ExpressionNode];
  readonly first: string;
  readonly second: string;
}

interface StringFunction {
  readonly value: (first: string, second: string) => number;
  readonly text: (first: string, second: string) => string;
  /** A function that it calls. */
  readonly needs?: string;
}

/** Results by function name, computed from the two strings; all are defined for any strings. */
const calls: Readonly<Record<How, StringFunction>> = {
  strlen: { value: (a) => a.length, text: (a) => `__builtin_strlen(${a})` },
  strcmp: {
    value: (a, b) => (a === b ? 0 : a < b ? -1 : 1),
    text: (a, b) => `__builtin_strcmp(${a}, ${b}) > 0 ? 1 : __builtin_strcmp(${a}, ${b}) < 0 ? -1 : 0`,
  },
  strncmp: {
    value: (a, b) => (a.slice(0, 2) === b.slice(0, 2) ? 1 : 0),
    text: (a, b) => `__builtin_strncmp(${a}, ${b}, 2) == 0`,
  },
  strchr: {
    value: (a, b) => a.indexOf(b[0] ?? 'a') + 1,
    text: (a, b) => `find_char(${a}, ${b}[0] ? ${b}[0] : 'a')`,
    needs:
      'static inline int find_char(const char *s, char c) { const char *p = __builtin_strchr(s, c); return p ? p - s + 1 : 0; }\n',
  },
  strspn: {
    value: (a, b) => `${a}.`.search(b === '' ? /^/ : new RegExp(`[^${b}]`)),
    text: (a, b) => `__builtin_strspn(${a}, ${b})`,
  },
  copy: {
    value: (a, b) => (a + b).length + (a + b).charCodeAt(0),
    text: (a, b) => `copy_length(${a}, ${b})`,
    needs:
      'static inline int copy_length(const char *a, const char *b) {\n  char s[64]; __builtin_strcpy(s, a); __builtin_strcat(s, b); return __builtin_strlen(s) + s[0];\n}\n',
  },
};

const names = Object.keys(calls) as How[];
const LETTERS = 'abcdefgh';
const LENGTHS = 16;

export const string: StatementRow<StringCall> = simple({
  kind: 'string',
  weight: 4,
  text: 150,
  needs: 'strings',

  draw(drawing) {
    const { draw } = drawing;
    const how = draw.pick(names);
    const word = (): string =>
      Array.from({ length: draw.pick(LENGTHS) }, () => LETTERS[draw.pick(LETTERS.length)]).join('');
    const [first, second] = [word(), word()];
    return {
      kind: 'string',
      how,
      to: drawTargetPlace(drawing),
      operands: [drawExpression(drawing, SMALL)],
      first,
      second,
    };
  },

  effect({ how, first, second }, [index]) {
    const at = Number(BigInt.asUintN(64, index!) % BigInt(first.length + 1));
    return BigInt(letterValue(how, first.slice(at), second));
  },

  print({ how, to, operands: [index], first, second }, printer) {
    const call = calls[how];
    if (call.needs !== undefined) printer.needed(how, call.needs);
    const start = `&"${first}"[(unsigned long long)${printer.operand(index)} % ${first.length + 1}]`;
    printer.line(`{ const char *s = ${start}; ${printer.name(to)} = ${call.text('s', `"${second}"`)}; }`);
  },
});

/** The first byte of an empty string is the terminating zero. */
function letterValue(how: How, first: string, second: string): number {
  const value = calls[how].value(first, second);
  return how === 'copy' && first + second === '' ? 0 : value;
}
