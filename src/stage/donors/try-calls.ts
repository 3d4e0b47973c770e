/**
 * Tries foreign functions: calls them with constants, and keeps the calls that every compiler gives the same value for.
 *
 * Sanitizers watch each call. So a program may make the call anywhere, and knows what it must return. Invariant: a call
 * that is kept has no undefined behaviour, and depends on nothing but its arguments.
 */
import type { ProgramFile } from '../../program/index.ts';
import { isInteger } from '../../facts/index.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { fnv1a } from '../../util/fnv1a.ts';
import { stageTuning } from '../tuning.ts';
import {
  argument,
  foreignCall,
  ELEMENTS,
  type ForeignFile,
  type ForeignFunction,
  type TriedCall,
} from './foreign.ts';

/**
 * Makes the calls in a process, and the calls after a deadly one in another process. Nobody reads what a
 * sanitizer says; a symbolizer for each complaint took twice as long as all other work.
 */
const harness = `#include <stdio.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
extern unsigned long long cgfuzz_do(int);
const char *__asan_default_options(void) { return "detect_invalid_pointer_pairs=2:detect_leaks=0:symbolize=0"; }
const char *__ubsan_default_options(void) { return "symbolize=0"; }
const char *__msan_default_options(void) { return "symbolize=0"; }
int main(void) {
  volatile int *n = mmap(0, sizeof *n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (; *n < CGFUZZ_CALLS; ++*n) {
    pid_t pid = fork();
    if (pid == 0) {
      for (; *n < CGFUZZ_CALLS; ++*n) {
        struct itimerval most = { { 0, 0 }, { 0, CGFUZZ_MOST_US } };
        setitimer(ITIMER_PROF, &most, 0);
        printf("%d %llu\\n", *n, cgfuzz_do(*n));
        fflush(stdout);
      }
      _exit(0);
    }
    if (pid > 0) waitpid(pid, 0, 0);
  }
  return 0;
}
`;

/** Pointers to two objects must not be compared or subtracted: a compiler may put the objects anywhere. */
const pairs = ['-mllvm', '-asan-detect-invalid-pointer-pair'];

interface Asked {
  readonly of: ForeignFunction;
  readonly given: readonly string[];
}

export interface TryingWorld {
  readonly sandbox: Sandbox;
  readonly clang: string;
  readonly gcc: string | undefined;
}

/** The file with the calls that may be made. A function that does not compile alone is left out. */
export async function tried(
  file: ForeignFile,
  withState: ReadonlySet<string>,
  world: TryingWorld,
): Promise<{ readonly file: ForeignFile; readonly refused: number }> {
  let functions = file.functions;
  for (let turn = 0; turn < stageTuning.refusalsRead.value; turn++) {
    const refused = await refusedIn({ ...file, functions }, withState, world);
    if (refused.size === 0) break;
    functions = functions.filter((each) => !refused.has(each));
  }
  const rest = await triedByHalves({ ...file, functions }, withState, world);
  return { file: rest, refused: file.functions.length - rest.functions.length };
}

/** Functions that clang complains of, by the lines of its complaints. */
async function refusedIn(
  file: ForeignFile,
  withState: ReadonlySet<string>,
  { sandbox, clang }: TryingWorld,
): Promise<ReadonlySet<ForeignFunction>> {
  const { text, owners } = programOf(file, askedOf(file, withState));
  const commands = [[clang, '-fsyntax-only', '-w', '-ferror-limit=0', 'donor.c']];
  const [run] = await sandbox.run({
    files: [{ path: 'donor.c', bytes: Buffer.from(text) }],
    commands,
    limits,
  });
  const lines = [...(run?.stderr ?? '').matchAll(/^donor\.c:(\d+):\d+: (?:fatal )?error:/gm)];
  return new Set(lines.flatMap(([, line]) => owners[Number(line) - 1] ?? []));
}

