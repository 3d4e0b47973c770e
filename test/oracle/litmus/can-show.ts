/** Assembly of threads, written by hand, and whether the machine can show an outcome. */
import type { MachineName } from '../../../src/oracle/litmus/code-lines.ts';
import { judgeAssembly } from '../../../src/oracle/litmus/judge.ts';

const returns: Readonly<Record<MachineName, string>> = {
  'x86-64': 'ret',
  armv8: 'ret',
  aarch32: 'bx lr',
  riscv: 'ret',
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
