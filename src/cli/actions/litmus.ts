/** The work of `cgfuzz litmus`: the outcomes that the memory model of C allows a small concurrent program. */
import { hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import {
  CONTRACT_FILE,
  contractOf,
  explainForbidden,
  type Explanation,
  holds,
  type LitmusText,
  observedName,
  parseLine,
  readCLitmus,
  readContract,
  simulate,
  type Simulation,
  valuesOf,
  writeThreads,
} from '../../litmus/index.ts';
import { UserError } from '../../util/user-error.ts';
import { splitWords } from '../../util/split-words.ts';
import { counted, printable, table } from '../../util/text.ts';
import { type Context, exitCodes } from '../command.ts';
import { type JudgedSubject, judgeCompiler } from '../../session/judge-compiler.ts';
import { readInput } from '../read-input.ts';
import { stressCompiler } from '../../session/stress-compiler.ts';

interface LitmusFlags {
  readonly compiler: string | undefined;
  readonly run: number | undefined;
  readonly all: boolean;
}

export async function litmusAction(
  context: Context,
  { all, compiler, run }: LitmusFlags,
  [path = '-']: readonly string[],
): Promise<number> {
  const read = (from: string): string => new TextDecoder().decode(readInput(context.cwd, from));
  const contracted = basename(path) === CONTRACT_FILE ? contractedTest(path, read) : undefined;
  const test = contracted?.test ?? readTest(read(path));
  const simulation = simulate(test.program);
  const lines = [...header(test, simulation), ...answer(test, simulation), ''];
  if (simulation.race === undefined) lines.push(...explanations(test, all));
  const say = (said: readonly string[]): void =>
    context.stdout(said.map((line) => `${printable(line)}\n`).join(''));
  say(lines);
  if (simulation.race !== undefined) return exitCodes.found;
  if (compiler === undefined && run !== undefined) {
    throw new UserError('--run runs what a compiler made', ["as in: --compiler 'gcc -O2' --run 2s"]);
  }
  if (compiler === undefined) return exitCodes.ok;
  const subject = contracted?.subject ?? {
    text: writeThreads(test.program),
    contract: contractOf({ program: test.program, simulation }),
  };
  const judgement = await judgeCompiler(context, subject, splitWords(compiler));
  say(judgement.lines);
  const seen =
    run === undefined ? undefined : await stressCompiler(context, subject, splitWords(compiler), run);
  say(seen?.lines ?? []);
  return judgement.isWrong || seen?.isWrong === true ? exitCodes.found : exitCodes.ok;
}

/** The file of a program of the source `litmus` that is compiled. */
const PROGRAM_FILE = 'test.c';
/** The greatest number of explained outcomes, unless the person asks for all. */
const USUAL_EXPLANATIONS = 4;

/** A program of the source `litmus`: the contract, and the program's text. */
function contractedTest(
  path: string,
  read: (path: string) => string,
): { readonly test: LitmusText; readonly subject: JudgedSubject } {
  const text = read(join(dirname(path), PROGRAM_FILE));
  const contract = readContract(read(path), hash('sha256', text));
  return { test: readCLitmus(contract.test), subject: { text, contract } };
}

function readTest(text: string): LitmusText {
  // The short notation is one line that begins with a name and a colon.
  if (!/^\s*[^\s:]+:.*\s*$/.test(text)) return readCLitmus(text);
  const { program, asked } = parseLine(text.trim());
  const values = valuesOf(asked);
  const parts = program.observed.map((observed) => ({
    kind: 'is' as const,
    observed,
    value: values.get(observedName(observed))!,
    isEqual: true,
  }));
  return { program, question: { quantifier: 'exists', condition: { kind: 'and', parts } } };
}

function isAsked({ question }: LitmusText, outcome: string): boolean {
  const values = valuesOf(outcome);
  return holds(question.condition, (observed) => values.get(observedName(observed)) ?? 0);
}

function header(test: LitmusText, { outcomes, candidates, race }: Simulation): string[] {
  const { name, threads, locations } = test.program;
  const title = `${name}: ${counted(threads.length, 'thread')}, ${counted(locations.length, 'location')}, ${counted(candidates, 'candidate execution')}`;
  if (race !== undefined) {
    return [
      title,
      '',
      `It races: ${race}.`,
      'A program that races has no meaning in C: anything may happen.',
    ];
  }
  const rows = [...outcomes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([outcome, permission]) => [
      permission,
      outcome || '(nothing is observed)',
      isAsked(test, outcome) ? '<-- asked' : '',
    ]);
  return [title, '', ...table(rows).map((line) => line.trimEnd()), ''];
}

function answer(test: LitmusText, { outcomes, race }: Simulation): string[] {
  if (race !== undefined) return [];
  const { quantifier } = test.question;
  const allowed = [...outcomes].filter(([, permission]) => permission === 'allowed');
  const count = allowed.filter(([outcome]) => isAsked(test, outcome)).length;
  if (quantifier === 'exists') {
    const isTolerated = count === 0 && [...outcomes.keys()].some((outcome) => isAsked(test, outcome));
    return [`What it asks for is ${count > 0 ? 'allowed' : isTolerated ? 'only tolerated' : 'forbidden'}.`];
  }
  const isTrue = quantifier === 'not exists' ? count === 0 : count === allowed.length;
  return [`What it claims is ${isTrue ? 'true' : 'false'}.`];
}

function explanations(test: LitmusText, all: boolean): string[] {
  const found = explainForbidden(test.program);
  if (found === undefined) return ['There are too many candidate executions to say what forbids the others.'];
  const sorted = [...found].toSorted(
    ([a], [b]) => Number(isAsked(test, b)) - Number(isAsked(test, a)) || (a < b ? -1 : 1),
  );
  const shown = all ? sorted : sorted.slice(0, USUAL_EXPLANATIONS);
  const more = sorted.length - shown.length;
  return [
    ...shown.flatMap(([outcome, explanation]) => explanationText(outcome, explanation)),
    ...(more > 0 ? [`${more} more outcomes are not allowed; --all explains them.`] : []),
  ];
}

function explanationText(outcome: string, { axiom, broken, circle, candidates }: Explanation): string[] {
  const counts = [...broken].map(([name, count]) => `${count} by ${name}`).join(', ');
  const rows = circle.map(({ event, edge }, index) => [
    '',
    event,
    index + 1 < circle.length ? edge : `${edge}, back to the first`,
  ]);
  return [
    `not allowed: ${outcome}`,
    `  ${counted(candidates, 'candidate execution')}, ruled out: ${counts}`,
    `  one that breaks ${axiom}:`,
    ...leftAligned(rows),
    '',
  ];
}

function leftAligned(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([, event = '']) => event.length));
  return rows.map(([, event = '', edge = '']) => `    ${event.padEnd(width)}  --${edge}-->`.trimEnd());
}
