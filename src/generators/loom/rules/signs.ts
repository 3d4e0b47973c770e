/** The signs of operators, in the one order that choices refer to: the simplest first. */
export const unarySigns = ['+', '-', '~', '!'] as const;
export type UnarySign = (typeof unarySigns)[number];

export const binarySigns = [
  '+',
  '-',
  '&',
  '|',
  '^',
  '*',
  '<',
  '>',
  '<=',
  '>=',
  '==',
  '!=',
  '&&',
  '||',
  '/',
  '%',
  '<<',
  '>>',
] as const;
export type BinarySign = (typeof binarySigns)[number];
