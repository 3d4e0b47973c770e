/** Flags of a comparison of 32 bits, and the conditions that ask about them. */

/** What was compared, as the two sides of a subtraction or an addition, or a result alone. */
export interface Flags {
  readonly negative: boolean;
  readonly zero: boolean;
  readonly carry: boolean;
  readonly overflow: boolean;
}

export function flagsOfDifference(left: number, right: number): Flags {
  const result = (left - right) | 0;
  return {
    negative: result < 0,
    zero: result === 0,
    carry: left >>> 0 >= right >>> 0,
    overflow: left - right !== result,
  };
}

export function flagsOfSum(left: number, right: number): Flags {
  const result = (left + right) | 0;
  return {
    negative: result < 0,
    zero: result === 0,
    carry: (left >>> 0) + (right >>> 0) > 0xffffffff,
    overflow: left + right !== result,
  };
}

export function flagsOfResult(result: number): Flags {
  return { negative: result < 0, zero: result === 0, carry: false, overflow: false };
}

type Condition = (flags: Flags) => boolean;

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

export function conditionOf(name: string): Condition | undefined {
  return conditions[name];
}
