/** Assembly of threads, written by hand, and whether the machine can show an outcome. */
import type { MachineName } from '../../../src/laboratory/litmus/code-lines.ts';
import { judgeAssembly } from '../../../src/laboratory/litmus/judge.ts';

const returns: Readonly<Record<MachineName, string>> = {
  'x86-64': 'ret',
  armv8: 'ret',
  aarch32: 'bx lr',
  riscv: 'ret',
  power: 'blr',
};

/** The outcome names all that is observed. Threads are lists of instructions, without the return. */
export function canShow(
  machine: MachineName,
  outcome: string,
  threads: readonly (readonly string[])[],
): boolean {
  const assembly = threads
    .map((lines, thread) => {
      const code = [...lines, returns[machine]].map((line) => `\t${line}\n`).join('');
      return `P${thread}:\n${code}\t.size\tP${thread}, .-P${thread}\n`;
    })
    .join('');
  const observed = [...outcome.matchAll(/(?:(\d):(r\d)|\[(\w)\])=/g)].map(([, thread, register, location]) =>
    location === undefined
      ? { kind: 'local' as const, thread: Number(thread), name: register! }
      : { kind: 'location' as const, name: location },
  );
  const contract = {
    shape: '',
    test: '',
    threads: threads.length,
    locations: ['x', 'y', 'z'].map((name) => ({ name, initial: 0 })),
    observed,
    allowed: [],
    tolerated: [],
  };
  const judgement = judgeAssembly(contract, assembly, machine);
  if (judgement.answer !== 'wrong') throw new Error(JSON.stringify(judgement));
  return judgement.outcomes.includes(outcome);
}

/**
 * Instructions: a 1 or a 2 for the next store, stores and loads of x and y. The last is a load of x in place of the
 * first.
 */
export interface Accesses {
  readonly one: string;
  readonly two: string;
  readonly storeX: string;
  readonly storeY: string;
  readonly loadX: string;
  readonly loadY: string;
  readonly loadFirst: string;
}

/** An outcome, and the two accesses of each of two threads, so that something can be put in between. */
export type TwoAccessShape = readonly [
  outcome: string,
  first: string[],
  second: string[],
  third: string[],
  fourth: string[],
];

export function twoAccessShapes(accesses: Accesses): Readonly<Record<string, TwoAccessShape>> {
  const { one, two, storeX, storeY, loadX, loadY, loadFirst } = accesses;
  return {
    MP: ['1:r0=1; 1:r1=0;', [one, storeX], [storeY], [loadY], [loadX]],
    SB: ['0:r0=0; 1:r0=0;', [one, storeX], [loadY], [one, storeY], [loadFirst]],
    LB: ['0:r0=1; 1:r0=1;', [loadFirst], [one, storeY], [loadY], [one, storeX]],
    S: ['1:r0=1; [x]=2;', [two, storeX], [one, storeY], [loadY], [one, storeX]],
    R: ['1:r1=0; [y]=2;', [one, storeX], [storeY], [two, storeY], [loadX]],
    '2+2W': ['[x]=1; [y]=1;', [one, storeX], [two, storeY], [one, storeY], [two, storeX]],
  };
}
