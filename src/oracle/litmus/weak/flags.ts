/** Flags of a comparison of 32 bits, and the conditions that ask about them. */

/** Flags after comparing two numbers, or looking at one. */
export interface FlagBits {
  readonly negative: boolean;
  readonly zero: boolean;
  readonly carry: boolean;
  readonly overflow: boolean;
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

export function flagTest(name: string): Condition | undefined {
  return conditions[name];
}
