/** Findings on the disk, with real programs by Csmith and the compilers that are installed. */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { type Failure, Findings } from '../../src/finding/index.ts';
import { csmithCompilerArgs } from '../../src/generators/csmith-options.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { csmith, temporaryFolder } from '../target/world.ts';

const signature = {
  kind: 'crash',
  key: 'signal | x',
  message: 'SIGSEGV',
  frames: ['x'],
  pass: undefined,
} as const;

function failure(source: string, about: Partial<Failure> = {}): Failure {
  return {
    signature,
    program: programOf(source),
    sequence: () => new Uint8Array([1]),
    text: 'boom\n',
    compiler: 'clang-19',
    args: ['-O1', '-w', '-I/usr/include/csmith'],
    build: 'b',
    origin: { source: 'csmith' },
    ...about,
  };
}

async function reproduce(path: string, compiler: string): Promise<number | undefined> {
  const answer = await execa('sh', [join(path, 'repro.sh')], { env: { CC: compiler }, reject: false });
  return answer.exitCode;
}

it('compile without the generator: headers that no system has come along', async () => {
  const findings = new Findings(temporaryFolder(), findingFiles);
  const { folder } = findings.add(failure(await csmith(1, '--max-funcs', '1')));
  const text = readFileSync(join(folder.path, 'repro.sh'), 'utf8');
  expect(text).toContain('-Iinclude');
  expect(text).not.toContain('/usr/include/csmith');
  expect(existsSync(join(folder.path, 'include/csmith.h'))).toBe(true);
  const args = ['-O1', '-w', '-Iinclude', '-M', 'original.c'];
  const { stdout } = await execa('clang-19', args, { cwd: folder.path });
  expect(stdout).toContain('include/safe_math.h');
  expect(stdout).not.toContain('/usr/include/csmith');
});

it('take along a header and the one of the same name that it stands in front of', async () => {
  const findings = new Findings(temporaryFolder(), findingFiles);
  const source = await csmith(1, '--max-funcs', '1');
  const { folder } = findings.add(failure(source, { args: ['-O1', ...csmithCompilerArgs] }));
  const args = ['-O1', '-w', '-Iinclude', '-Iinclude-2', '-M', 'original.c'];
  const { stdout } = await execa('clang-19', args, { cwd: folder.path });
  expect(stdout).toContain('include/csmith.h');
  expect(stdout).toContain('include-2/csmith.h');
  expect(stdout).toContain('include-2/safe_math.h');
  expect(stdout).not.toContain('/usr/include/csmith');
});

it('tell the stack of a crash without addresses and folders of this machine', () => {
  const text = [
    '0.\tProgram arguments: /home/me/bin/clang-22 -O2 test.c',
    ' #0 0x00007fffef498c2a llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/home/me/lib/libLLVM.so.22.1+0x4e98c2a)',
    '#11 0x000055555556840a (/home/me/bin/clang-22+0x1440a)',
  ].join('\n');
  const { folder } = new Findings(temporaryFolder(), findingFiles).add(failure('int x;\n', { text }));
  const readme = readFileSync(join(folder.path, 'README.md'), 'utf8');
  expect(readme).toContain('Program arguments: clang-22 -O2 test.c');
  expect(readme).toContain(
    ' #0 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (libLLVM.so.22.1+0x4e98c2a)',
  );
  expect(readme).toContain('#11 (clang-22+0x1440a)');
  expect(readme).not.toContain('/home/me');
});

it('are the same after they were read again, and counted across runs', () => {
  const path = temporaryFolder();
  const findings = new Findings(path, findingFiles);
  findings.add(failure('int x;\n'));
  expect(findings.countAgain('signal | y')).toBe(false);
  expect(findings.countAgain('signal | x')).toBe(true);
  findings.flush();
  const again = new Findings(path, findingFiles);
  expect(again.all()).toEqual(findings.all());
  expect(again.all()[0]?.record.count).toBe(2);
});

it('are not there before they are whole', () => {
  const path = temporaryFolder();
  const { folder } = new Findings(path, findingFiles).add(failure('int x;\n'));
  rmSync(join(folder.path, 'meta.json'));
  expect(new Findings(path, findingFiles).size).toBe(0);
});

it('are told when they are damaged, left alone, and set aside when the failure is seen again', () => {
  const path = temporaryFolder();
  const { folder } = new Findings(path, findingFiles).add(failure('int old;\n'));
  const meta = join(folder.path, 'meta.json');
  const whole = JSON.parse(readFileSync(meta, 'utf8')) as Record<string, unknown>;
  const damaged = [
    ['{"id"', 'JSON'],
    [JSON.stringify({ ...whole, title: 7 }), 'it.title is not a text'],
    [JSON.stringify({ ...whole, args: undefined }), 'it.args is not a list'],
    [
      JSON.stringify({ ...whole, program: { language: 'c', main: '../x.c' } }),
      'it.program.main is not the path',
    ],
  ] as const;
  for (const [text, complaint] of damaged) {
    writeFileSync(meta, text);
    const { size, warnings } = new Findings(path, findingFiles);
    expect({ size, warnings }).toEqual({ size: 0, warnings: [expect.stringContaining(complaint)] });
  }
  const again = new Findings(path, findingFiles);
  again.add(failure('int fresh;\n'));
  expect(readFileSync(join(`${folder.path}.damaged`, 'original.c'), 'utf8')).toBe('int old;\n');
  expect(readFileSync(join(folder.path, 'original.c'), 'utf8')).toBe('int fresh;\n');
  const { size, warnings } = new Findings(path, findingFiles);
  expect({ size, told: warnings.length }).toEqual({ size: 1, told: 1 });
});

