/**
 * The subjects: the first programs of Csmith, not too small and not too large, that show a planted defect, one for each
 * defect. Crashes of released compilers are subjects too.
 *
 * Looking for them takes minutes, so what was found is kept. A subject is known by its seed: the program is made again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourcePool } from '../../src/source/index.ts';
import { programSize, type Program } from '../../src/program/index.ts';
import { findProgram } from '../../src/build/index.ts';
import type { TargetWorld } from '../../src/target/index.ts';
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { type CompilerConfiguration, Laboratory } from '../../src/laboratory/index.ts';
import { writeFileAtomic } from '../../src/util/write-file-atomic.ts';
import { compilerArgs } from '../planted/programs.ts';
import { planting, truthOf } from '../planted/truth.ts';
import { ReductionTest } from './open-test.ts';

export interface Subject {
  /** Of the defect, or of the compiler. */
  readonly name: string;
  readonly seed: number;
  readonly bytes: number;
  /** A source by name and settings; Csmith by default. */
  readonly source?: string;
  /** The file with its choices, from the root of the repository. By default its seed makes it again. */
  readonly sequence?: string;
  readonly suspect: CompilerConfiguration;
  /** The same without the bug, where there is one: it must do right what the suspect does wrong. */
  readonly mended?: CompilerConfiguration;
  readonly kind: 'wrong-code' | 'crash';
}

export interface SearchOptions {
  /** Of subjects; as many programs are looked at. */
  readonly count: number;
  readonly programs: number;
  readonly minBytes: number;
  readonly maxBytes: number;
}

export async function findSubjects(
  file: string,
  world: TargetWorld,
  { count, programs, minBytes, maxBytes }: SearchOptions,
): Promise<readonly Subject[]> {
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as Subject[]).slice(0, count);
  const found = new Map<string, Subject>();
  const generators = new SourcePool(csmithScoped, 1);
  const laboratory = await Laboratory.open(world);
  try {
    for (let seed = 1; seed <= programs && found.size < count; seed++) {
      const made = await generators.make({ seed });
      if (made.outcome !== 'ok') continue;
      const bytes = programSize(made.program);
      if (bytes < minBytes || bytes > maxBytes) continue;
      const candidates = [
        ...(await plantedIn(laboratory, made.program)),
        ...released(world.searchPath),
      ].filter(({ name }) => !found.has(name));
      for (const candidate of candidates) {
        const subject = { ...candidate, seed, bytes };
        if (await ReductionTest.open(laboratory, subject, made.program)) found.set(subject.name, subject);
      }
      console.error(`${seed} of ${programs} programs, ${found.size} subjects`);
    }
  } finally {
    await laboratory.close();
    await generators.close();
  }
  const subjects = [...found.values()].toSorted((a, b) => a.bytes - b.bytes);
  writeFileAtomic(file, `${JSON.stringify(subjects, undefined, 2)}\n`);
  return subjects;
}

type Candidate = Omit<Subject, 'seed' | 'bytes'>;

/** Hangs and memory that runs out are left out: what they cost is their limits. */
async function plantedIn(laboratory: Laboratory, program: Program): Promise<Candidate[]> {
  const { showing } = await truthOf(laboratory, program, compilerArgs);
  return showing
    .filter((name) => !/^(?:hang|memory)-/.test(name))
    .map((name) => ({
      name,
      suspect: planting(name),
      mended: planting(),
      kind: name.startsWith('assert') ? 'crash' : 'wrong-code',
    }));
}

/** Bugs of released compilers that campaigns found: docs/trophies.md. */
const trophies: readonly { readonly name: string; readonly compiler: string; readonly args: string }[] = [
  { name: 'clang-14-m68k', compiler: 'clang-14', args: '--target=m68k' },
  { name: 'clang-13-mips16', compiler: 'clang-13', args: '--target=mipsel -mips16' },
  { name: 'clang-13-lanai', compiler: 'clang-13', args: '--target=lanai -mllvm -verify-machineinstrs' },
];

/** Headers of this machine serve other machines too, as far as compiling goes. */
const HEADERS = '-I/usr/include/x86_64-linux-gnu';

function released(searchPath: string): Candidate[] {
  return trophies
    .filter(({ compiler }) => findProgram(compiler, searchPath))
    .map(({ name, compiler, args }) => ({
      name,
      suspect: { compiler: `${compiler}-stock`, args: ['-O2', ...args.split(' '), HEADERS] },
      kind: 'crash',
    }));
}
