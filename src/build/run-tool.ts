/**
 * Runs a tool to its end and returns its result; the tool dies with this process, and an error holds the
 * tool's whole message.
 */
import { execa } from 'execa';
import { UserError } from '../util/user-error.ts';

export interface ToolOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Receives the tool's output while the tool runs. */
  readonly onOutput?: (text: string) => void;
}

export interface ToolResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function tryTool(
  file: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<ToolResult> {
  const { signal, onOutput, ...rest } = options;
  // Not even SIGKILL of this process leaves the tool running.
  const running = execa('setpriv', ['--pdeathsig', 'KILL', '--', file, ...args], {
    reject: false,
    maxBuffer: 1 << 28,
    ...(options.input === undefined ? { stdin: 'ignore' } : {}),
    ...(signal ? { cancelSignal: signal } : {}),
    ...rest,
  });
  if (onOutput)
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (bytes: Buffer) => onOutput(bytes.toString()));
  const result = await running;
  signal?.throwIfAborted();
  return {
    code: result.exitCode ?? 1,
    stdout: result.stdout,
    stderr: result.stderr || result.shortMessage || '',
  };
}

export async function runTool(
  file: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await tryTool(file, args, options);
  if (code === 0) return stdout;
  if (stderr.startsWith('setpriv: failed to execute'))
    throw new UserError(`there is no ${file} here`, [`by hand: sudo apt-get install ${file}`]);
  throw failure(`${file} failed`, stderr || stdout);
}

/**
 * Words by which tools report a full disk. The linker writes through memory: if the disk has no room for a
 * page, the linker gets a bus error. The archiver may report only how much it wrote, and apt reports in
 * advance that the packages would not fit.
 */
const FULL_DISK =
  /no space left on device|disk quota exceeded|unable to execute command: Bus error|wrote only \d+ of \d+ bytes|enough free space/i;

export function isOfFullDisk(said: string): boolean {
  return FULL_DISK.test(said);
}

/** Makes the error for a failed tool: a full disk gets a message of its own. */
export function failure(what: string, said: string): UserError {
  const lines = said.trim().split('\n');
  if (isOfFullDisk(said)) {
    return new UserError(`${what}: the disk is full`, [
      'free some space, or set XDG_CACHE_HOME to a folder on another disk',
      'then the same command again: it goes on where it stopped',
    ]);
  }
  const telling = lines.filter((line) => /error|E:|fatal|undefined/i.test(line)).slice(0, 8);
  return new UserError(what, telling.length > 0 ? telling : lines.slice(-5));
}
