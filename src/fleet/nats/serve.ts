/** Runs the server of a fleet until a signal ends it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { UserError } from '../../util/user-error.ts';

export interface ServeOptions {
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  /** Arguments for the server besides its configuration. */
  readonly args?: readonly string[];
}

/** The first release that mends the published defects of older ones. */
const SAFE = [2, 11, 16] as const;

export async function serve(folder: string, { signal, say, args = [] }: ServeOptions): Promise<void> {
  if (!existsSync(join(folder, 'server.conf')))
    throw new UserError(`${folder} has no server.conf`, [`make one: cgfuzz fleet init ${folder}`]);
  const { stdout, failed } = await execa('nats-server', ['--version'], { reject: false });
  if (failed)
    throw new UserError('nats-server is not installed', [
      'apt install nats-server; or a newer one from its makers',
    ]);
  const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '0.0.0';
  say(`nats-server ${version}`);
  if (isOld(version))
    say('this release has published defects: keep it in a network that you trust, or bring a newer one');
  const running = execa('nats-server', ['-c', 'server.conf', ...args], {
    cwd: folder,
    reject: false,
    cancelSignal: signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { isCanceled, stderr, exitCode } = await running;
  if (!isCanceled && exitCode !== 0)
    throw new UserError(`nats-server ended with ${exitCode}`, stderr.split('\n').filter(Boolean).slice(-3));
}

function isOld(version: string): boolean {
  const numbers = version.split('.').map(Number);
  for (const [index, least] of SAFE.entries()) {
    const number = numbers[index] ?? 0;
    if (number !== least) return number < least;
  }
  return false;
}
