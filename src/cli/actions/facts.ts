/** The work of `cgfuzz facts`: what a program's text says, and what happens when it runs. */
import { type Analysis, FactFinder, type Facts } from '../../facts/index.ts';
import { type Program, programOf } from '../../program/index.ts';
import { splitWords } from '../../util/split-words.ts';
import { grouped, printable } from '../../util/text.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import { readInput } from '../read-input.ts';
import { worldOf } from '../../session/world.ts';

interface FactsFlags {
  readonly args: string;
  readonly listing: boolean;
  readonly json: boolean;
}

export async function factsAction(
  context: Context,
  { args, listing, json }: FactsFlags,
  [path = '-']: readonly string[],
): Promise<number> {
  if (path.endsWith('.ll'))
    throw new UserError(`facts are of C programs, and ${path} is LLVM IR`, [
      'what cgfuzz can do with LLVM IR: docs/plug-in-a-generator.md',
    ]);
  const bytes = readInput(context.cwd, path);
  const finder = await FactFinder.open(worldOf(context), { tell: (text) => context.stderr(`${text}\n`) });
  try {
    const facts = await find(finder, programOf(bytes), splitWords(args), path);
    if (json) context.stdout(`${JSON.stringify(plain(facts))}\n`);
    else if (listing) context.raw.stdout(listingOf(bytes, facts));
    else context.stdout(summaryOf(facts));
    return facts.run === undefined ? exitCodes.found : exitCodes.ok;
  } finally {
    await finder.close();
  }
}

const WHY: Readonly<Record<NonNullable<Facts['noRun']>, string>> = {
  refused: 'no compiler makes a program of it that can be run',
  endless: 'it makes more steps than any program that ends',
  slow: 'it takes too long',
  crash: 'it crashes',
  'too-much-output': 'it prints too much',
  'out-of-memory': 'it needs too much memory',
  changing: 'it does not do the same each time',
  silent: 'it ends without telling what ran, by _exit for one',
};

async function find(
  finder: FactFinder,
  program: Program,
  args: readonly string[],
  path: string,
): Promise<Facts> {
  const answer = await finder.find({ program, args });
  if (answer.kind === 'facts') return answer.facts;
  throw new UserError(`nothing is known of ${path}: clang cannot parse it`, [
    ...answer.said.trim().split('\n').slice(0, 3),
    'name folders of headers with --args "-I FOLDER"',
  ]);
}

function summaryOf({ analysis, run, noRun }: Facts): string {
  const { statements, functions, wrappers } = analysis;
  const lines = [`functions:  ${grouped(functions.length)}`];
  if (run === undefined) {
    lines.push(
      `statements: ${grouped(statements.length)}`,
      `no run:     ${noRun === undefined ? '' : WHY[noRun]}`,
    );
    return `${lines.join('\n')}\n`;
  }
  const [ran, called, fired] = [run.ran, run.called, run.fired].map((marks) => marks.filter(Boolean).length);
  lines.push(`statements: ${grouped(statements.length)}, of which ${grouped(ran ?? 0)} ran`);
  if (wrappers.length > 0)
    lines.push(
      `guards:     ${grouped(wrappers.length)}, of which ${grouped(called ?? 0)} were reached and ${grouped(fired ?? 0)} stepped in`,
    );
  lines.push(`exit code:  ${run.exitCode}`, 'prints:');
  const printed = Buffer.from(run.stdout).toString();
  return `${lines.join('\n')}\n${printed === '' ? '  nothing\n' : indented(printed)}`;
}

function indented(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}

/**
 * Each line has a sign: + and - mark lines on which statements begin. A line with several statements counts
 * as run if one of them runs.
 */
function listingOf(bytes: Uint8Array, { analysis, run }: Facts): string {
  const signs = new Map<number, string>();
  for (const [index, line] of linesOfStatements(bytes, analysis).entries())
    if (run !== undefined && signs.get(line) !== '+') signs.set(line, run.ran[index] === true ? '+' : '-');
  const lines = Buffer.from(bytes).toString().replace(/\n$/, '').split('\n');
  return lines.map((text, line) => `${signs.get(line) ?? ' '} ${text}\n`).join('');
}

function linesOfStatements(bytes: Uint8Array, { statements }: Analysis): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ends.push(at);
  let line = 0;
  return statements.map(({ begin }) => {
    while (line > 0 && ends[line - 1]! >= begin) line--;
    while (line < ends.length && ends[line]! < begin) line++;
    return line;
  });
}

/** Bytes as text, since JSON holds no bytes. */
function plain({ run, ...rest }: Facts): unknown {
  return { ...rest, run: run && { ...run, stdout: Buffer.from(run.stdout).toString() } };
}
