/** Programs of a generator, in our layout: what the step on text begins with must be the same program. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import loomSource from '../../../src/generators/loom.ts';
import { outcomesOf } from '../../../src/program/index.ts';
import { joinTokens, splitTokens } from '../../../src/reduce/text/tokens.ts';
import { openSource } from '../../../src/source/index.ts';
import { temporaryFolder } from '../../target/world.ts';

it('programs in C and C++ print the same in another layout', { timeout: 120_000 }, async () => {
  const source = openSource(loomSource);
  onTestFinished(() => source.close());
  const languages = new Set<string>();
  for (let seed = 1; seed <= 12; seed++) {
    const made = await source.run({ seed });
    if (made.outcome !== 'ok') throw new Error(made.outcome);
    const { files, language, compilerArgs = [], truth } = made.program;
    languages.add(language);
    const { path, bytes } = files[0]!;
    const folder = temporaryFolder();
    const [file, program] = [join(folder, path), join(folder, 'program')];
    writeFileSync(file, joinTokens(splitTokens(Buffer.from(bytes).toString())));
    const driver = language === 'c++' ? 'g++-12' : 'gcc-12';
    execFileSync(driver, ['-O0', '-w', ...compilerArgs, '-o', program, file], { stdio: 'pipe' });
    const expected = outcomesOf(truth!).map(({ stdout }) => Buffer.from(stdout).toString());
    expect([execFileSync(program).toString()], `seed ${seed}`).toEqual(expected);
  }
  expect([...languages].toSorted()).toEqual(['c', 'c++']);
});
