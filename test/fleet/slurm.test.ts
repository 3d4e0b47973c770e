/** The script for Slurm, under a real Slurm of one node. Its workers only say what they were told. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { freePort } from './nats-server.ts';

const script = join(import.meta.dirname, '../../deploy/slurm.sh');
const node = hostname().split('.')[0]!;

/** Without keys and control groups, so that it needs no service and no rights. */
async function configuration(folder: string): Promise<string> {
  const user = userInfo().username;
  return `ClusterName=test
SlurmctldHost=${node}(127.0.0.1)
SlurmUser=${user}
SlurmdUser=${user}
AuthType=auth/none
CredType=cred/none
SlurmctldPort=${await freePort()}
SlurmdPort=${await freePort()}
StateSaveLocation=${join(folder, 'state')}
SlurmdSpoolDir=${join(folder, 'spool')}
SlurmctldPidFile=${join(folder, 'slurmctld.pid')}
SlurmdPidFile=${join(folder, 'slurmd.pid')}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=${node} NodeAddr=127.0.0.1 CPUs=8 RealMemory=8000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
`;
}

const worker = `#!/usr/bin/env node
const { writeFileSync } = require('node:fs');
process.on('SIGINT', () => process.exit(130));
writeFileSync(process.env.TOLD + process.env.SLURM_ARRAY_TASK_ID, process.argv.slice(2).join(' '));
setInterval(() => 0, 1000);
`;

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await setTimeout(100);
}

function startService(file: string, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const running = spawn(file, words, { env, stdio: 'ignore' });
  onTestFinished(() => void running.kill('SIGKILL'));
  return running;
}

it('Slurm starts a worker for each task of an array, and a worker that is interrupted has not failed', async () => {
  const folder = temporaryFolder();
  for (const name of ['bin', 'state', 'spool']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'bin/cgfuzz'), worker, { mode: 0o755 });
  const file = join(folder, 'slurm.conf');
  writeFileSync(file, await configuration(folder));
  const told = join(folder, 'told-');
  const path = `${join(folder, 'bin')}:${process.env['PATH']}:/usr/sbin`;
  const env = { ...process.env, PATH: path, HOME: folder, SLURM_CONF: file, TOLD: told };
  startService('slurmctld', ['-D', '-f', file], env);
  startService('slurmd', ['-D', '-f', file, '-N', node], env);
  const ask = async (command: string, ...words: readonly string[]): Promise<string> =>
    (await execa(command, words, { env, reject: false })).stdout;
  await until(async () => (await ask('sinfo', '-h', '-o', '%T')) === 'idle');

  const job = await ask('sbatch', '--parsable', '--array=0-1', `--output=${folder}/said-%a`, script);
  onTestFinished(async () => {
    await ask('scancel', job);
    await until(async () => (await ask('squeue', '-h')) === '');
  });
  await until(() => [0, 1].every((task) => existsSync(`${told}${task}`)));
  for (const task of [0, 1])
    expect(readFileSync(`${told}${task}`, 'utf8')).toBe(
      `run --fleet ${folder}/fleet --target clang-19-starter --jobs 2`,
    );
  await ask('scancel', '--batch', '--signal=INT', job);
  await until(async () => (await ask('squeue', '-h')) === '');
  const states = [...(await ask('scontrol', 'show', 'job', job)).matchAll(/JobState=(\w+)/g)];
  expect(states.map(([, state]) => state)).toEqual(['COMPLETED', 'COMPLETED']);
}, 120_000);
