/**
 * A judge that a person gives: a command that gets two files, before and after an optimisation. It says
 * whether the second file may replace the first.
 *
 * Exit code 0 means yes and 1 means no, with the reason in the first line of the output. Any other end says
 * nothing: so a command that is missing, crashes or takes too long blames nobody.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKept } from '../../serve/index.ts';
import { removeTree } from '../../util/remove-tree.ts';
import { oracleTuning } from '../tuning.ts';

/** How to ask a judge. */
export interface JudgeCommand {
  /** The program and its own arguments; two files follow. */
  readonly words: readonly string[];
  /** The judge wants single functions; or whole programs, as an interpreter does. */
  readonly about: (typeof judgedParts)[number];
  readonly timeoutMs: number;
}

export const judgedParts = ['functions', 'programs'] as const;

export interface JudgedPair {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Names of the files, by which a judge may recognise their content. */
  readonly names: readonly [string, string];
}

export interface GivenVerdict {
  readonly kind: 'right' | 'wrong' | 'unknown';
  /** The first line of the output, or the way in which the command ended. */
  readonly says: string;
  readonly cpuMs: number;
}

export class GivenJudge {
  readonly command: JudgeCommand;
  readonly #world: Parameters<typeof runKept>[0];
  readonly #end = new AbortController();

  constructor(command: JudgeCommand, world: Parameters<typeof runKept>[0]) {
    this.command = command;
    this.#world = world;
  }

  async ask({ before, after, names }: JudgedPair): Promise<GivenVerdict> {
    const [file = '', ...args] = this.command.words;
    const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-judged-'));
    const paths = names.map((name) => join(folder, name));
    let said = '';
    const onOutput = (text: string): void => {
      said = (said + text).slice(0, oracleTuning.judgeSaidCharacters.value);
    };
    try {
      writeFileSync(paths[0]!, before);
      writeFileSync(paths[1]!, after);
      const { timeoutMs } = this.command;
      const { signal } = this.#end;
      const asked = { file, args: [...args, ...paths], folder, timeoutMs, signal, onOutput };
      const { exitCode, cannot, isLate, cpuMs, signal: killedBy } = await runKept(this.#world, asked);
      const line = said.split('\n').find((each) => each.trim() !== '') ?? '';
      if (cannot !== undefined) return { kind: 'unknown', says: `${file} cannot be run: ${cannot}`, cpuMs };
      if (isLate) return { kind: 'unknown', says: `no answer within ${timeoutMs / 1_000} s`, cpuMs };
      if (exitCode === 0 || exitCode === 1)
        return { kind: exitCode === 0 ? 'right' : 'wrong', says: line.trim(), cpuMs };
      return { kind: 'unknown', says: killedBy ?? `exit code ${exitCode}`, cpuMs };
    } finally {
      removeTree(folder);
    }
  }

  /** Ends running questions; their answer is unknown. */
  close(): void {
    this.#end.abort();
  }
}

/** IR of a program that returns 0, in which one function adds something to its argument. */
function adding(number: number): Buffer {
  return Buffer.from(
    [
      'define i32 @f(i32 %x) {',
      `  %sum = add i32 %x, ${number}`,
      '  ret i32 %sum',
      '}',
      '',
      'define i32 @main() {',
      '  %seven = call i32 @f(i32 3)',
      '  %code = sub i32 %seven, 7',
      '  ret i32 %code',
      '}',
      '',
    ].join('\n'),
  );
}

/** The reason why a judge cannot tell right from wrong in IR; undefined if it can. */
export async function findBlindJudge(judge: GivenJudge): Promise<string | undefined> {
  const names = ['before.ll', 'after.ll'] as const;
  const own = await judge.ask({ before: adding(4), after: adding(4), names });
  if (own.kind !== 'right') return `it does not say that a program may stay as it is: ${own.says}`;
  const other = await judge.ask({ before: adding(4), after: adding(5), names });
  return other.kind === 'wrong' ? undefined : `x + 5 in place of x + 4 is ${other.kind} to it: ${other.says}`;
}
