/** Runs a compiler's code for a concurrent test, for `cgfuzz litmus`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryTool } from '../build/index.ts';
import { forbiddenIn, machineOf, readStressCounts, stressFiles } from '../laboratory/index.ts';
import { UserError } from '../util/user-error.ts';
import { grouped, table } from '../util/text.ts';
import type { SessionContext } from './world.ts';
import type { CompilerJudged, JudgedSubject } from './judge-compiler.ts';

/** The threads run against each other for some time, and the outcomes are counted. */
export async function stressCompiler(
  { signal }: Pick<SessionContext, 'signal'>,
  { text, contract }: JudgedSubject,
  [compiler = '', ...flags]: readonly string[],
  ms: number,
): Promise<CompilerJudged> {
  if (machineOf([compiler, ...flags]) !== 'x86-64')
    return { lines: ['not run: its code is for another machine'], isWrong: false };
  const cwd = mkdtempSync(join(tmpdir(), 'cgfuzz-stress-'));
  try {
    for (const file of [{ path: 'test.c', text }, ...stressFiles(contract)])
      writeFileSync(join(cwd, file.path), file.text);
    const make = async (file: string, ...args: string[]): Promise<void> => {
      const { code, stderr } = await tryTool(file, args, { cwd, signal });
      if (code !== 0)
        throw new UserError(`${file} does not make the program`, stderr.split('\n').slice(0, 5));
    };
    await make(compiler, ...flags, '-c', 'test.c', '-o', 'test.o');
    await make('cc', '-O2', '-w', '-pthread', 'stress.c', 'test.o', '-o', 'program');
    const { stdout } = await tryTool(join(cwd, 'program'), [String(ms / 1_000)], { cwd, signal });
    const counts = readStressCounts(stdout);
    if (counts === undefined) return { lines: ['not run: it needs two processors'], isWrong: false };
    const forbidden = new Map(forbiddenIn(contract, counts).map((each) => [each.outcome, each]));
    const rows = [...counts.counts].map(([outcome, count]) => {
      const seen = forbidden.get(outcome);
      const between = seen && `${millionths(seen.atLeast)} to ${millionths(seen.atMost)} in a million`;
      return [grouped(count), outcome, seen === undefined ? '' : `<-- forbidden, ${between}`];
    });
    const end = counts.isWhole ? '' : ', cut off: a thread does not end';
    return {
      lines: [
        `run: ${grouped(counts.rounds)} rounds${end}`,
        ...table(rows).map((line) => `  ${line.trimEnd()}`),
      ],
      isWrong: forbidden.size > 0,
    };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function millionths(part: number): string {
  return String(Number((part * 1e6).toPrecision(3)));
}
