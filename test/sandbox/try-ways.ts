/**
 * Tries ways out of the sandbox (ways/) in one situation. Whatever a program does, it reaches nothing outside, and passes
 * no limit by more than a tenth. Nothing of it is left, and the sandbox goes on.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { instrumentationFolder } from '../../src/build/places.ts';
import type { SandboxWorld } from '../../src/sandbox/index.ts';
import { runLimits, Sandbox, type Run } from '../../src/sandbox/sandbox.ts';
import { PLAIN_USER, type Situation } from './situations.ts';

/** Found from a room of the package, since the bench runs a compiled copy of this file. */
const sources = join(instrumentationFolder, '../test/sandbox/ways');
/** Processes of ways are told by the file that they execute, which no program can change. */
const PROGRAM = `cgfuzz-way-${process.pid}`;
const MB = 2 ** 20;
/** A shorter time than usual, since many ways never end; a tenth of the usual one may pass until all has ended. */
const limits = { ...runLimits, wallMs: 2_000 };
const MOST_FOLDER_MB = 256;
const MOST_FILE_MB = 48;
const TENTH = 1.1;

/** Every way by its name, as the program itself has them. */
export const ways: readonly string[] = ['memory', 'processes', 'reach'].flatMap((kind) =>
  [...readFileSync(join(sources, `${kind}.c`), 'utf8').matchAll(/^ {4}\{"([\w-]+)", \w+\},$/gm)].map(
    ([, name = '']) => name,
  ),
);

/** Ways that the sandbox does not hold off without namespaces, as docs/oracles.md says. */
const needNamespaces = new Set(['write-outside', 'write-of-others']);

/** Without namespaces, Landlock alone keeps signals to other processes of the user away: from Linux 6.12 on. */
const needScopes = new Set(['signal-all', 'signal-others', 'signal-by-owner']);
const [major = 0, minor = 0] = release().split('.').map(Number);
const hasScopes = major > 6 || (major === 6 && minor >= 12);

/** The ways that this sandbox says it holds off. */
export function heldHere({ hasNamespaces }: Situation, names: readonly string[]): string[] {
  return names.filter(
    (way) => hasNamespaces || (!needNamespaces.has(way) && (hasScopes || !needScopes.has(way))),
  );
}

export interface Tried {
  readonly way: string;
  /** Each complaint is a failure of the sandbox. */
  readonly complaints: readonly string[];
  readonly held: number;
  readonly elapsedMs: number;
}

export interface Trial {
  readonly world: SandboxWorld;
  readonly situation: Situation;
  readonly names: readonly string[];
}

