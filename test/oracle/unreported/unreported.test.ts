/** Sanitizers under test: faults of loom are reported, and a compiler that forgets one is found. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom } from '../../../src/generators/loom/index.ts';
import { presetOf, type Switch } from '../../../src/generators/loom/policy/switches.ts';
import { C } from '../../../src/generators/loom/rules/language.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { sanitizerReports } from '../../../src/oracle/judges/sanitizer.ts';
import { inspectUnreported } from '../../../src/oracle/unreported/inspect-unreported.ts';
import { plantedHead, plantedIn, type Program, programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const alphabet = new Alphabet();
const switches = new Set<Switch>([...presetOf('all', C), 'faults']);

function faultyPrograms(count: number): Program[] {
  const programs: Program[] = [];
  for (let seed = 1; programs.length < count; seed++) {
    const made = replay((draw) => loom(draw, { bytes: 1_500, switches }), { alphabet, seed });
    if (made.outcome === 'ok' && plantedIn(made.value.program) !== undefined)
      programs.push(made.value.program);
  }
  return programs;
}

const shifted = programOf(
  `${plantedHead('shift')}int main(int count, char **words) { volatile int x = 1 << (count + 31); return x; }\n`,
);

/** A gcc that forgets the checks of shifts when it optimises. The newest gcc links, and that is a right one. */
function withForgetfulGcc(): typeof world {
  const folder = temporaryFolder(afterAll);
  const script = 'case " $* " in *" -O2 "*) set -- "$@" -fno-sanitize=shift;; esac';
  writeFileSync(join(folder, 'gcc-11'), `#!/bin/sh\n${script}\nexec gcc-12 "$@"\n`);
  chmodSync(join(folder, 'gcc-11'), 0o755);
  return { ...world, searchPath: `${folder}:${world.searchPath}` };
}

describe('a fault in a program', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(withForgetfulGcc());
  });
  afterAll(() => laboratory.close());

  it('that loom put there is reported by clang at each level, as what loom calls it', async () => {
    for (const program of faultyPrograms(2)) {
      const found = await inspectUnreported(laboratory, program, { compiler: 'clang-19-stock', args: [] });
      expect(found, plantedIn(program)).toBe('right');
    }
  });

  it('is a finding of the level at which a compiler forgets the report, and of no other compiler', async () => {
    const asked = { compiler: 'gcc-11', args: ['-O1'] };
    expect(await inspectUnreported(laboratory, shifted, asked)).toMatchObject({
      signature: { key: 'unreported | gcc shift | -O2' },
      reporting: { compiler: 'gcc-11', args: expect.arrayContaining(['-O0']) },
    });
    expect(await inspectUnreported(laboratory, shifted, { ...asked, compiler: 'gcc-12' })).toBe('right');
    // Nothing reports a program that does nothing wrong.
    const right = programOf(`${plantedHead('shift')}int main(void) { return 1 << 3; }\n`);
    expect(await inspectUnreported(laboratory, right, asked)).toBeUndefined();
  });

  it('is not named if the repair of the expression around it has removed it', () => {
    const texts = faultyPrograms(150)
      .filter((program) => plantedIn(program) === 'shift')
      .map(({ files }) =>
        Buffer.from(files[0]!.bytes)
          .toString()
          .replace(/^  sum .*$/m, ''),
      );
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => !/<<|>>/.test(text))).toEqual([]);
  });

  it('is no question for a compiler without such a sanitizer', () => {
    const program = programOf(`${plantedHead('uninitialised')}int main(void) { return 0; }\n`);
    const asks = (compiler: string): boolean =>
      sanitizerReports.mayAsk(
        { program, asked: { compiler, args: [] }, output: new Uint8Array(), isLinked: true },
        { world },
      );
    expect(['gcc-12', 'clang-19-stock'].map(asks)).toEqual([false, true]);
  });
});
