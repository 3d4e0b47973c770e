/** Reduction by somebody's script, the whole command; the scripts look at the text, so that no compiler is needed. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { exitCodes } from '../../src/cli/command.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { functionsModule, type Made, testWith } from '../fuzz/generators/make.ts';
import { pathWithoutReducers } from '../path-without-reducers.ts';
import { isAll } from '../runs.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fakeContext } from './fake-context.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;

let made: Made;
beforeAll(async () => {
  made = await testWith(' & ', '__debug crash');
}, 60_000);

/** A folder with the test and a script that holds these lines. */
function workFolder(...script: readonly string[]): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 't.cgseq'), made.sequence);
  writeFileSync(join(folder, 'test.sh'), ['#!/bin/sh', ...script, ''].join('\n'), { mode: 0o755 });
  return folder;
}

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function reduce(cwd: string, ...flags: readonly string[]): Promise<Answer> {
  const { context, output } = fakeContext(undefined, cwd);
  const words = ['reduce', 't.cgseq', `--source=${functionsModule}`, ...flags];
  const code = await runCli(commands, words, context, '1');
  return { code, ...output };
}

const hasCrash = `grep -q '__debug crash' test.c`;

/** Ids of processes whose command line holds the word. */
function processesWith(word: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(word);
    } catch {
      return false;
    }
  });
}

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 600 && !isSo(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('a script that is asked', () => {
  it.each([1, 2, 3, 4])('and cut off at question %i has not answered', async (question) => {
    const folder = workFolder(
      `echo >> $HERE/asked`,
      `[ $(wc -l < $HERE/asked) -ge ${question} ] && exec sleep 100`,
      hasCrash,
    );
    const script = join(folder, 'test.sh');
    writeFileSync(script, readFileSync(script, 'utf8').replaceAll('$HERE', folder), { mode: 0o755 });
    const interruption = new AbortController();
    const { context, output } = fakeContext(interruption.signal, folder);
    const words = ['reduce', 't.cgseq', `--source=${functionsModule}`, '--test=test.sh'];
    const code = runCli(commands, words, context, '1');
    const asked = join(folder, 'asked');
    await until(() => existsSync(asked) && readFileSync(asked, 'utf8').length >= question);
    interruption.abort();
    expect(await code).toBe(exitCodes.interrupted);
    expect(output.stderr).not.toMatch(/flaky|not interesting|error/);
  });

  it('and leaves a child that holds its output is not waited for, and the child ends', async () => {
    const child = 'sleep 98765.4';
    const folder = workFolder(`setsid ${child} &`, `${child} &`, hasCrash);
    expect((await reduce(folder, '--test=test.sh', '--evaluations=4')).code).toBe(0);
    expect(processesWith('98765.4')).toEqual([]);
  });

  it('ends with all its children and its folder when cgfuzz is killed', async () => {
    const folder = workFolder(
      `pwd > $HERE/where`,
      'setsid sleep 98765.3 &',
      'mkdir -p a/b; chmod 0 a',
      'sleep 98765.3',
    );
    const script = join(folder, 'test.sh');
    writeFileSync(script, readFileSync(script, 'utf8').replaceAll('$HERE', folder), { mode: 0o755 });
    const words = [
      'dist/cli/main.js',
      'reduce',
      join(folder, 't.cgseq'),
      `--source=${functionsModule}`,
      `--test=${script}`,
    ];
    const running = execa(process.execPath, words, { reject: false });
    const where = join(folder, 'where');
    await until(() => existsSync(where) && processesWith('98765.3').length === 2);
    running.kill('SIGKILL');
    await running;
    const work = readFileSync(where, 'utf8').trim();
    await until(() => processesWith('98765.3').length === 0 && !existsSync(work));
    expect(processesWith('98765.3')).toEqual([]);
    expect(existsSync(work)).toBe(false);
  });
});

describe('reducing a sequence by a script', () => {
  it('leaves what the script asks for, in a program that the generator wrote, and the choices behind it', async () => {
    const folder = workFolder(hasCrash);
    const { code, stdout } = await reduce(folder, '--test=./test.sh', '--json');
    expect(code).toBe(0);
    const summary = JSON.parse(stdout) as { end: string; choices: { from: number; to: number } };
    expect(summary.end).toBe('minimal');
    expect(summary.choices.to).toBeLessThan(10);
    const text = readFileSync(join(folder, 't.reduced.c'), 'utf8');
    expect(text.match(/__debug/g)).toHaveLength(1);
    expect(text).toMatch(/int main\(void\) \{/);
    expect(existsSync(join(folder, 't.reduced.cgseq'))).toBe(true);
  });

  it('comes to the same with two evaluations at a time', async () => {
    const [one, two] = [workFolder(hasCrash), workFolder(hasCrash)];
    await reduce(one, '--test=test.sh');
    await reduce(two, '--test=test.sh', '--jobs=2');
    const result = (folder: string): Buffer => readFileSync(join(folder, 't.reduced.cgseq'));
    expect(result(two)).toEqual(result(one));
  });

  it('goes on where it stopped', async () => {
    const folder = workFolder('echo >> "$HOME_OF_COUNT"', hasCrash);
    process.env['HOME_OF_COUNT'] = join(folder, 'count');
    const evaluations = (): number => readFileSync(join(folder, 'count'), 'utf8').length;
    const first = await reduce(folder, '--test=test.sh', '--evaluations=12', '--json');
    expect(JSON.parse(first.stdout)).toMatchObject({ end: 'budget' });
    const part = readFileSync(join(folder, 't.reduced.c'), 'utf8').length;
    expect(part).toBeLessThan(made.text.length);
    const second = await reduce(folder, '--test=test.sh');
    expect(second.stderr).toContain('going on from t.reduced.cgseq');
    expect(second.stdout).toContain('nothing near is simpler');
    expect(readFileSync(join(folder, 't.reduced.c'), 'utf8').length).toBeLessThanOrEqual(part);
    const before = evaluations();
    await reduce(folder, '--test=test.sh', '--restart');
    expect(evaluations() - before).toBeGreaterThan(12);
  });

  it('gives the file the name that the script looks for', async () => {
    const folder = workFolder(`grep -q '__debug crash' bug.c`);
    expect((await reduce(folder, '--test=test.sh', '--name=bug.c', '--evaluations=5')).code).toBe(0);
    expect((await reduce(folder, '--test=test.sh', '--name=bug.txt')).stderr).toContain('ends with .c');
  });

  it('ends a script that takes too long, with what it started', async () => {
    const folder = workFolder('sleep 60 & sleep 60');
    const { code, stderr } = await reduce(folder, '--test=test.sh', '--timeout=200ms');
    expect(code).toBe(2);
    expect(stderr).toContain('no answer within 0.2 s');
  });

  it.each([
    ['is not there', './nowhere.sh', 'there is no script'],
    ['is a folder', '.', 'is no file'],
    ['is not executable', 't.cgseq', 'chmod +x'],
  ])('refuses a script that %s', async (_, script, said) => {
    const { code, stderr } = await reduce(workFolder('exit 0'), `--test=${script}`);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  it.each([
    ['finds everything interesting', ['exit 0'], 'and so everything'],
    ['finds nothing interesting', ['echo no such thing; exit 3'], 'exit code 3'],
    ['has no interpreter', [], 'cannot be run'],
    [
      'is flaky',
      [`${hasCrash} || exit 1`, 'n=$(cat "$0.n" 2>/dev/null)', 'echo "x$n" > "$0.n"', '[ ${#n} -lt 1 ]'],
      'flaky',
    ],
  ])('refuses a script that %s', async (name, lines, said) => {
    const folder = workFolder(...lines);
    if (name === 'has no interpreter')
      writeFileSync(join(folder, 'test.sh'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const { code, stderr } = await reduce(folder, '--test=test.sh');
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });

  it('reduces by a flaky script when it is told how often to ask', async () => {
    const folder = workFolder(
      `${hasCrash} || exit 1`,
      'n=$(cat "$0.n" 2>/dev/null)',
      'echo "x$n" > "$0.n"',
      '[ $((${#n} % 3)) -ne 1 ]',
    );
    const { code } = await reduce(folder, '--test=test.sh', '--repeats=3', '--needed=1');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 't.reduced.c'), 'utf8').length).toBeLessThan(made.text.length / 2);
  });

  it('says so when the generator makes another program than it was', async () => {
    const folder = workFolder(`grep -q 'return 0' test.c`);
    const other = join(folder, 'other.mjs');
    writeFileSync(
      other,
      `import it from ${JSON.stringify(functionsModule)};
       export default { ...it, command: ['sh', '-c', 'sed "s/range(choices.pick(8))/range(2 + choices.pick(8))/" "$1" | python3 -', 'x', it.command[1]] };`,
    );
    const { stderr } = await reduce(folder, '--test=test.sh', `--source=${other}`, '--evaluations=5');
    expect(stderr).toContain('its source changed since');
  });

  it('needs a script for what is no finding', async () => {
    const { stderr } = await reduce(workFolder('exit 0'));
    expect(stderr).toContain('--test SCRIPT');
  });
});

describe('reducing text', () => {
  it('needs no text reducer, and says so where there is none', async () => {
    const folder = workFolder(`grep -q 'f0' test.c && grep -q 'int main' test.c`);
    const { context, output } = fakeContext(undefined, folder);
    const words = ['reduce', 't.cgseq', `--source=${functionsModule}`, '--test=test.sh', '--text', '--json'];
    const env = { ...context.env, PATH: pathWithoutReducers() };
    const code = await runCli(commands, words, { ...context, env }, '1');
    expect(output.stderr).toContain('apt-get install cvise');
    expect(code).toBe(0);
    const { text, result } = JSON.parse(output.stdout) as { text: { tool: string }; result: string };
    expect(text).toMatchObject({ tool: 'cgfuzz' });
    expect(readFileSync(result, 'utf8')).toMatch(/int main/);
  }, 300_000);

  // C-Vise takes two minutes; test/triage/reduction has its first steps.
  it.runIf(isAll)(
    'follows the choices when it is asked for: what is left has a meaning and lies beside them',
    async () => {
      const folder = workFolder(`grep -q 'f0' test.c && grep -q 'int main' test.c`);
      const { code, stdout } = await reduce(folder, '--test=test.sh', '--text', '--json');
      expect(code).toBe(0);
      const { text, result } = JSON.parse(stdout) as {
        text: { tool: string; guard: string; bytes: { from: number; to: number } };
        result: string;
      };
      expect(text).toMatchObject({ tool: 'cgfuzz and cvise', guard: 'valid' });
      const program = readFileSync(result, 'utf8');
      expect(program).toMatch(/f0[^]*int main/);
      expect(Buffer.byteLength(program)).toBe(text.bytes.to);
      expect(text.bytes.to).toBeLessThan(text.bytes.from);
      expect(existsSync(join(folder, 't.reduced.cgseq'))).toBe(true);
    },
    300_000,
  );

  it('keeps what the step on text had when it is interrupted', async () => {
    const folder = workFolder(`grep -q 'f0' test.c && grep -q 'int main' test.c`);
    const stop = new AbortController();
    const { context, output } = fakeContext(stop.signal, folder);
    const stderr = (text: string): void => {
      output.stderr += text;
      if (text.includes(' tokens')) stop.abort();
    };
    const words = ['reduce', 't.cgseq', `--source=${functionsModule}`, '--test=test.sh', '--text'];
    const code = await runCli(commands, words, { ...context, stderr }, '1');
    expect(code).toBe(exitCodes.interrupted);
    const [, from, to] = /on its text: ([\d,]+) to ([\d,]+) bytes/.exec(output.stdout) ?? [];
    expect(Number(to?.replaceAll(',', ''))).toBeLessThan(Number(from?.replaceAll(',', '')));
    const left = readdirSync(folder).filter((name) => name.endsWith('.c'));
    expect(left.map((name) => readFileSync(join(folder, name), 'utf8')).join('')).toContain('f0');
  }, 300_000);

  it('keeps what the step on text had when it is killed, and goes on from it', async () => {
    const folder = workFolder(`grep -q 'f0' test.c && grep -q 'int main' test.c`);
    const words = ['reduce', 't.cgseq', `--source=${functionsModule}`, '--test=test.sh', '--text', '--json'];
    // Our own steps keep as C-Vise does, and take a tenth of its time.
    const env = { PATH: pathWithoutReducers() };
    const running = execa('node', [cgfuzz, ...words], { cwd: folder, env, reject: false });
    const kept = join(folder, 't.reduced.text.c');
    await until(() => existsSync(kept));
    running.kill('SIGKILL');
    expect((await running).signal).toBe('SIGKILL');
    const before = readFileSync(kept, 'utf8');
    expect(before).toContain('f0');
    expect(before.length).toBeLessThan(readFileSync(join(folder, 't.reduced.c'), 'utf8').length);
    const { stdout } = await execa('node', [cgfuzz, ...words], { cwd: folder, env });
    const { text } = JSON.parse(stdout) as {
      text: { bytes: { from: number; to: number } };
    };
    expect(text.bytes.from).toBe(before.length);
    expect(text.bytes.to).toBeLessThanOrEqual(before.length);
  }, 300_000);

  it('can be done elsewhere: a folder with a script that refuses undefined behaviour', async () => {
    const folder = workFolder(`grep -q 'x' test.c`);
    const { stdout } = await reduce(folder, '--test=test.sh', '--export=out');
    expect(stdout).toContain('cd out && cvise ./interesting.sh test.c');
    const ask = async (source: string): Promise<number | undefined> => {
      writeFileSync(join(folder, 'out/test.c'), source);
      return (await execa(join(folder, 'out/interesting.sh'), { cwd: join(folder, 'out'), reject: false }))
        .exitCode;
    };
    expect(await ask(readFileSync(join(folder, 'out/test.c'), 'utf8'))).toBe(0);
    expect(await ask('int x;\n')).toBe(0);
    expect(await ask('int main(void) { return 0; }\n')).toBe(1);
    expect(await ask('int main(void) { int x; return x; }\n')).toBe(1);
    expect(await ask('int y = 40; int main(void) { int x = 1; return x << y; }\n')).toBe(1);
    // Its exit code is whatever it happens to be, which no sanitizer sees.
    expect(await ask('int x;\nvoid main(void) { x++; }\n')).toBe(1);
    expect((await reduce(folder, '--test=test.sh', '--export=out')).stderr).toContain('name a new folder');
  });
});

it('a finding of wrong code goes elsewhere with a script that compares compilers', async () => {
  const folder = temporaryFolder();
  // Which argument comes first is for a compiler to choose, so that gcc is "wrong" here without a bug or undefined behaviour.
  const source = (first: string): string =>
    [
      '#include <stdio.h>',
      'static int say(int c) { putchar(c); return 0; }',
      'static int both(int a, int b) { return a + b; }',
      `int main(void) { return both(say('${first}'), say('b')); }`,
      '',
    ].join('\n');
  const findings = new Findings(new CampaignFolder(folder).findings, findingFiles);
  const { record } = findings.add({
    signature: { kind: 'wrong-code', key: 'wrong-code | x', message: '', frames: [], pass: undefined },
    program: programOf(source('a')),
    sequence: () => made.sequence,
    text: '',
    compiler: 'gcc-12',
    args: ['-O0'],
    build: 'b',
    origin: { source: 'functions', module: functionsModule },
    difference: { expected: 'exit 0\nab', actual: 'exit 0\nba' },
    references: [{ compiler: 'clang-19-stock', args: ['-O0'] }],
  });
  const { context, output } = fakeContext(undefined, folder);
  const words = ['reduce', join('findings', record.id), '--export=out'];
  expect([await runCli(commands, words, context, '1'), output.stderr]).toEqual([0, '']);
  const ask = async (text: string): Promise<number | undefined> => {
    writeFileSync(join(folder, 'out', record.program.main), text);
    const script = join(folder, 'out/interesting.sh');
    return (await execa(script, { cwd: join(folder, 'out'), reject: false })).exitCode;
  };
  expect(await ask(source('a'))).toBe(0);
  expect(await ask(source('b'))).toBe(1);
  expect(await ask(source('a').replace('a + b', '(a + 2147483647) + 1'))).toBe(1);
});
