/**
 * What is reduced: the first programs of Csmith, not too small and not too large, that show a planted defect, one for each
 * defect; and crashes of released compilers.
 *
 * Looking for them takes minutes, so what was found is kept. A subject is known by its seed: the program is made again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Generators, programSize } from '../../src/fuzz/index.ts';
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { type CompilerConfiguration, Laboratory } from '../../src/oracle/index.ts';
import { isCrash, type TargetWorld } from '../../src/target/index.ts';
import { writeFileAtomic } from '../../src/util/write-file-atomic.ts';
import { planting, truthOf } from '../planted/truth.ts';

export interface Subject {
  /** Of the defect, or of the compiler. */
  readonly name: string;
  readonly seed: number;
  readonly bytes: number;
  readonly suspect: CompilerConfiguration;
  /** The same without the bug, where there is one: it must do right what the suspect does wrong. */
  readonly mended?: CompilerConfiguration;
  readonly kind: 'wrong-code' | 'crash';
}

export const compilerArgs: readonly string[] = csmithScoped.compilerArgs ?? [];

export interface SearchOptions {
  /** Of subjects; as many programs are looked at. */
  readonly count: number;
  readonly programs: number;
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** Released compilers are asked for passes that are off by default too: what is on has been tested with Csmith for years. */
const released: readonly CompilerConfiguration[] = ['clang-13', 'clang-14'].map((compiler) => ({
  compiler: `${compiler}-stock`,
  args: [
    '-O3',
    ...['-enable-newgvn', '-enable-loopinterchange', '-enable-dfa-jump-thread'].flatMap((flag) => [
      '-mllvm',
      flag,
    ]),
  ],
}));

export async function findSubjects(
  file: string,
  world: TargetWorld,
  { count, programs, minBytes, maxBytes }: SearchOptions,
): Promise<readonly Subject[]> {
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as Subject[]).slice(0, count);
  const found: Subject[] = [];
  const generators = new Generators(csmithScoped, 1);
  const laboratory = await Laboratory.open(world);
  try {
    for (let seed = 1; seed <= programs && found.length < count; seed++) {
      const made = await generators.make({ seed });
      if (made.outcome !== 'ok') continue;
      const bytes = programSize(made.value);
      if (bytes < minBytes || bytes > maxBytes) continue;
      const { showing } = await truthOf(laboratory, made.value, compilerArgs);
      for (const name of showing) {
        if (found.some((subject) => subject.name === name) || /^(?:hang|memory)-/.test(name)) continue;
        const kind = name.startsWith('assert') ? 'crash' : 'wrong-code';
        found.push({ name, seed, bytes, suspect: planting(name), mended: planting(), kind });
      }
      const executions = await laboratory.compile(
        made.value,
        released,
        { args: compilerArgs },
        'discarded-object',
      );
      for (const [index, suspect] of released.entries()) {
        const name = suspect.compiler;
        const execution = executions[index];
        if (
          execution === undefined ||
          !isCrash(execution.outcome) ||
          found.some((subject) => subject.name === name)
        )
          continue;
        found.push({ name, seed, bytes, suspect, kind: 'crash' });
      }
      console.error(`${seed} of ${programs} programs, ${found.length} subjects`);
    }
  } finally {
    await laboratory.close();
    await generators.close();
  }
  found.sort((a, b) => a.bytes - b.bytes);
  writeFileAtomic(file, `${JSON.stringify(found, undefined, 2)}\n`);
  return found;
}
