/** The name of a worker: the person's, the scheduler's, or the machine's. */
import { hostname } from 'node:os';
import { UserError } from '../util/user-error.ts';

const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** Variables in which schedulers number the jobs of an array, and the word for such a job. */
const numbered: readonly (readonly [variable: string, word: string])[] = [
  ['JOB_COMPLETION_INDEX', 'job'],
  ['SLURM_ARRAY_TASK_ID', 'task'],
  ['SGE_TASK_ID', 'task'],
  ['PBS_ARRAY_INDEX', 'task'],
  ['PARALLEL_SEQ', 'job'],
];

export function isWorkerName(name: string): boolean {
  return NAME.test(name);
}

export function workerName(
  said: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  host: string = hostname(),
): string {
  if (said !== undefined) {
    if (isWorkerName(said)) return said;
    throw new UserError(`a worker cannot be called ${JSON.stringify(said)}`, [
      'allowed: a to z, 0 to 9 and -, at most 32 of them, the first a letter or a digit',
    ]);
  }
  for (const [variable, word] of numbered) {
    const number = env[variable];
    if (number !== undefined && /^\d+$/.test(number)) return `${word}-${number}`;
  }
  const name = host.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return name.replace(/^-+/, '').slice(0, 32) || 'worker';
}
