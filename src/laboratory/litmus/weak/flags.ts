/** Flags of a comparison of 32 bits, and the conditions that ask about them. */

/** The flags are kept like a register: one number stands for all four. */
export const FLAGS = 'flags';

/** Flags after a comparison of two numbers, or after a test of one number. */
export interface FlagBits {
  readonly negative: boolean;
  readonly zero: boolean;
  readonly carry: boolean;
  readonly overflow: boolean;
}

export function packed({ negative, zero, carry, overflow }: FlagBits): number {
  return (negative ? 8 : 0) | (zero ? 4 : 0) | (carry ? 2 : 0) | (overflow ? 1 : 0);
}

export function unpackedFlags(bits: number): FlagBits {
  return {
    negative: (bits & 8) !== 0,
    zero: (bits & 4) !== 0,
    carry: (bits & 2) !== 0,
    overflow: (bits & 1) !== 0,
  };
}

export function flagsOfDifference(left: number, right: number): FlagBits {
  const result = (left - right) | 0;
  return {
    negative: result < 0,
    zero: result === 0,
    carry: left >>> 0 >= right >>> 0,
    overflow: left - right !== result,
  };
}

export function flagsOfSum(left: number, right: number): FlagBits {
  const result = (left + right) | 0;
  return {
    negative: result < 0,
    zero: result === 0,
    carry: (left >>> 0) + (right >>> 0) > 0xffffffff,
    overflow: left + right !== result,
  };
}

export function flagsOfResult(result: number): FlagBits {
  return { negative: result < 0, zero: result === 0, carry: false, overflow: false };
}

type Condition = (flags: FlagBits) => boolean;

const conditions: Readonly<Record<string, Condition>> = {
  eq: ({ zero }) => zero,
  ne: ({ zero }) => !zero,
  hs: ({ carry }) => carry,
  cs: ({ carry }) => carry,
  lo: ({ carry }) => !carry,
  cc: ({ carry }) => !carry,
  mi: ({ negative }) => negative,
  pl: ({ negative }) => !negative,
  vs: ({ overflow }) => overflow,
  vc: ({ overflow }) => !overflow,
  hi: ({ carry, zero }) => carry && !zero,
  ls: ({ carry, zero }) => !carry || zero,
  ge: ({ negative, overflow }) => negative === overflow,
  lt: ({ negative, overflow }) => negative !== overflow,
  gt: ({ negative, overflow, zero }) => !zero && negative === overflow,
  le: ({ negative, overflow, zero }) => zero || negative !== overflow,
  al: () => true,
};

export const conditionNames: readonly string[] = Object.keys(conditions);

export function flagTest(name: string): Condition | undefined {
  return conditions[name];
}
