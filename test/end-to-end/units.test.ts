/** Programs of three files, of which one is the test: compared, reduced and reproduced as what they are when linked. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { type Finding, Findings } from '../../src/finding/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const folder = temporaryFolder(afterAll);

const generator = `#include <stdio.h>
#include <stdlib.h>
static FILE *header, *test, *driver;
static const char *operations[] = {"x / 3", "x % 8", "x - 5", "x ^ 12", "(x & 255) + 1", "x * 2"};
__attribute__((noinline)) static void make_function(int number) {
  fprintf(header, "int f%d(int x);\\n", number);
  fprintf(test, "int f%d(int x) { return %s; }\\n", number, operations[rand() % 6]);
  fprintf(driver, "  sum = sum * 3 + f%d(start);\\n", number);
}
int main(void) {
  header = fopen("init.h", "w"), test = fopen("func.cpp", "w"), driver = fopen("driver.cpp", "w");
  fputs("#pragma once\\n", header);
  fputs("#include \\"init.h\\"\\n", test);
  fputs("#include <cstdio>\\n#include \\"init.h\\"\\nint main() {\\n  volatile int start = -3;\\n  int sum = 0;\\n", driver);
  for (int number = 0, count = 3 + rand() % 5; number < count; number++) make_function(number);
  fputs("  std::printf(\\"%d\\\\n\\", sum);\\n}\\n", driver);
  return fclose(header) | fclose(test) | fclose(driver);
}
`;

function define(name: string, writes: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `export default { name: '${name}', summary: 'for a test', language: 'c++', promises: 'defined',
      command: ['${join(folder, 'generator')}'], reach: 'preload', process: 'fork', scopes: 'stack',
      writes: { to: 'folder', main: 'func.cpp'${writes} } };\n`,
  );
  return path;
}

/** A clang++ that does not know the planted defect, and, when it lies, has it. */
function compiler(name: string, lies: boolean): string {
  const path = join(folder, name);
  const spoil = lies
    ? `sed 's/ % 8/ \\& 7/' "$arg" > "$TMPDIR/lie.cpp"; flags="$flags -iquote \${arg%/*}"; arg=$TMPDIR/lie.cpp`
    : ':';
  writeFileSync(
    path,
    `#!/bin/sh
flags=
for arg; do
  shift
  case $arg in
    -mllvm | -cgfuzz-plant=*) continue ;;
    */func.cpp) case " $* " in *" -O0 "*) ;; *) ${spoil} ;; esac ;;
  esac
  set -- "$@" "$arg"
done
exec clang++-19 $flags "$@"
`,
  );
  chmodSync(path, 0o755);
  return path;
}

async function run(source: string, dir: string, ...flags: readonly string[]): Promise<string> {
  const words = [main, 'run', `--dir=${dir}`, `--source=${source}`, '--seed=1', '--jobs=1', ...flags];
  const { stdout, stderr } = await execa('node', words, { reject: false, cwd: folder });
  return stdout + stderr;
}

beforeAll(async () => {
  writeFileSync(join(folder, 'generator.c'), generator);
  await execa('gcc', ['-O1', '-o', join(folder, 'generator'), join(folder, 'generator.c')]);
});

describe('a source of programs with a driver', () => {
  let finding: Finding;

  it('has its wrong code found and reduced', { timeout: 600_000 }, async () => {
    const dir = join(folder, 'campaign');
    await run(
      define('units', `, beside: ['driver.cpp']`),
      dir,
      '--target=clang-19-starter+defects',
      '--args=-O2 -mllvm -cgfuzz-plant=srem-as-mask',
      '--compare-with=gcc-12 -O0; clang-19-stock -O1',
      '--execs=40',
      '--compare-share=60',
      '--reduce-share=0',
    );
    const found = new Findings(new CampaignFolder(dir).findings, findingFiles).all();
    const [first] = found.filter(({ record }) => record.kind === 'wrong-code');
    expect(first?.record.program).toMatchObject({ main: 'func.cpp', beside: ['driver.cpp'] });
    expect(first?.record.validity?.verdict).toBe('valid');
    expect(first?.record.culprit).toMatchObject({ kind: 'pass', pass: 'InstCombinePass' });
    finding = first!;
    await execa('node', [main, 'reduce', finding.folder.path, '--jobs=1', '--evaluations=12'], {
      cwd: folder,
    });
    const test = readFileSync(join(finding.folder.path, 'reduced/func.cpp'), 'utf8');
    expect(test).toContain('x % 8');
    const original = readFileSync(join(finding.folder.path, 'original/func.cpp'), 'utf8');
    expect(test.split('\n').length).toBeLessThanOrEqual(original.split('\n').length);
    for (const name of ['driver.cpp', 'init.h'])
      expect(existsSync(join(finding.folder.path, 'reduced', name)), name).toBe(true);
  });

  it('gets a reproducer that links all of it, and tells a wrong compiler from a right one', async () => {
    const reproduce = async (CC: string): Promise<unknown> =>
      (await execa('sh', [join(finding.folder.path, 'repro.sh')], { env: { CC }, reject: false })).exitCode;
    expect(await reproduce(compiler('wrong', true))).toBe(1);
    expect(await reproduce(compiler('right', false))).toBe(0);
  });

  it('gets a report with all of its files', () => {
    const text = readFileSync(join(finding.folder.path, 'README.md'), 'utf8');
    for (const name of ['func.cpp', 'driver.cpp', 'init.h']) expect(text).toContain(`\`${name}\`:`);
    expect(text).toMatch(/\$ clang\+\+-19 -O0 -w -o program test\.o reduced\/driver\.cpp -lm/);
  });
});

it(
  'a source that hides its driver is compared three times, and then a person is told',
  { timeout: 600_000 },
  async () => {
    const said = await run(
      define('headless', ''),
      join(folder, 'headless'),
      '--target=gcc-12',
      '--execs=200',
      '--compare-with=gcc-12 -O0; clang-19 -O0',
      '--compare-share=60',
      '--reduce-share=0',
    );
    const told = said.match(/programs of headless are compared no more[^\n]*/g);
    expect(told).toHaveLength(1);
    expect(told![0]).toMatch(
      /since 3 in a row could not be linked \(.*undefined reference to `main'\).*beside/,
    );
  },
);
