/**
 * The models of Armv8, RISC-V and POWER against herd7: random small programs in assembly, all outcomes of both.
 *
 * `HERD` in the environment is a command that runs herd7 with its models; without it nothing is measured. `TESTS` programs of each
 * machine, from seed `FROM`; `MACHINES`, with commas, leaves out the others. `KEEP` prints the verdicts, as a test holds the models against them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../src/util/user-error.ts';
import type { Bench, Measurement } from './harness.ts';
import {
  drawMachineTest,
  herdText,
  statesByHerd,
  statesByJudge,
  type WeakName,
} from './litmus/machine-tests.ts';

const BATCH = 50;

export const litmusHerd: Bench = {
  name: 'litmus-herd',
  question: 'do our models of Armv8, RISC-V and POWER give the outcomes that herd7 gives?',
  decision: 'whether what the judge says about code for these machines is believed',
  *run(): Iterable<Measurement> {
    const chosen = process.env['MACHINES']?.split(',');
    for (const name of ['armv8', 'riscv', 'power'] as const)
      if (chosen === undefined || chosen.includes(name)) yield* comparing(name);
  },
};

function* comparing(name: WeakName): Iterable<Measurement> {
  const { HERD: herd, TESTS = '400', FROM = '0', KEEP } = process.env;
  if (herd === undefined)
    throw new UserError('HERD names no herd7', ['HERD=/path/to/herd7 npm run bench -- litmus-herd']);
  const verdicts: string[] = [];
  const different: string[] = [];
  let given = 0;
  let refused = 0;
  for (let seed = Number(FROM); seed < Number(FROM) + Number(TESTS); seed += BATCH) {
    const texts = Array.from({ length: BATCH }, (_, index) => drawMachineTest(name, seed + index));
    const states = askHerd(herd, name, texts);
    for (const [index, text] of texts.entries()) {
      const theirs = states.get(`T${index}`);
      if (theirs === undefined) continue;
      given++;
      let ours: string[];
      try {
        ours = statesByJudge(name, text);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        refused++;
        continue;
      }
      if (ours.join() !== theirs.join())
        different.push(`${text}: ours ${extra(ours, theirs)}; herd7 ${extra(theirs, ours)}`);
      verdicts.push(`${text} -> ${theirs.join(', ')}`);
    }
  }
  if (given === 0)
    throw new UserError(`${herd} answered nothing`, [
      'run it by hand: it needs its models, and prints what it misses',
    ]);
  if (KEEP !== undefined) for (const each of verdicts) console.error(`  '${each}',`);
  for (const each of different.slice(0, 20)) console.error(each);
  yield {
    name: `programs with other outcomes, ${name}`,
    value: different.length,
    unit: 'programs',
    goal: { atMost: 0 },
    how: `of ${given} that herd7 answered, ${refused} of them too large for us; ${TESTS} asked from seed ${FROM}`,
  };
}

function extra(these: readonly string[], those: readonly string[]): string {
  return these.filter((state) => !those.includes(state)).join(', ') || 'nothing more';
}

function askHerd(herd: string, name: WeakName, texts: readonly string[]): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-herd-'));
  try {
    const files = texts.map((text, index) => {
      const file = join(folder, `t${index}.litmus`);
      writeFileSync(file, herdText(name, `T${index}`, text));
      return file;
    });
    const found = new Map<string, string[]>();
    // A file that herd gives up on would end the run for the files after it.
    for (const file of files) {
      const { stdout } = spawnSync(herd, ['-timeout', '4', file], { encoding: 'utf8', timeout: 8_000 });
      for (const [label, states] of statesByHerd(stdout)) found.set(label, states);
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