/** Tries them one after the other, in one sandbox. */
export async function* tryWays({ world, situation, names }: Trial): AsyncGenerator<Tried> {
  const folder = mkdtempSync('/var/lib/cgfuzz-ways-');
  chmodSync(folder, 0o755);
  const program = join(folder, PROGRAM);
  const files = ['memory.c', 'processes.c', 'reach.c'].map((name) => join(sources, name));
  execaSync('gcc', ['-w', '-O1', '-pthread', ...files, '-o', program]);
  const { name: _, hasNamespaces: _has, ...start } = situation;
  const cache = join(folder, 'cache');
  const sandbox = await Sandbox.open({ ...world, cache }, start);
  const other = startOther(situation);
  try {
    for (const way of heldHere(situation, names)) yield await tryWay(way, { sandbox, program, other });
  } finally {
    await sandbox.close();
    other.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

/** Another process of the sandbox's user, which no program may touch. */
function startOther({ under = [] }: Situation): ChildProcess {
  const user = under.includes('setpriv') ? { uid: PLAIN_USER, gid: PLAIN_USER } : {};
  return spawn('sleep', ['1000'], { stdio: 'ignore', ...user });
}

interface Ground {
  readonly sandbox: Sandbox;
  readonly program: string;
  readonly other: ChildProcess;
}

async function tryWay(way: string, { sandbox, program, other }: Ground): Promise<Tried> {
  const server = sandbox.pid;
  const words = [`./${PROGRAM}`, way, String(server), String(other.pid)];
  const begin = performance.now();
  const [run] = await sandbox.run({
    files: [{ path: PROGRAM, bytes: readFileSync(program) }],
    commands: [words],
    limits,
  });
  const elapsedMs = performance.now() - begin;
  if (run === undefined) return { way, complaints: ['no answer'], held: 0, elapsedMs };
  const held = run.stdout.startsWith('.') ? run.stdout.length : 0;
  const complaints = [
    ...[...run.stdout.matchAll(/^\.*ESCAPED (.*)$/gm)].map(([, how]) => `it got out: ${how}`),
    ...passedLimits(way, run, held, elapsedMs),
    ...(await left(sandbox, server)),
    ...(stateOf(other.pid) === 'S' ? [] : [`a process outside is ${stateOf(other.pid)}`]),
  ];
  if (other.pid !== undefined && stateOf(other.pid) === 'T') process.kill(other.pid, 'SIGCONT');
  return { way, complaints, held, elapsedMs };
}

function passedLimits(way: string, run: Run, held: number, elapsedMs: number): string[] {
  const most =
    way.startsWith('fill-') && !/pipes|sockets/.test(way) ? MOST_FOLDER_MB : limits.memoryBytes / MB;
  return [
    ...(held > most * TENTH ? [`it held ${held} MB of ${most}, and ended by ${run.end}`] : []),
    ...(run.stdout.length > MOST_FILE_MB * TENTH * MB ? [`it printed ${run.stdout.length} bytes`] : []),
    ...(elapsedMs > limits.wallMs + runLimits.wallMs * (TENTH - 1)
      ? [`it took ${Math.round(elapsedMs)} ms`]
      : []),
    ...(run.end === 'not-run' || run.exitCode === 127 ? [`it did not run: ${run.stderr}`] : []),
  ];
}

/** Complaints about things that a run left: processes, folders, a sandbox that is not as before. */
async function left(sandbox: Sandbox, server: number | undefined): Promise<string[]> {
  const complaints: string[] = [];
  const stragglers = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isOfWay(pid));
  if (stragglers.length > 0)
    complaints.push(
      `${stragglers.length} processes are left: ${stragglers.slice(0, 3).map(describeProcess).join('; ')}`,
    );
  for (const pid of stragglers) execaSync('kill', ['-9', pid], { reject: false });
  if (sandbox.pid !== server) complaints.push('the server of the sandbox ended');
  const folders = readdirSync('/dev/shm').filter((name) => name.startsWith(`cgfuzz-sandbox-${server}-`));
  if (folders.length > 0) complaints.push(`folders are left: ${folders.join(' ')}`);
  const [next] = await sandbox.run({ files: [], commands: [['sh', '-c', 'ls -A; echo fine']], limits });
  if (next?.stdout !== 'fine\n') complaints.push(`the next program said ${next?.end} ${next?.stdout}`);
  const escaped = ['/', '/etc', '/tmp', '/var/tmp', '/dev/shm', '/root', '/run', '/var/lib'].map((place) =>
    join(place, 'cgfuzz-escaped'),
  );
  for (const path of escaped.filter((each) => existsSync(each))) {
    complaints.push(`${path} was written`);
    rmSync(path, { recursive: true });
  }
  return complaints;
}

function isOfWay(pid: string): boolean {
  try {
    return new RegExp(`/${PROGRAM}( \\(deleted\\))?$`).test(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return false;
  }
}

/** Its state, its name and the file that it executes. */
function describeProcess(pid: string): string {
  try {
    return `${readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(0, 5).join(' ')} ${readlinkSync(`/proc/${pid}/exe`)}`;
  } catch {
    return 'gone by now';
  }
}

function stateOf(pid: number | undefined): string {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '?';
  } catch {
    return 'gone';
  }
}
