/** The files of deploy: their commands are known to cgfuzz, with their flags. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { loadCommand } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { findCommand } from '../../src/cli/find-command.ts';
import { parseFlags } from '../../src/cli/flags/flags.ts';
import { parseTargetName } from '../../src/target/llvm-build/plan.ts';
import { findProfile } from '../../src/target/llvm-build/profiles.ts';
import { splitWords } from '../../src/util/split-words.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = join(import.meta.dirname, '../../deploy');
const files = readdirSync(folder);
/** A timer only names the unit that it starts. */
const withCommands = files.filter((file) => !file.endsWith('.timer'));

it.each(withCommands)('%s has commands that cgfuzz knows', async (file) => {
  const text = readFileSync(join(folder, file), 'utf8').replaceAll(/\n\s+(?=--)/g, ' ');
  const lines = [...text.matchAll(/^(?!#).*?\bcgfuzz ((?:run|target|compiler) [^|\n']*)/gm)].map(
    ([, words = '']) => words,
  );
  expect(lines).toHaveLength(file === 'cgfuzz-update.service' ? 2 : 1);
  for (const line of lines) {
    const [name = '', ...words] = splitWords(line.replaceAll(/"\$\w+"/g, '2').trim());
    const command = await loadCommand(findCommand(commands, name));
    expect(() => parseFlags(command.flags, words, command)).not.toThrow();
  }
});

it('the image builds a target that cgfuzz knows', () => {
  const text = readFileSync(join(folder, 'Containerfile'), 'utf8');
  const [, name = '', profile = ''] = /cgfuzz target build (\S+)(?: --profile (\S+))?/.exec(text) ?? [];
  expect(`clang-${parseTargetName(name)}-${findProfile(profile)}`).toBe('clang-19-starter');
});

it('each timer starts a unit that is there', () => {
  const timers = files.filter((file) => file.endsWith('.timer'));
  expect(
    timers.map((file) => file.replace('.timer', '.service')).filter((unit) => !files.includes(unit)),
  ).toEqual([]);
  expect(timers).toHaveLength(1);
});

it('says of each what to type', () => {
  for (const file of files)
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(
      /^#.*(: |  )(podman|kubectl|sbatch|systemctl|kubectl) /m,
    );
});

describe('the script for Slurm', () => {
  const script = join(folder, 'slurm.sh');
  /** A worker that ends with this code, or does what a shell is told. */
  // oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
  const run = (worker: string) => {
    const bin = temporaryFolder();
    writeFileSync(join(bin, 'cgfuzz'), `#!/bin/sh\n${worker}\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: '/h', SLURM_CPUS_PER_TASK: '3' };
    return execa('sh', [script], { env, reject: false });
  };

  it('starts a worker with the processors of its task', async () => {
    const { stdout } = await run('echo "$@"');
    expect(stdout).toBe('run --fleet /h/fleet --target clang-19-starter --jobs 3');
  });

  it('fails for a mistake, and not for findings or an interruption', async () => {
    for (const [ends, told] of [
      [0, 0],
      [1, 0],
      [130, 0],
      [2, 2],
      [3, 3],
    ])
      expect((await run(`exit ${ends}`)).exitCode, `a worker that ends with ${ends}`).toBe(told);
  });

  it('hands a signal to the worker, and waits for it', async () => {
    const worker =
      'exec node -e "process.on(\'SIGINT\', () => setTimeout(() => process.exit(130), 200)); console.log(1); setInterval(() => 0, 1000)"';
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const running = run(worker);
      await new Promise((resolve) => running.stdout.once('data', resolve));
      running.kill(signal);
      expect((await running).exitCode).toBe(0);
    }
  });
});
