/** The files of deploy: their commands are known to cgfuzz, with their flags. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { loadCommand } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { findCommand } from '../../src/cli/find-command.ts';
import { campaignFlags } from '../../src/cli/flags/campaign-flags.ts';
import { parseFlags } from '../../src/cli/flags/flags.ts';
import { parseTargetName } from '../../src/target/llvm-build/plan.ts';
import { findProfile } from '../../src/target/llvm-build/profiles.ts';
import { splitWords } from '../../src/util/split-words.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = join(import.meta.dirname, '../../deploy');
const files = readdirSync(folder);
/** A timer only names the unit that it starts. */
const withCommands = files.filter((file) => !/\.(?:timer|sysusers)$/.test(file) && file !== 'worker.sh');

it.each(withCommands)('%s has commands that cgfuzz knows', async (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
    // The words of a container's arguments are a list.
    .replaceAll(
      /^ +args:\n((?: +- \S+\n)+)/gm,
      (_, words: string) => `cgfuzz ${words.replaceAll(/\s+- /g, ' ').trim()}\n`,
    );
  const lines = [
    ...text.matchAll(/^(?!#).*?\bcgfuzz ((?:run|target|compiler|fleet|service) [^|&\n']*)/gm),
  ].map(([, words = '']) => words);
  expect(lines).toHaveLength(['cgfuzz-update.service', 'Containerfile'].includes(file) ? 2 : 1);
  for (const line of lines) {
    const [name = '', ...words] = splitWords(line.replaceAll(/"\$\w+"/g, '2').trim());
    const command = await loadCommand(findCommand(commands, name));
    expect(() => parseFlags(command.flags, words, command)).not.toThrow();
    // A service hands the words after -- to its workers.
    const [, ...ofWorkers] = line.split(' -- ');
    for (const flags of ofWorkers)
      expect(() => parseFlags(campaignFlags, splitWords(flags.trim()))).not.toThrow();
  }
});

it('the image builds a target that cgfuzz knows', () => {
  const text = readFileSync(join(folder, 'Containerfile'), 'utf8');
  const [, name = '', profile = ''] = /cgfuzz target build (\S+)(?: --profile (\S+))?/.exec(text) ?? [];
  expect(`clang-${parseTargetName(name)}-${findProfile(profile)}`).toBe('clang-19-starter');
});

it('each image has the version of the package as its tag', () => {
  const { version } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as {
    version: string;
  };
  const tags = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bcgfuzz:(\S+)/g)].map(([, tag]) => tag),
  );
  expect(new Set(tags)).toEqual(new Set([version]));
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
      /^#.*(: |  )(podman|kubectl|sbatch|systemctl|cp) /m,
    );
});

const units = files.filter((file) => file.endsWith('.service'));

it.each(units)(
  '%s has a user without rights, bounds, and does not start again after a wrong flag',
  (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const line of ['User=cgfuzz', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes'])
      expect(text).toContain(`\n${line}\n`);
    for (const key of ['MemoryMax', 'TasksMax', 'CacheDirectory', 'Environment=XDG_CACHE_HOME'])
      expect(text).toContain(`\n${key}=`);
    if (/^Restart=/m.test(text)) expect(text).toContain('\nRestartPreventExitStatus=2\n');
    if (text.includes('/srv/fleet')) expect(text).toContain('\nRequiresMountsFor=/srv/fleet\n');
  },
);

it('systemd has no complaint about the units', async () => {
  const bin = temporaryFolder();
  writeFileSync(join(bin, 'cgfuzz'), '#!/bin/sh\n', { mode: 0o755 });
  // An instance of each template; the command is looked for where the test puts it.
  const paths = units.map((file) => {
    const path = join(bin, file.replace('@.', '@1.'));
    writeFileSync(path, readFileSync(join(folder, file), 'utf8').replaceAll('=cgfuzz ', `=${bin}/cgfuzz `));
    return path;
  });
  const { all, failed, code } = await execa('systemd-analyze', ['verify', '--man=no', ...paths], {
    reject: false,
    all: true,
  });
  if (code === 'ENOENT') return;
  expect([all.split('\n').filter((line) => line.includes(bin)), failed]).toEqual([[], false]);
});

describe.each(files.filter((file) => file.endsWith('.yaml')))('%s', (file) => {
  it('is made of objects that a cluster would read, with a user without rights, and bounds', async () => {
    const program = 'import json,sys,yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))';
    const { stdout } = await execa('python3', ['-c', program], { inputFile: join(folder, file) });
    const objects = JSON.parse(stdout) as Readonly<Record<string, unknown>>[];
    const pods = objects.flatMap((object) => podsIn(object));
    expect(objects.every(({ apiVersion, kind }) => apiVersion !== undefined && kind !== undefined)).toBe(
      true,
    );
    expect(pods).toHaveLength(1);
    for (const { spec } of pods) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(10);
      for (const container of spec.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
        expect(Object.keys(container.resources.limits).toSorted()).toEqual([
          'cpu',
          'ephemeral-storage',
          'memory',
        ]);
        expect(container.image).toMatch(/^cgfuzz:\d/);
        const mounted = container.volumeMounts.map(({ name }) => name);
        const claimed = JSON.stringify(objects);
        expect(
          mounted.filter(
            (name) => !claimed.includes(`"name": "${name}"`) && !claimed.includes(`"name":"${name}"`),
          ),
        ).toEqual([]);
        // A shell as the first process ignores SIGTERM, unless it becomes the command.
        if (container.command?.[0] === 'sh') expect(container.command[2]).toMatch(/&& exec cgfuzz [^|;&]*$/);
      }
    }
  });
});

