/**
 * One run of a program with counters: the statements that ran, the guards that stepped in, and the output.
 *
 * Tcc compiles the program for a tenth of other compilers' time; a program that tcc refuses goes to clang,
 * then to gcc. Compiling and running happen in the sandbox. Invariant: for a program without undefined
 * behaviour, the result depends neither on the compiler nor on the machine's speed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, instrumentationFolder, newestCompiler } from '../build/index.ts';
import { type Program, type ProgramFile, besideIn, commandWithInput, forTcc } from '../program/index.ts';
import type { Run, Sandbox } from '../sandbox/index.ts';
import type { Analysis, NoRun, RunFacts, SeenValues } from './facts.ts';
import { instrument } from './instrument.ts';
import { factsTuning } from './tuning.ts';
import { type Watch, watchesIn } from './watch.ts';

export interface ProfilingCompiler {
  readonly name: string;
  readonly args: readonly string[];
}

export interface RunQuestion {
  readonly program: Program;
  readonly analysis: Analysis;
  /** Flags of the language. */
  readonly args: readonly string[];
  /** True if every wrapper call is listed, and the wrappers come from Csmith's usual header. */
  readonly logsWrappers: boolean;
  readonly isTwice: boolean;
  /** True if values of variables are wanted as well. */
  readonly notesValues: boolean;
}

export type Profiled = { readonly cpuMs: number } & (
  | { readonly kind: 'ran'; readonly run: RunFacts }
  /** `said`: by the compiler. */
  | { readonly kind: 'none'; readonly why: NoRun; readonly said?: string }
);

const limits = {
  cpuMs: factsTuning.runCpuMs.value,
  wallMs: factsTuning.runWallMs.value,
  memoryBytes: factsTuning.runMemoryBytes.value,
};

/** Installed compilers that can profile, the cheapest first. */
export function profilingCompilers(searchPath: string): ProfilingCompiler[] {
  const tcc = findProgram('tcc', searchPath) === undefined ? [] : ['tcc'];
  const others = (['clang', 'gcc'] as const).flatMap(
    (family) => newestCompiler(family, searchPath)?.name ?? [],
  );
  return [...tcc, ...others].map((name) => ({ name, args: name === 'tcc' ? ['-w'] : ['-w', '-O0'] }));
}

const REPORT = 'cgfuzz-report.c';
/**
 * Csmith's header includes this file if it logs wrappers; it would also print the log, unless told otherwise.
 */
const WRAPPERS = 'wrapper.h';

export async function profile(
  sandbox: Sandbox,
  { name, args }: ProfilingCompiler,
  question: RunQuestion,
): Promise<Profiled> {
  const { program, analysis, logsWrappers, isTwice, notesValues } = question;
  const main = program.files.find(({ path }) => path === program.main)!.bytes;
  const watches = notesValues ? watchesIn(main, analysis) : [];
  const { text, marks } = instrument(main, analysis, { logsWrappers, watches });
  const isTcc = name === 'tcc';
  const files = [
    ...program.files.map((file) => fileFor(file, file.path === program.main ? text : file.bytes, isTcc)),
    { path: REPORT, bytes: reportSource() },
    ...(logsWrappers ? [{ path: WRAPPERS, bytes: wrapperHeader(analysis.wrappers.length) }] : []),
  ];
  const counts = [
    `-DCGFUZZ_MARKS=${analysis.statements.length + analysis.operands.length}`,
    `-DCGFUZZ_WRAPPERS=${logsWrappers ? analysis.wrappers.length : 0}`,
    `-DCGFUZZ_WATCHES=${watches.length}`,
    `-DCGFUZZ_MOST_SEEN=${watches.length === 0 ? 0 : factsTuning.maxSeen.value}`,
    `-DCGFUZZ_STEPS=${factsTuning.maxSteps.value}`,
  ];
  const sources = [program.main, ...besideIn(program).map((each) => each.main), REPORT];
  const logging = logsWrappers ? ['-DLOG_WRAPPERS', '-I.'] : [];
  const compile = [
    name,
    ...args,
    ...question.args,
    ...logging,
    ...counts,
    ...sources,
    '-o',
    'program',
    '-lm',
  ];
  const once = commandWithInput(['./program'], program.files);
  const runs = isTwice ? [once, once] : [once];
  const [compiled, ...ran] = await sandbox.run({ files, commands: [compile, ...runs], limits });
  const cpuMs = [compiled, ...ran].reduce((sum, each) => sum + (each?.cpuMs ?? 0), 0);
  if (compiled?.end !== 'exit' || compiled.exitCode !== 0)
    return { kind: 'none', why: 'refused', said: compiled?.stderr ?? '', cpuMs };
  const [first, second] = ran.map((each) => factsIn(each, { analysis, marks, logsWrappers, watches }));
  if (typeof first !== 'object') return { kind: 'none', why: first ?? 'silent', cpuMs };
  if (isTwice && !isSame(first, second)) return { kind: 'none', why: 'changing', cpuMs };
  return { kind: 'ran', run: first, cpuMs };
}

