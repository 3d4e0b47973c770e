/** Base tests as a compiler writes them, and what the judge makes of the code. */
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { assemblyOfCase, type Case, joined } from '../../../bench/litmus/cases.ts';
import { baseTests, updateTests } from '../../../src/generators/litmus/base-tests.ts';
import {
  type Contract,
  contractOf,
  oddWidths,
  parseLine,
  simulate,
  writeThreads,
} from '../../../src/litmus/index.ts';
import { machineOf } from '../../../src/laboratory/index.ts';
import { type Judgement, judgeAssembly } from '../../../src/laboratory/litmus/judge.ts';

type Bits = (typeof oddWidths)[number];

const lines: readonly string[] = [...baseTests, ...updateTests];

function caseOf(line: string, bits?: Bits): Case {
  const { program } = parseLine(`t: ${line}`);
  const wide = {
    ...program,
    locations: program.locations.map((each) => (bits === undefined ? each : { ...each, bits })),
  };
  const contract = contractOf({ program: wide, simulation: simulate(program) });
  return { name: line, text: writeThreads(wide), contract };
}

/** Words that the judge knows the machine by, and the code of each test. */
interface Compiled {
  readonly words: readonly string[];
  readonly codeOf: (index: number) => string;
}

const compiledBefore = new Map<readonly Case[], Map<string, Compiled>>();

/** Compiles the tests, or gives what it made of the same list before. */
function compiled(cases: readonly Case[], command: string): Compiled {
  const known = compiledBefore.get(cases) ?? new Map<string, Compiled>();
  compiledBefore.set(cases, known);
  const made = known.get(command) ?? compiledAnew(cases, command);
  known.set(command, made);
  return made;
}

function compiledAnew(cases: readonly Case[], command: string): Compiled {
  const words = command.split(' ');
  const [compiler = '', ...flags] = words;
  const { status, stdout, stderr } = spawnSync(
    compiler,
    [...flags, '-w', '-std=c11', '-S', '-x', 'c', '-', '-o', '-'],
    { input: joined(cases), encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const functions = stdout.split(/(?=^T\d+_P\d:)/m);
  // Addresses that all functions share stand between them, on POWER.
  const shared = [...stdout.matchAll(/^\.LC\d+:\s+\..*$|^\s*\.set\s.*$/gm)].join('\n');
  const codeOf = (index: number): string =>
    assemblyOfCase(
      [...functions.filter((each) => each.startsWith(`T${index}_`)), `\n${shared}\n`].join(''),
      index,
    );
  return { words, codeOf };
}

/** One test, and its code as the compiler writes it. */
export function codeOfLine(line: string, command: string): { contract: Contract; code: string } {
  const made = caseOf(line);
  return { contract: made.contract, code: compiled([made], command).codeOf(0) };
}

function judged({ contract }: Case, words: readonly string[], assembly: string): Judgement {
  return judgeAssembly(contract, assembly, machineOf(words));
}

/** The answer about each test, as the compiler writes it. */
export function answersTo(cases: readonly Case[], command: string): Judgement['answer'][] {
  const { words, codeOf } = compiled(cases, command);
  return cases.map((each, index) => judged(each, words, codeOf(index)).answer);
}

/** All base tests, each in one of four widths. */
export const baseCases: readonly Case[] = lines.map((line, index) =>
  caseOf(line, [undefined, ...oddWidths][index % 4]),
);

/** One base test of six, with locations of 64 bits. */
export const someWideCases: readonly Case[] = lines
  .filter((_, index) => index % 6 === 0)
  .map((line) => caseOf(line, 64));

/** Base tests in which every order counts, and none is seq_cst. */
export const unorderedCases: readonly Case[] = lines
  .filter((line) => /rel|acq|F/.test(line) && !/[WRXA]\w*\.?sc/.test(line))
  .map((line) => caseOf(line));

/** Each line of the code that fits, changed by itself: what the judge says of it. */
export function answersWith(
  cases: readonly Case[],
  command: string,
  fits: RegExp,
  change: (line: string) => string,
): string[] {
  const { words, codeOf } = compiled(cases, command);
  return cases.flatMap((each, index) => {
    const ours = codeOf(index).split('\n');
    return ours.flatMap((line, place) => {
      if (!fits.test(line)) return [];
      const spoiled = ours.with(place, line.replace(fits, change));
      return [judged(each, words, spoiled.join('\n')).answer];
    });
  });
}

/** Answers about tests whose code a defect of the compiler changes everywhere; the others are left out. */
export function answersSpoiledBy(command: string, change: (code: string) => string): Judgement['answer'][] {
  const { words, codeOf } = compiled(baseCases, command);
  return baseCases.flatMap((each, index) => {
    const code = codeOf(index);
    const spoiled = change(code);
    return spoiled === code ? [] : [judged(each, words, spoiled).answer];
  });
}

/** Each line with one of its orders made relaxed, or one of its fences left out. */
const weaker = lines
  .filter((line) => !line.includes('sc'))
  .flatMap((line) =>
    [...line.matchAll(/(?<=[\d.])(?:acq|rel)|F\w+ /g)].map(({ 0: part, index }) => {
      const instead = part.startsWith('F') ? '' : 'rlx';
      return { line, weak: line.slice(0, index) + instead + line.slice(index + part.length) };
    }),
  );

/** Expects that code of a weaker test is wrong under the contract of the whole test; and kept, if the code orders more. */
export function expectWeakerToBeWrong(command: string, isKept: RegExp = /^$/): void {
  expect(weaker.length).toBeGreaterThanOrEqual(50);
  const { words, codeOf } = compiled(
    weaker.map(({ weak }) => caseOf(weak)),
    command,
  );
  for (const [index, { line, weak }] of weaker.entries()) {
    const { answer } = judged(caseOf(line), words, codeOf(index));
    expect(answer, `${weak} in place of ${line}`).toBe(isKept.test(weak) ? 'kept' : 'wrong');
  }
}
