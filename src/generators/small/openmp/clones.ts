/** Functions that a loop of vectors calls: the compiler may make a form of them that works on vectors. */
import type { Draw } from '../../../choice/index.ts';
import type { LaneType } from '../types.ts';
import type { OpenmpLoop } from './loops.ts';

export interface OpenmpClone {
  /** The function, with its promises. */
  readonly text: string;
  /** A statement that adds a call to `e`. */
  readonly call: string;
  /** The number that the call adds. */
  readonly of: (counter: bigint, e: bigint) => bigint;
}

/** Small numbers are exact in each of these types. */
const types = ['int', 'long long', 'short', 'float', 'double'] as const;
const words = ['notinbranch', '', 'inbranch'] as const;
const lengths = ['', '', ' simdlen(4)', ' simdlen(8)', ' simdlen(16)'] as const;
const LARGEST = 9;
/** Bits of `e` that are an argument. */
const SOME_BITS = 31n;

interface CalledFrom {
  readonly loop: OpenmpLoop;
  /** True if each vector holds rounds of this loop alone. */
  readonly isAlone: boolean;
}

/**
 * The function has an argument that is the same in all rounds, one that grows with the counter, and one of each
 * round.
 */
export function drawClone(
  draw: Draw,
  index: number,
  word: LaneType,
  { loop, isAlone }: CalledFrom,
): OpenmpClone {
  const [result, same, growing, own] = [0, 1, 2, 3].map(() => draw.pick(types)) as [
    string,
    string,
    string,
    string,
  ];
  const [first, second, third] = [0, 1, 2].map(() => draw.integer(-LARGEST, LARGEST)) as [
    number,
    number,
    number,
  ];
  const uniform = draw.integer(0, LARGEST);
  const border = draw.integer(0, Number(SOME_BITS));
  const branch = draw.pick(words);
  // The promise holds if vectors hold rounds of this loop alone: the argument then grows by the step of the
  // loop.
  const isLinear = isAlone && /int|long|short/.test(growing) && draw.boolean(0.6);
  const clauses = [
    'uniform(p)',
    ...(isLinear ? [`linear(q: ${loop.isDown ? -loop.stride : loop.stride})`] : []),
    ...(branch === '' ? [] : [branch]),
  ];
  const name = `g${index}`;
  const text = `#pragma omp declare simd ${clauses.join(' ')}${draw.pick(lengths)}
__attribute__((noinline)) static ${result} ${name}(${same} p, ${growing} q, ${own} r) {
  return r < ${border} ? ${first} * p + ${second} * q : ${third} * r + q;
}
`;
  const mask = branch === 'notinbranch' ? undefined : branch === 'inbranch' ? 1n : 2n;
  const condition = mask === undefined ? '' : `if (e & ${mask}) `;
  const call = `${condition}e += (${word.name})(long long)${name}(z + ${uniform}, ${loop.name}, e & ${SOME_BITS});`;
  const of = (counter: bigint, e: bigint): bigint => {
    if (mask !== undefined && (e & mask) === 0n) return 0n;
    const r = e & SOME_BITS;
    const isBelow = r < BigInt(border);
    return isBelow ? BigInt(first) * BigInt(uniform) + BigInt(second) * counter : BigInt(third) * r + counter;
  };
  return { text, call, of };
}
