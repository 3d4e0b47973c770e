/** Answers interestingness scripts about a folder with a program's files, from this process. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, type ProgramFile, withFiles } from '../../program/index.ts';
import { type AskSocket, openAskSocket } from '../../util/ask-socket.ts';

/** Writes the script to `folder`; `like` tells the names of the program's files. */
export async function openAskService(
  folder: string,
  like: Program,
  isInteresting: (program: Program) => Promise<boolean>,
): Promise<AskSocket> {
  return openAskSocket(folder, 'folder', async (asked) => isInteresting(readProgram(asked, like)));
}

/** Reads the existing files of the program. */
function readProgram(folder: string, like: Program): Program {
  const there = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const read = ({ path }: ProgramFile): ProgramFile => ({ path, bytes: readFileSync(join(folder, path)) });
  return withFiles(like, like.files.filter(({ path }) => there.has(path)).map(read));
}
