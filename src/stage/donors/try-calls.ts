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

/** Makes a call in a process of its own, so that one that dies takes no other along. */
const harness = `#include <stdio.h>
#include <unistd.h>
#include <sys/time.h>
#include <sys/wait.h>
extern unsigned long long cgfuzz_do(int);
const char *__asan_default_options(void) { return "detect_invalid_pointer_pairs=2:detect_leaks=0"; }
int main(void) {
  for (int n = 0; n < CGFUZZ_CALLS; n++) {
    pid_t pid = fork();
    if (pid == 0) {
      struct itimerval most = { { 0, 0 }, { 0, CGFUZZ_MOST_US } };
      setitimer(ITIMER_PROF, &most, 0);
      printf("%d %llu\\n", n, cgfuzz_do(n));
      fflush(stdout);
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
  const asked = file.functions.flatMap((of) =>
    withState.has(of.name) ? [{ of, given: argumentsFor(of, 0) }] : callsFor(of),
  );
  const values = await valuesOf(file, asked, world);
  if (values !== undefined) return { file: withCalls(file, asked, values, withState), refused: 0 };
  if (file.functions.length < 2) return { file: { ...file, functions: [] }, refused: file.functions.length };
  // One of them is the reason: each half is tried alone.
  const half = file.functions.length >> 1;
  const parts = [file.functions.slice(0, half), file.functions.slice(half)];
  const functions: ForeignFunction[] = [];
  let refused = 0;
  for (const part of parts) {
    const one = await tried({ ...file, functions: part }, withState, world);
    functions.push(...one.file.functions);
    refused += one.refused;
  }
  return { file: { ...file, functions }, refused };
}

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

/** The value of each call that is sound; undefined if the code does not compile or link. */
async function valuesOf(
  file: ForeignFile,
  asked: readonly Asked[],
  { sandbox, clang, gcc }: TryingWorld,
): Promise<ReadonlyMap<number, string> | undefined> {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const needed = new Set(asked.flatMap(({ of }) => of.needs));
  const front = file.chunks.filter((_, index) => needed.has(index)).join('\n');
  const cases = asked.flatMap(({ of, given }, index) => [
    `case ${2 * index}: { ${foreignCall(of, given, { isInteger })} return cgfuzz_h + (cgfuzz_h == 77); }`,
    // The body alone gives the same, or it has no place in other functions.
    `case ${2 * index + 1}: { ${foreignCall(of, given, { isInteger, label: String(index) })} return cgfuzz_h + (cgfuzz_h == 77); }`,
  ]);
  const text = `${front}\nunsigned long long cgfuzz_do(int cgfuzz_n) { switch (cgfuzz_n) {\n${cases.join('\n')}\n} return 0; }\n`;
  const files: ProgramFile[] = [
    { path: 'donor.c', bytes: bytes(text) },
    { path: 'harness.c', bytes: bytes(harness) },
  ];
  const counts = [`-DCGFUZZ_CALLS=${2 * asked.length}`, `-DCGFUZZ_MOST_US=${stageTuning.mostCallUs.value}`];
  const builds = [
    [clang, '-O0', '-fsanitize=address,undefined', '-fno-sanitize-recover=all', ...pairs],
    [clang, '-O0', '-fsanitize=memory'],
    [gcc ?? clang, '-O0'],
  ];
  const commands = builds.flatMap((build, index) => [
    [...build, ...counts, '-w', 'donor.c', 'harness.c', '-o', `program${index}`, '-lm'],
    [`./program${index}`],
  ]);
  const limits = { cpuMs: 120_000, wallMs: 600_000, memoryBytes: 0 };
  const runs = await sandbox.run({ files, commands, limits });
  const compiled = runs.filter((_, index) => index % 2 === 0);
  if (compiled.some(({ end, exitCode }) => end !== 'exit' || exitCode !== 0)) return undefined;
  const printed = runs.filter((_, index) => index % 2 === 1).map(({ stdout }) => linesOf(stdout));
  const values = new Map<number, string>();
  for (let index = 0; index < asked.length; index++) {
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
