/**
 * `std::sort(a, a + 8);` and similar calls: algorithms of the C++ library on whole arrays, with known
 * results.
 */
import { drawTargetPlace } from '../draw/target.ts';
import { isContiguous } from '../draw/purposes.ts';
import type { Visible } from '../draw/visibles.ts';
import { byTicket } from '../draw/tickets.ts';
import type { Place, Variable } from '../ir/nodes.ts';
import { elementCount } from '../ir/walk.ts';
import { ULLONG } from '../ir/types.ts';
import { convert, truth } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

type Changing =
  | ('sort' | 'stable_sort' | 'reverse' | 'rotate' | 'fill')
  | ('transform' | 'generate' | 'stable_partition' | 'replace_if');
type Asking =
  | ('accumulate' | 'max_element' | 'min_element' | 'count_if' | 'is_sorted')
  | ('find_if' | 'all_of' | 'for_each');

interface Algorithm extends SimpleStatement<'algorithm'> {
  readonly how: Changing | Asking;
  readonly array: Variable;
  readonly number: number;
  /** The variable that gets the result of an algorithm that computes a value. */
  readonly to: Place;
}

interface Way<Result> {
  readonly value: (elements: readonly bigint[], number: number) => Result;
  /** `from` and `to` delimit the elements. */
  readonly text: (from: string, to: string, number: number) => string;
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Algorithms that change the order of the elements. */
const changing: Readonly<Record<Changing, Way<bigint[]>>> = {
  sort: { value: (list) => list.toSorted(ascending), text: (from, to) => `std::sort(${from}, ${to})` },
  stable_sort: {
    value: (list) => list.toSorted((a, b) => ascending(b, a)),
    text: (from, to) => `std::stable_sort(${from}, ${to}, [](auto a, auto b) { return a > b; })`,
  },
  reverse: { value: (list) => list.toReversed(), text: (from, to) => `std::reverse(${from}, ${to})` },
  rotate: {
    value: (list, n) => [...list.slice(n), ...list.slice(0, n)],
    text: (from, to, n) => `std::rotate(${from}, ${from} + ${n}, ${to})`,
  },
  fill: {
    value: (list, n) => list.map(() => BigInt(n)),
    text: (from, to, n) => `std::fill(${from}, ${to}, ${n})`,
  },
  transform: {
    value: (list, n) => list.map((each) => each ^ BigInt(n)),
    text: (from, to, n) => `std::transform(${from}, ${to}, ${from}, [n = ${n}](auto x) { return x ^ n; })`,
  },
  generate: {
    value: (list, n) => list.map((_, i) => BigInt(n + 3 * i)),
    text: (from, to, n) => `std::generate(${from}, ${to}, [n = ${n}]() mutable { return (n += 3) - 3; })`,
  },
  stable_partition: {
    value: (list) => [
      ...list.filter((each) => (each & 1n) === 1n),
      ...list.filter((each) => (each & 1n) === 0n),
    ],
    text: (from, to) => `std::stable_partition(${from}, ${to}, [](auto x) { return x & 1; })`,
  },
  replace_if: {
    value: (list, n) => list.map((each) => ((each & 3n) === 1n ? BigInt(n) : each)),
    text: (from, to, n) => `std::replace_if(${from}, ${to}, [](auto x) { return (x & 3) == 1; }, ${n})`,
  },
};

/** Algorithms that compute a value and change nothing. */
const asking: Readonly<Record<Asking, Way<bigint>>> = {
  accumulate: {
    value: (list) => list.reduce((sum, each) => convert(sum + each, ULLONG), 0n),
    text: (from, to) => `std::accumulate(${from}, ${to}, 0ULL)`,
  },
  max_element: {
    value: (list) => list.toSorted(ascending).at(-1)!,
    text: (from, to) => `*std::max_element(${from}, ${to})`,
  },
  min_element: {
    value: (list) => BigInt(list.indexOf(list.toSorted(ascending)[0]!)),
    text: (from, to) => `std::min_element(${from}, ${to}) - ${from}`,
  },
  count_if: {
    value: (list, n) => BigInt(list.filter((each) => (each & 7n) > BigInt(n & 7)).length),
    text: (from, to, n) => `std::count_if(${from}, ${to}, [](auto x) { return (x & 7) > ${n & 7}; })`,
  },
  is_sorted: {
    value: (list) => truth(list.every((each, i) => i === 0 || list[i - 1]! <= each)),
    text: (from, to) => `std::is_sorted(${from}, ${to})`,
  },
  find_if: {
    value: (list, n) =>
      BigInt((list.findIndex((each) => (each & 7n) === BigInt(n & 7)) + list.length + 1) % (list.length + 1)),
    text: (from, to, n) =>
      `std::find_if(${from}, ${to}, [](auto x) { return (x & 7) == ${n & 7}; }) - ${from}`,
  },
  all_of: {
    value: (list, n) => truth(list.every((each) => (each & 3n) !== BigInt(n & 3))),
    text: (from, to, n) => `std::all_of(${from}, ${to}, [](auto x) { return (x & 3) != ${n & 3}; })`,
  },
  for_each: {
    value: (list, n) => list.reduce((sum, each) => convert(sum * 3n + each, ULLONG), BigInt(n)),
    text: (from, to, n) =>
      `[&] { unsigned long long n = ${n}; std::for_each(${from}, ${to}, [&n](auto x) { n = n * 3 + x; }); return n; }()`,
  },
};

/** Choices refer to the order, so a new algorithm stands at the end. */
const names: readonly Algorithm['how'][] = [
  ...(['accumulate', 'max_element', 'min_element', 'count_if', 'is_sorted'] as const),
  ...(['sort', 'stable_sort', 'reverse', 'rotate', 'fill'] as const),
  ...(['transform', 'generate', 'stable_partition', 'replace_if', 'find_if', 'all_of', 'for_each'] as const),
];
const NUMBERS = 64;
/** When the model sorts, it counts no statements, but it takes time. */
const MAX_ELEMENTS = 256;

export const algorithm: StatementRow<Algorithm> = simple({
  kind: 'algorithm',
  weight: 5,
  text: 80,
  needs: 'algorithms',
  fits: ({ writable }) => writable.has(isSortable),

  draw(drawing) {
    const { draw } = drawing;
    const how = draw.pick(names);
    const array = byTicket(draw, drawing.writable.those(isSortable))!;
    const number = draw.pick(NUMBERS) % elementCount(array);
    return { kind: 'algorithm', how, array, number, to: drawTargetPlace(drawing) };
  },

  effect({ how, array, number }, _values, memory) {
    const elements = Array.from({ length: elementCount(array) }, (_, i) => memory.load(array, i));
    if (how in asking) return asking[how as Asking].value(elements, number);
    const ordered = changing[how as Changing].value(elements, number);
    for (const [i, value] of ordered.entries()) memory.store(array, i, value);
    return undefined;
  },

  print({ how, array, number, to }, printer) {
    printer.needed('algorithm', '#include <algorithm>\n#include <numeric>\n');
    const first = printer.elements(array);
    const text = { ...asking, ...changing }[how].text(
      `(${first})`,
      `(${first} + ${elementCount(array)})`,
      number,
    );
    printer.line(how in asking ? `${printer.name(to)} = ${text};` : `${text};`);
  },
});

/** A contiguous array that may be read and written. */
function isSortable(visible: Visible): boolean {
  const { variable } = visible;
  const isRead = variable.dataClass !== 'output';
  return isContiguous(visible) && isRead && elementCount(variable) <= MAX_ELEMENTS;
}