/** If the file does not link, one of the functions is the reason: each half is tried alone. */
async function triedByHalves(
  file: ForeignFile,
  withState: ReadonlySet<string>,
  world: TryingWorld,
): Promise<ForeignFile> {
  const asked = askedOf(file, withState);
  const made = asked.findIndex(({ of }) => withState.has(of.name));
  const values = await valuesOf(file, asked, made < 0 ? asked.length : made, world);
  if (values !== undefined) return withCalls(file, asked, values, withState);
  const { functions } = file;
  if (functions.length < 2) return { ...file, functions: [] };
  const half = functions.length >> 1;
  const parts = [functions.slice(0, half), functions.slice(half)];
  const found: ForeignFunction[] = [];
  for (const part of parts)
    found.push(...(await triedByHalves({ ...file, functions: part }, withState, world)).functions);
  return { ...file, functions: found };
}

/** Calls of functions that keep state come last: such a call must compile, and nobody makes it. */
function askedOf({ functions }: ForeignFile, withState: ReadonlySet<string>): Asked[] {
  const [stateful, plain] = [true, false].map((has) =>
    functions.filter(({ name }) => withState.has(name) === has),
  );
  return [...plain!.flatMap(callsFor), ...stateful!.map((of) => ({ of, given: argumentsFor(of, 0) }))];
}

/** A program that makes any of the calls, and the functions that each of its lines belongs to. */
function programOf(
  { chunks, functions }: ForeignFile,
  asked: readonly Asked[],
): { readonly text: string; readonly owners: readonly (readonly ForeignFunction[])[] } {
  const needed = [...new Set(functions.flatMap(({ needs }) => needs))].toSorted((a, b) => a - b);
  const lines: string[] = [];
  const owners: (readonly ForeignFunction[])[] = [];
  const add = (line: string, ...of: readonly ForeignFunction[]): void => {
    lines.push(line.replaceAll('\n', ' '));
    owners.push(of);
  };
  for (const index of needed) add(chunks[index]!, ...functions.filter(({ needs }) => needs.includes(index)));
  // A function for each call: sanitizers clear the whole frame at each call, and many calls have a large frame.
  const call = (number: number, text: string, of: ForeignFunction): void => {
    const end = 'return cgfuzz_h + (cgfuzz_h == 77); }';
    add(`static unsigned long long cgfuzz_do_${number}(void) { ${text} ${end}`, of);
  };
  for (const [index, { of, given }] of asked.entries()) {
    call(2 * index, foreignCall(of, given, { isInteger }), of);
    // The body in place of the call must give the same value; otherwise other functions may not hold it.
    call(2 * index + 1, foreignCall(of, given, { isInteger, label: String(index) }), of);
  }
  add('unsigned long long cgfuzz_do(int cgfuzz_n) { switch (cgfuzz_n) {');
  for (let number = 0; number < 2 * asked.length; number++)
    add(`case ${number}: return cgfuzz_do_${number}();`);
  add('} return 0; }');
  return { text: `${lines.join('\n')}\n`, owners };
}

const limits = { cpuMs: 120_000, wallMs: 600_000, memoryBytes: 0 };

function withCalls(
  file: ForeignFile,
  asked: readonly Asked[],
  values: ReadonlyMap<number, string>,
  withState: ReadonlySet<string>,
): ForeignFile {
  const functions = file.functions.map((each) => {
    const calls = asked.flatMap(({ of, given }, index): TriedCall[] => {
      const value = values.get(index);
      return of !== each || value === undefined || withState.has(each.name) ? [] : [{ given, value }];
    });
    return { ...each, tried: calls };
  });
  return { ...file, functions };
}