interface Pod {
  readonly spec: {
    readonly terminationGracePeriodSeconds: number;
    readonly containers: readonly {
      readonly image: string;
      readonly command?: readonly string[];
      readonly securityContext: unknown;
      readonly resources: { readonly limits: object };
      readonly volumeMounts: readonly { readonly name: string }[];
    }[];
  };
}

/** Templates of pods, wherever they are in an object. */
function podsIn(value: unknown): Pod[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('containers' in value) return [{ spec: value } as unknown as Pod];
  return Object.values(value).flatMap(podsIn);
}

it('what an image takes has no keys, no campaigns and no history', () => {
  const [, ...lines] = readFileSync(join(folder, '../.dockerignore'), 'utf8').trim().split('\n');
  expect(lines[0]).toBe('*');
  const taken = lines.slice(1).map((line) => line.replace(/^!/, ''));
  expect(taken.filter((name) => !existsSync(join(folder, '..', name)))).toEqual([]);
  expect(taken).not.toContain('.git');
});

describe('the first process of a container', () => {
  const worker =
    "exec node -e \"for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => setTimeout(() => { console.log('saved'); process.exit(130); }, 200)); console.log('begun'); setInterval(() => 0, 1000)\"";

  it('hands SIGTERM to the worker, waits for it, and has not failed', async () => {
    const bin = temporaryFolder();
    writeFileSync(join(bin, 'cgfuzz'), `#!/bin/sh\n${worker}\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env['PATH']}` };
    const words = ['--pid', '--fork', '--kill-child', '--mount-proc', 'sh', join(folder, 'worker.sh'), 'run'];
    const running = execa('unshare', words, { env, reject: false, buffer: true });
    const begun = await Promise.race([
      new Promise<boolean>((resolve) => running.stdout.once('data', () => resolve(true))),
      running.then(() => false),
    ]);
    // Without the right to make a namespace there is no container to try.
    if (!begun) return;
    const inside = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8').trim();
    process.kill(Number(inside), 'SIGTERM');
    const { stdout, exitCode } = await running;
    expect([stdout.split('\n'), exitCode]).toEqual([['begun', 'saved'], 0]);
  });

  it('fails for a mistake, and not for findings', async () => {
    const bin = temporaryFolder();
    const env = { PATH: `${bin}:${process.env['PATH']}` };
    for (const [ends, told] of [
      [0, 0],
      [1, 0],
      [130, 0],
      [2, 2],
      [137, 137],
    ] as const) {
      writeFileSync(join(bin, 'cgfuzz'), `#!/bin/sh\nexit ${ends}\n`, { mode: 0o755 });
      const { exitCode } = await execa('sh', [join(folder, 'worker.sh'), 'run'], { env, reject: false });
      expect(exitCode, `a worker that ends with ${ends}`).toBe(told);
    }
  });
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
