/** The script that C-Vise gets for a program of several units, run with compilers of which one lies. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { type Failure, Findings } from '../../src/finding/index.ts';
import { findingFiles, interestingScript } from '../../src/report/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const files = {
  'func.c': '#include "init.h"\nint f(int x) { return x % 8; }\n',
  'init.h': 'int f(int x);\n',
  'driver.c':
    '#include "init.h"\nint printf(const char *, ...);\nint main(void) { printf("%d\\n", f(-3)); return 0; }\n',
};

const program = {
  language: 'c',
  main: 'func.c',
  beside: ['driver.c'],
  files: Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
} as const;

const failure: Failure = {
  signature: { kind: 'wrong-code', key: 'wrong-code | x', message: '', frames: [], pass: undefined },
  program,
  sequence: () => new Uint8Array([1]),
  text: '',
  compiler: 'gcc-11',
  args: ['-O2'],
  references: [{ compiler: 'gcc-12', args: ['-O0'] }],
  difference: { actual: 'exit 0\n5\n', expected: 'exit 0\n-3\n' },
  build: 'b',
  origin: { source: 'units' },
};

it('compiles the test, links what is beside it, and says yes to the compiler that lies only', async () => {
  const { record } = new Findings(temporaryFolder(), findingFiles).add(failure);
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const script = join(folder, 'interesting.sh');
  writeFileSync(script, interestingScript(record, program, { clang: undefined, gcc: 'gcc-12' }));
  const compilers = temporaryFolder();
  const ask = async (lie: string): Promise<unknown> => {
    writeFileSync(join(compilers, 'gcc-11'), `#!/bin/sh\n${lie}\nexec gcc-12 "$@"\n`);
    chmodSync(join(compilers, 'gcc-11'), 0o755);
    const env = { PATH: `${compilers}:${process.env['PATH']}` };
    return (await execa('sh', [script], { cwd: folder, env, reject: false })).exitCode;
  };
  const swap = (from: string, to: string): string => `sed -i 's/ ${from}/ ${to}/' func.c`;
  const lie = `${swap('% 8', '\\& 7')}; gcc-12 "$@"; status=$?; ${swap('& 7', '% 8')}; exit $status`;
  expect(await ask(`case " $* " in *" -O2 "*) ${lie};; esac`)).toBe(0);
  expect(await ask(':')).not.toBe(0);
});
