/**
 * Tests each program only once, whatever its layout: reducers of text try the same tokens again and again, in
 * other lines.
 *
 * The result must be tested again at the end, in its own layout: a line number may matter after all.
 */
import { createHash } from 'node:crypto';
import type { Program } from '../../program/index.ts';
import { tokensKey } from '../../reduce/index.ts';

export function rememberAnswers(
  ask: (program: Program) => Promise<boolean>,
): (program: Program) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return (program) => {
    const key = keyOf(program);
    const answer = answers.get(key) ?? ask(program);
    answers.set(key, answer);
    return answer;
  };
}

function keyOf({ files }: Program): string {
  const hash = createHash('sha1');
  for (const { path, bytes } of files)
    hash.update(`${path}\0${tokensKey(Buffer.from(bytes).toString('latin1'))}\0`);
  return hash.digest('base64');
}
