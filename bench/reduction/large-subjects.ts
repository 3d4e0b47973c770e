/**
 * Large subjects: programs made at random that show a planted defect, and are as large as those of a campaign. Each lies
 * in a folder with the choices that make it.
 *
 * Where there are none, they are looked for, which takes some CPU minutes: one defect a program, none twice of a source.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeSequence } from '../../src/choice/index.ts';
import { findSource } from '../../src/generators/sources.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { programSize } from '../../src/program/index.ts';
import { compilerArgsFor, SourcePool } from '../../src/source/index.ts';
import type { TargetWorld } from '../../src/target/index.ts';
import { writeFileAtomic } from '../../src/util/write-file-atomic.ts';
import { plantingIn, truthOf } from '../planted/truth.ts';
import { ReductionTest } from './open-test.ts';
import type { Subject } from './subjects.ts';

const TARGET = 'clang-19-starter+defects';
const SOURCES = ['csmith-scoped', 'loom language=c11'] as const;
const EACH = 5;
const MAX_SEEDS = 200;
const BYTES = { least: 60_000, most: 200_000 };

export async function findLarge(folder: string, world: TargetWorld): Promise<readonly Subject[]> {
  const list = join(folder, 'subjects.json');
  if (!existsSync(list)) {
    mkdirSync(folder, { recursive: true });
    const found: Subject[] = [];
    for (const source of SOURCES) found.push(...(await findOf(source, folder, world)));
    writeFileAtomic(list, `${JSON.stringify(found, undefined, 2)}\n`);
  }
  const subjects = JSON.parse(readFileSync(list, 'utf8')) as (Subject & { readonly sequence: string })[];
  return subjects.map((subject) => ({ ...subject, sequence: join(folder, subject.sequence) }));
}

async function findOf(source: string, folder: string, world: TargetWorld): Promise<Subject[]> {
  const definition = await findSource(source, '/');
  const generators = new SourcePool(definition, 1);
  const laboratory = await Laboratory.open(world);
  const found: Subject[] = [];
  try {
    for (let seed = 1; seed <= MAX_SEEDS && found.length < EACH; seed++) {
      const made = await generators.make({ seed, limits: { maxTimeMs: 20_000 } });
      if (made.outcome !== 'ok') continue;
      const { program, record } = made;
      const bytes = programSize(program);
      if (bytes < BYTES.least || bytes > BYTES.most) continue;
      const { showing } = await truthOf(laboratory, program, compilerArgsFor(definition, program), {
        target: TARGET,
      });
      for (const defect of showing) {
        const name = `${defect}-${source.split(' ')[0]}-${seed}`;
        const isKnown = found.some((each) => each.name.startsWith(`${defect}-`) || each.seed === seed);
        // A hang costs its limit each time, in every reducer.
        if (isKnown || /^(?:hang|memory)-/.test(defect)) continue;
        const sequence = `${name}.cgseq`;
        const subject: Subject = {
          name,
          source,
          seed,
          bytes,
          sequence,
          suspect: plantingIn(TARGET, [defect]),
          mended: plantingIn(TARGET, []),
          kind: defect.startsWith('assert') ? 'crash' : 'wrong-code',
        };
        if ((await ReductionTest.open(laboratory, subject, program, definition)) === undefined) continue;
        writeFileAtomic(
          join(folder, sequence),
          encodeSequence(record, { source: { name: definition.name, version: '1' }, seed }),
        );
        found.push(subject);
      }
      console.error(`${source}, seed ${seed}: ${found.length} subjects`);
    }
  } finally {
    await laboratory.close();
    await generators.close();
  }
  return found;
}
