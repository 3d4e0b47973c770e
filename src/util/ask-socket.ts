/**
 * Answers scripts from this process, whose compilers and caches are already open. Starting a new process for
 * each question would take longer than the question.
 *
 * A script sends one path and a secret to a socket on this machine, and returns the answer as its exit code.
 * Invariant: any error on the way means "no".
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

export interface AskSocket {
  /** The script that asks. */
  readonly script: string;
  close(): Promise<void>;
}

/** The path that a script asks about: the folder that it runs in, or its first argument. */
type Asked = 'folder' | 'argument';

/** Length of the secret, which nobody can guess. */
const TOKEN_BYTES = 16;

/**
 * Bash can use sockets by itself, and starts in two milliseconds; any other program would cost more than the
 * question.
 */
function client(port: number, token: string, asked: Asked): string {
  return [
    '#!/bin/bash',
    `exec 3<>/dev/tcp/127.0.0.1/${port} || exit 1`,
    `printf '%s %s\\n' ${token} "${asked === 'folder' ? '$PWD' : '$1'}" >&3`,
    'read -r answer <&3',
    '[ "$answer" = yes ]',
    '',
  ].join('\n');
}

/** Writes the script to `folder`. */
export async function openAskSocket(
  folder: string,
  asked: Asked,
  isYes: (path: string) => Promise<boolean>,
): Promise<AskSocket> {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const answer = async (connection: Socket, line: string): Promise<void> => {
    const [given, path] = [line.slice(0, token.length), line.slice(token.length + 1).trimEnd()];
    const yes = given === token && (await isYes(path).catch(() => false));
    connection.end(yes ? 'yes\n' : 'no\n');
  };
  const server = createServer((connection) => {
    connection.on('error', () => undefined);
    connection.once('data', (line) => void answer(connection, line.toString()));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const script = join(folder, 'ask.sh');
  writeFileSync(script, client((server.address() as AddressInfo).port, token, asked), { mode: 0o700 });
  return {
    script,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
