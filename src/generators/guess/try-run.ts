/** A generator by itself, as a person starts it: the text that it writes, and the place of this text. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '../../program/index.ts';
import type { Output } from '../../source/index.ts';

/** A generator that takes longer by itself would make few tests. */
const RUN_MS = 20_000;
const MOST_BYTES = 64 * 2 ** 20;

export interface TrialRun {
  readonly writes: Output;
  readonly text: string;
  readonly language: Language;
}

/** The text of one run; or, as a string, the reason why there is none. */
export async function tryRun(
  [program, ...words]: readonly [string, ...string[]],
  signal: AbortSignal,
): Promise<TrialRun | string> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-try-'));
  try {
    const ran = await runOnce(program, words, folder, signal);
    if (typeof ran === 'string') return ran;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .toSorted();
    if (ran.text.trim() !== '')
      return { writes: { to: 'stdout' }, text: ran.text, language: languageOf(ran.text, '') };
    const main = files.find((path) => languageOf('', path) !== 'text') ?? files[0];
    if (main === undefined)
      return 'it prints nothing and writes no file: it may need words, as in a definition with command: [...]';
    const text = readFileSync(join(folder, main)).toString();
    const writes: Output = files.length === 1 ? { to: 'file', path: main } : { to: 'folder', main };
    return { writes, text, language: languageOf(text, main) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The standard output of a run that ended well. */
class Printed {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function runOnce(
  program: string,
  words: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<Printed | string> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { cwd, signal, timeout: RUN_MS, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    let [bytes, complaint] = [0, ''];
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > MOST_BYTES) child.kill();
      else said.push(part);
    });
    child.stderr.on('data', (part: Buffer) => (complaint = `${complaint}${part.toString()}`.slice(0, 2_000)));
    child.on('error', (error) => resolve(`it cannot be started: ${error.message}`));
    child.on('close', (code, ended) => {
      if (code === 0) return resolve(new Printed(Buffer.concat(said).toString()));
      const first = complaint.trim().split('\n')[0] ?? '';
      const how = ended === null ? `with exit code ${code}` : `by ${ended}`;
      resolve(`it ends ${how}${first === '' ? '' : `: ${first}`}`);
    });
  });
}

/** By the ending of its file if that says it, and by the text otherwise. */
export function languageOf(text: string, path: string): Language {
  const ending = /\.(\w+)$/.exec(path)?.[1];
  if (ending === 'c' || ending === 'i') return 'c';
  if (ending !== undefined && ['cc', 'cpp', 'cxx', 'C'].includes(ending)) return 'c++';
  if (ending === 'll') return 'llvm-ir';
  if (/^define .*@.*\{$/m.test(text)) return 'llvm-ir';
  const isC =
    /^\s*#\s*include\s*[<"]/m.test(text) ||
    /\b(?:int|void)\s+main\s*\(/.test(text) ||
    /^(?:static |extern )?(?:unsigned |signed |const )*(?:int|void|char|long|short|double|float|struct \w+)\b[\s*]+\w+\s*(?:\([^;{}]*\)\s*\{|[;=[])/m.test(
      text,
    );
  if (!isC) return 'text';
  return /\bstd::|\btemplate\s*<|\bnamespace\b|^\s*class \w+|#\s*include\s*<(?:iostream|vector|string|array|cstdint|cstdio)>/m.test(
    text,
  )
    ? 'c++'
    : 'c';
}