function fileFor({ path }: ProgramFile, bytes: Uint8Array, isTcc: boolean): ProgramFile {
  return { path, bytes: isTcc ? forTcc(bytes) : bytes };
}

let report: Uint8Array | undefined;

function reportSource(): Uint8Array {
  return (report ??= readFileSync(join(instrumentationFolder, 'analyser', 'report.c')));
}

function wrapperHeader(count: number): Uint8Array {
  return new TextEncoder().encode(`#define N_WRAP ${count}\n#undef LOG_WRAPPERS\n`);
}

interface Meaning {
  readonly analysis: Analysis;
  readonly marks: readonly number[];
  readonly logsWrappers: boolean;
  readonly watches: readonly Watch[];
}

function factsIn(run: Run, { analysis, marks, logsWrappers, watches }: Meaning): RunFacts | NoRun {
  const { statements, wrappers, operands } = analysis;
  const { end, exitCode, stdout, stderr } = run;
  if (stderr.includes('\ncgfuzz-cut\n')) return 'endless';
  if (end === 'timeout') return 'slow';
  if (end === 'too-much-output' || end === 'out-of-memory') return end;
  if (end !== 'exit') return 'crash';
  const [ran, begun = '', called, fired, seen] = /\ncgfuzz-ran (.*)\n$/.exec(stderr)?.[1]?.split(' ') ?? [];
  if (ran === undefined) return 'silent';
  const bits = bitsOf(ran, statements.length + operands.length);
  const isMarked = marks.map((own) => own < 0 || bits[own] === true);
  const often = bitsOf(begun, statements.length);
  // A jump into the middle of a statement skips the mark of that statement.
  for (let index = statements.length - 1; index >= 0; index--) {
    const { parent } = statements[index]!;
    if (isMarked[index] === true && parent >= 0) isMarked[parent] = true;
  }
  // Without a log of wrappers, a guard may have stepped in.
  const ofWrappers = (word: string | undefined): boolean[] =>
    logsWrappers ? bitsOf(word ?? '', wrappers.length) : wrappers.map(() => true);
  return {
    ran: isMarked,
    often: marks.map((own) => own < 0 || often[own] === true),
    called: ofWrappers(called),
    fired: ofWrappers(fired),
    evaluated: bits.slice(statements.length),
    values: valuesOf(seen ?? '', watches, analysis),
    stdout: new TextEncoder().encode(stdout),
    exitCode,
  };
}

/** Groups of three numbers: the watch, the least value and the greatest value. */
function valuesOf(word: string, watches: readonly Watch[], { names, types }: Analysis): SeenValues[] {
  return [...word.matchAll(/;(\d+),(-?\d+),(-?\d+)/g)].flatMap(([, index, least, most]) => {
    const { statement, name } = watches[Number(index)]!;
    const isUnsigned = types[names[name]!.type]!.includes('unsigned');
    if (!isUnsigned || !least!.startsWith('-')) return [{ statement, name, least: least!, most: most! }];
    // The program recorded them as signed numbers of 64 bits. A range that wraps around is useless.
    if (!most!.startsWith('-')) return [];
    const [low, high] = [least!, most!].map((each) => BigInt.asUintN(64, BigInt(each)).toString());
    return [{ statement, name, least: low!, most: high! }];
  });
}

/** Each letter holds six bits, counted from `0`, the lowest bit first. */
function bitsOf(word: string, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => {
    const letter = word.charCodeAt(Math.floor(index / 6)) - 48;
    return ((letter >> (index % 6)) & 1) === 1;
  });
}

function isSame(first: RunFacts, second: RunFacts | NoRun | undefined): boolean {
  return (
    typeof second === 'object' && JSON.stringify(comparable(first)) === JSON.stringify(comparable(second))
  );
}

function comparable({ stdout, ...rest }: RunFacts): unknown {
  return { ...rest, stdout: Buffer.from(stdout).toString('base64') };
}
