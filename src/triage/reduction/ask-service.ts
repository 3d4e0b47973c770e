/**
 * Answers interestingness scripts from this process, whose compilers and caches are already open. Starting
 * cgfuzz anew for each question would take longer than the question.
 *
 * The script sends its folder and a secret to a socket on this machine, and returns the answer as its exit
 * code. Invariant: any error on the way means "no".
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Program, type ProgramFile, withFiles } from '../../program/index.ts';
import { triageTuning } from '../tuning.ts';

export interface AskService {
  /** The script to run in a folder with the program's files. */
  readonly script: string;
  close(): Promise<void>;
}

const TOKEN_BYTES = triageTuning.tokenBytes.value;

/**
 * Bash can use sockets by itself, and starts in two milliseconds; any other program would cost more than the
 * question.
 */
function client(port: number, token: string): string {
  return [
    '#!/bin/bash',
    `exec 3<>/dev/tcp/127.0.0.1/${port} || exit 1`,
    `printf '%s %s\\n' ${token} "$PWD" >&3`,
    'read -r answer <&3',
    '[ "$answer" = yes ]',
    '',
  ].join('\n');
}

/** Writes the script to `folder`; `like` tells the names of the program's files. */
export async function openAskService(
  folder: string,
  like: Program,
  isInteresting: (program: Program) => Promise<boolean>,
): Promise<AskService> {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const answer = async (connection: Socket, line: string): Promise<void> => {
    const [given, cwd] = [line.slice(0, token.length), line.slice(token.length + 1)];
    const isYes =
      given === token && (await isInteresting(readProgram(cwd.trimEnd(), like)).catch(() => false));
    connection.end(isYes ? 'yes\n' : 'no\n');
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
  writeFileSync(script, client((server.address() as AddressInfo).port, token), { mode: 0o700 });
  return {
    script,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads the existing files of the program. */
function readProgram(folder: string, like: Program): Program {
  const there = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const read = ({ path }: ProgramFile): ProgramFile => ({ path, bytes: readFileSync(join(folder, path)) });
  return withFiles(like, like.files.filter(({ path }) => there.has(path)).map(read));
}
