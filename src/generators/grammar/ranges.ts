/** Ranges of code points: the form of classes of characters in grammars. */
export type Ranges = readonly (readonly [number, number])[];

/** Characters that a class of excluded characters leaves: printable ASCII, and a few longer characters. */
export const ANY: Ranges = [
  [0x20, 0x7e],
  [0xe9, 0xea],
  [0x4e2d, 0x4e2f],
];
export const LETTERS: Ranges = [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xe9, 0xea],
];

export function withoutRanges(ranges: Ranges, excluded: Ranges): Ranges {
  let left = ranges;
  for (const [from, to] of excluded)
    left = left.flatMap(([low, high]): Ranges => {
      if (to < low || from > high) return [[low, high]];
      return [
        ...(from > low ? [[low, from - 1] as const] : []),
        ...(to < high ? [[to + 1, high] as const] : []),
      ];
    });
  return left.length > 0 ? left : [[0x61, 0x7a]];
}

/** No text has half of a surrogate pair alone. */
export function withoutSurrogates(ranges: Ranges): Ranges {
  const left = ranges.flatMap(([from, to]): Ranges =>
    to < 0xd800 || from > 0xdfff
      ? [[from, to]]
      : [
          ...(from < 0xd800 ? [[from, 0xd7ff] as const] : []),
          ...(to > 0xdfff ? [[0xe000, to] as const] : []),
        ],
  );
  return left.length > 0 ? left : [[0x61, 0x7a]];
}
