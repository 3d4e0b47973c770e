/** False alarms: what is said of further programs, with no defect chosen, that ought to be silence. */
import { type CompilerConfiguration, type Laboratory } from '../../src/laboratory/index.ts';
import { investigate, compare } from '../../src/oracle/index.ts';
import { compilerArgs, freshPrograms } from './programs.ts';
import { PLANTED } from './truth.ts';

/** Far from those that rates are taken of. */
const FIRST_SEED = 1_000_000;

const matrix: readonly CompilerConfiguration[] = [
  { compiler: PLANTED, args: ['-O2'] },
  { compiler: 'clang-19-stock', args: ['-O0'] },
  { compiler: 'gcc-12', args: ['-O0'] },
];

export interface Silence {
  readonly programs: number;
  /** Of them, those that two compilers at least could be compared over. */
  readonly compared: number;
  readonly alarms: readonly string[];
}

export async function listen(laboratory: Laboratory, count: number): Promise<Silence> {
  const alarms: string[] = [];
  let [programs, compared] = [0, 0];
  for await (const program of freshPrograms(count, FIRST_SEED)) {
    programs++;
    if (programs % 100 === 0)
      console.error(`${programs} of ${count} further programs, ${alarms.length} alarms`);
    const { verdict, failures, behaviours } = await compare(laboratory, program, matrix, {
      args: compilerArgs,
    });
    if (verdict.kind !== 'nothing-to-compare') compared++;
    alarms.push(...failures.map(({ label, execution }) => `${label}: ${execution.outcome}`));
    if (verdict.kind !== 'differ') continue;
    const found = await investigate(laboratory, program, verdict, { matrix, behaviours, args: compilerArgs });
    if (found.kind === 'wrong-code') alarms.push(found.signature.key);
  }
  return { programs, compared, alarms };
}