/** The value of each of the first calls, if the call is sound; undefined if the code does not compile or link. */
async function valuesOf(
  file: ForeignFile,
  asked: readonly Asked[],
  made: number,
  { sandbox, clang, gcc }: TryingWorld,
): Promise<ReadonlyMap<number, string> | undefined> {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const { text } = programOf(file, asked);
  const files: ProgramFile[] = [
    { path: 'donor.c', bytes: bytes(text) },
    { path: 'harness.c', bytes: bytes(harness) },
  ];
  const counts = [`-DCGFUZZ_CALLS=${2 * made}`, `-DCGFUZZ_MOST_US=${stageTuning.mostCallUs.value}`];
  const builds = [
    [clang, '-O0', '-fsanitize=address,undefined', '-fno-sanitize-recover=all', ...pairs],
    [clang, '-O0', '-fsanitize=memory'],
    [gcc ?? clang, '-O0'],
  ];
  const commands = builds.flatMap((build, index) => [
    [...build, ...counts, '-w', 'donor.c', 'harness.c', '-o', `program${index}`, '-lm'],
    [`./program${index}`],
  ]);
  const runs = await sandbox.run({ files, commands, limits });
  const compiled = runs.filter((_, index) => index % 2 === 0);
  if (compiled.some(({ end, exitCode }) => end !== 'exit' || exitCode !== 0)) return undefined;
  const printed = runs.filter((_, index) => index % 2 === 1).map(({ stdout }) => linesOf(stdout));
  const values = new Map<number, string>();
  for (let index = 0; index < made; index++) {
    const seen = new Set(printed.flatMap((each) => [each.get(2 * index), each.get(2 * index + 1)]));
    const [value] = seen;
    if (seen.size === 1 && value !== undefined) values.set(index, value);
  }
  return values;
}

function linesOf(stdout: string): Map<number, string> {
  return new Map([...stdout.matchAll(/^(\d+) (\d+)$/gm)].map(([, index, value]) => [Number(index), value!]));
}

/** Bounds, and numbers that lengths and codes have. */
const integers = [
  0, 1, 2, 3, 5, 7, 8, 15, 16, 20, 31, 32, 60, 64, 97, 127, 128, 200, 255, 256, 1_000, 4_096, 65_535, 65_536,
  1_000_003, 2_147_483_647, -1, -2, -128, -32_768,
];

function callsFor(of: ForeignFunction): Asked[] {
  const seen = new Set<string>();
  const calls: Asked[] = [];
  for (let turn = 0; turn < stageTuning.callsTried.value; turn++) {
    const given = argumentsFor(of, turn);
    if (seen.has(given.join())) continue;
    seen.add(given.join());
    calls.push({ of, given });
  }
  return calls;
}

/**
 * Functions with arrays get small numbers most of the time, which may be lengths. Pointers of one type go to one array,
 * as most functions with two of them want it: begin and end.
 */
function argumentsFor({ name, parameters }: ForeignFunction, turn: number): string[] {
  const hasArray = parameters.some(({ pointee }) => pointee !== undefined);
  return parameters.map(({ type, pointee }, index) => {
    const drawn = fnv1a(`${name} ${turn} ${index}`) >>> 3;
    const first = parameters.findIndex((each) => each.pointee !== undefined && each.pointee === pointee);
    if (pointee !== undefined && first < index)
      return `${argument(first)} + ${[0, 1, 8, ELEMENTS][drawn % 4]!}`;
    if (pointee !== undefined) return isInteger(pointee) ? elements(pointee, drawn) : '{0}';
    const mostSmall = integers.indexOf(ELEMENTS) + 1;
    const small = hasArray && turn % 4 > 0;
    const value = integers[drawn % (small ? mostSmall : integers.length)]!;
    return `(${type})(${value})`;
  });
}

/** Zeros, numbers that grow, or letters, with a zero at the end. */
function elements(type: string, drawn: number): string {
  const way = drawn % 3;
  if (way === 0) return '{0}';
  const value = (index: number): number =>
    way === 1 ? (index * (1 + (drawn % 5))) % 128 : 97 + ((drawn + index * index) % 26);
  return `{${Array.from({ length: ELEMENTS - 1 }, (_, index) => value(index)).join(',')},(${type})0}`;
}
