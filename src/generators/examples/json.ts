/**
 * Worked example 1: JSON texts, for comparing a parser with `JSON.parse`.
 *
 * How to write such a generator:
 * - Make the text, not the value: parsers differ in white space, escapes and the spelling of numbers.
 * - Wrap each kind of thing (value, member, element, character) in a scope of its own label. Then fuzzing can
 *   move a member and reduction can remove one, and nothing else changes.
 * - Begin an element's scope with the question whether there is another element, and draw no length
 *   beforehand.
 * - Bound the recursion yourself, and make leaves more likely at greater depth.
 * - Make ordinary things likely and strange things possible: a name with a meaning in the host language, a
 *   rare Unicode character.
 */

import type { Draw } from '../../choice/index.ts';

const MAX_DEPTH = 5;

export function jsonText(draw: Draw): string {
  return space(draw) + value(draw, 0) + space(draw);
}

function value(draw: Draw, depth: number): string {
  return draw.scope('value', () => {
    const nesting = depth >= MAX_DEPTH ? 0 : 2 / (depth + 1);
    const kind = draw.weighted([
      [1, literal],
      [1, number],
      [1, string],
      [nesting, array],
      [nesting, object],
    ] as const);
    return kind(draw, depth + 1);
  });
}

function literal(draw: Draw): string {
  return draw.pick(['null', 'false', 'true']);
}

function number(draw: Draw): string {
  const sign = draw.boolean(0.3) ? '-' : '';
  const whole = String(draw.integer(0, draw.pick([9, 999, Number.MAX_SAFE_INTEGER])));
  const fraction = draw.boolean(0.3) ? `.${digits(draw)}` : '';
  const exponent = draw.boolean(0.2) ? draw.pick(['e', 'E']) + draw.pick(['', '+', '-']) + digits(draw) : '';
  return sign + whole + fraction + exponent;
}

function digits(draw: Draw): string {
  return String(draw.integer(0, 999)).padStart(draw.integer(1, 3), '0');
}

function array(draw: Draw, depth: number): string {
  return `[${list(draw, 'element', () => value(draw, depth))}]`;
}

function object(draw: Draw, depth: number): string {
  return `{${list(draw, 'member', () => `${space(draw)}${key(draw)}${space(draw)}:${value(draw, depth)}`)}}`;
}

function key(draw: Draw): string {
  const names = ['a', 'b', 'length', 'constructor', '__proto__', 'toString', '0'];
  return draw.weighted([
    [3, () => JSON.stringify(draw.pick(names))],
    [1, () => string(draw)],
  ])();
}

function string(draw: Draw): string {
  let text = '';
  while (
    draw.scope('character', () => {
      const isMore = draw.boolean(0.75);
      if (isMore) text += character(draw);
      return isMore;
    })
  );
  return `"${text}"`;
}

function character(draw: Draw): string {
  return draw.weighted([
    [8, () => String.fromCodePoint(draw.integer(0x23, 0x5b))],
    [2, () => draw.pick(['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'])],
    [2, () => `\\u${draw.integer(0, 0xffff).toString(16).padStart(4, '0')}`],
    [1, () => String.fromCodePoint(draw.integer(0xa0, 0xd7ff))],
    [1, () => String.fromCodePoint(draw.integer(0x1_0000, 0x10_ffff))],
  ])();
}

function list(draw: Draw, label: string, item: () => string): string {
  const items: string[] = [];
  for (;;) {
    const next = draw.scope(label, () => (draw.boolean(0.6) ? item() : undefined));
    if (next === undefined) return items.join(',') || space(draw);
    items.push(next);
  }
}

function space(draw: Draw): string {
  return draw.weighted([
    [8, ''],
    [1, ' '],
    [1, '\n\t'],
  ]);
}