it('keep programs of several files as they are', () => {
  const findings = new Findings(temporaryFolder(), findingFiles);
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);
  const program = {
    language: 'c',
    main: 'a.c',
    files: [
      { path: 'a.c', bytes: text('#include "b/b.h"\n') },
      { path: 'b/b.h', bytes: text('int b;\n') },
    ],
  } as const;
  const { folder, record } = findings.add(failure('', { program }));
  expect(folder.program('original', record.program)?.files).toHaveLength(2);
  expect(readFileSync(join(folder.path, 'repro.sh'), 'utf8')).toContain('-c original/a.c');
});

it('of wrong code are reproduced by what the program does', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  // A gcc that takes plus for minus when it optimises.
  const liar = join(folder, 'liar');
  const lie =
    'case " $* " in *" -O2 "*) for f in *.c; do sed "s/a + 4/a - 4/" "$f" > "$TMPDIR/wrong.c"; done; set -- -O2 "$TMPDIR/wrong.c" -o "${@: -2:1}" -lm;; esac';
  writeFileSync(liar, `#!/bin/bash\n${lie}\nexec gcc-12 "$@"\n`, { mode: 0o755 });
  const source =
    '#include <stdio.h>\nint main(void) { volatile int a = 3; printf("%d\\n", a + 4); return 0; }\n';
  const findings = new Findings(temporaryFolder(), findingFiles);
  const found = findings.add(
    failure(source, {
      signature: { ...signature, kind: 'wrong-code', key: 'wrong-code | culprit unknown' },
      compiler: 'gcc-12',
      args: ['-O2'],
      difference: { expected: 'exit 0\n7\n', actual: 'exit 0\n-1\n' },
    }),
  );
  expect(await reproduce(found.folder.path, 'gcc-12')).toBe(0);
  expect(await reproduce(found.folder.path, liar)).toBe(1);
  const readme = readFileSync(join(found.folder.path, 'README.md'), 'utf8');
  expect(readme).toContain('gcc-12 -O2 -o program original.c -lm');
  expect(readme).toContain('exit 0\n-1');
});

it.each([
  ['crash', '#pragma clang __debug crash\n', 'clang-19', 1],
  ['crash', 'int x;\n', 'clang-19', 0],
  ['rejected', 'int f( {\n', 'clang-19', 1],
  ['rejected', 'int x;\n', 'gcc-12', 0],
  ['hang', 'int x;\n', 'clang-19', 0],
  ['out-of-memory', 'int x;\n', 'clang-19', 0],
] as const)(
  'that are a %s are reproduced: %j with %s exits with %i',
  async (kind, source, compiler, code) => {
    const findings = new Findings(temporaryFolder(), findingFiles);
    const { folder } = findings.add(failure(source, { signature: { ...signature, kind } }));
    expect(await reproduce(folder.path, compiler)).toBe(code);
  },
);

it.each([
  ['test.c:N:N: expected parameter declarator', 1],
  ['fixup value must be N-byte aligned', 0],
])('that are refusals are reproduced by the same reason alone: %s exits with %i', async (message, code) => {
  const findings = new Findings(temporaryFolder(), findingFiles);
  const rejected = { ...signature, kind: 'rejected', key: message, message } as const;
  const { folder } = findings.add(failure('int f( {\n', { signature: rejected }));
  expect(await reproduce(folder.path, 'clang-19')).toBe(code);
});

it('show programs that hold fences as they are', () => {
  const findings = new Findings(temporaryFolder(), findingFiles);
  const { folder } = findings.add(failure('/* ``` */ int x;\n'));
  expect(readFileSync(join(folder.path, 'README.md'), 'utf8')).toContain('````c\n/* ``` */ int x;\n````');
});

it('show where a compiler says what it died of, however much it prints before', () => {
  const findings = new Findings(temporaryFolder(), findingFiles);
  const printed = Array.from({ length: 500 }, (_, line) => `%${line}:gpr = COPY $r${line}`);
  const complaint = '*** Bad machine code: MBB ends with a barrier instruction! ***';
  const { folder } = findings.add(
    failure('int x;\n', {
      text: ['# After Machine code sinking', ...printed, complaint, 'Stack dump:'].join('\n'),
    }),
  );
  const readme = readFileSync(join(folder.path, 'README.md'), 'utf8');
  expect(readme).toContain(`# After Machine code sinking\n%0:gpr`);
  expect(readme).toContain(complaint);
  expect(readme).not.toContain('%300:gpr');
});
