/** llvm-symbolizer: addresses of a program to function, file and line. */
import { UserError } from '../../util/user-error.ts';
import { clangVersions, findProgram, tryTool } from '../../build/index.ts';

export interface CodePlace {
  readonly function: string;
  /** Empty if nothing is known. */
  readonly file: string;
  readonly line: number;
}

export function findSymbolizer(searchPath: string): string {
  const versions = clangVersions.toReversed();
  const names = [...versions.map((version) => `llvm-symbolizer-${version}`), 'llvm-symbolizer'];
  const found = names.map((name) => findProgram(name, searchPath)).find((path) => path !== undefined);
  const inLlvm = versions
    .map((version) => findProgram('llvm-symbolizer', `/usr/lib/llvm-${version}/bin`))
    .find((path) => path);
  const program = inLlvm ?? found;
  if (program === undefined)
    throw new UserError('there is no llvm-symbolizer here', ['install it: sudo apt-get install llvm-19']);
  return program;
}

/** For each address its inlined places, innermost first. */
export async function symbolize(
  program: string,
  addresses: readonly bigint[],
  { inlined, searchPath }: { readonly inlined: boolean; readonly searchPath: string },
): Promise<CodePlace[][]> {
  if (addresses.length === 0) return [];
  const input = addresses.map((address) => `0x${address.toString(16)}\n`).join('');
  const args = symbolizerArguments(program, inlined);
  const { code, stdout, stderr } = await tryTool(findSymbolizer(searchPath), args, { input });
  if (code !== 0)
    throw new UserError(`could not symbolize ${program}`, stderr.trim().split('\n').slice(0, 5));
  const answers = stdout.split('\n\n');
  return addresses.map((_, index) => placesOfAnswer(answers[index] ?? ''));
}

export function symbolizerArguments(program: string, inlined: boolean): string[] {
  return [
    `--obj=${program}`,
    '--functions=linkage',
    '--demangle',
    '--output-style=LLVM',
    inlined ? '--inlines' : '--no-inlines',
  ];
}

/** The places in the answer to one address: a function and its location in turn. */
export function placesOfAnswer(answer: string): CodePlace[] {
  const lines = answer.trim().split('\n');
  const places: CodePlace[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) places.push(placeOf(lines[at] ?? '', lines[at + 1] ?? ''));
  return places;
}

function placeOf(name: string, location: string): CodePlace {
  const [, file = '', line = '0'] = /^(.*):(\d+):\d+$/.exec(location) ?? [];
  return { function: name === '??' ? '' : name, file: file === '??' ? '' : file, line: Number(line) };
}

/**
 * Functions of ours, of the C library or of GCC that report every crash: they say nothing about this crash.
 */
const ours =
  /^(?:cgfuzz::|diagnostics?(?:::|_)|fancy_abort\b|internal_error\b|\w+_check_failed\b|cgfuzz_crash|cgfuzz_finish|on_signal|on_frame|__assert_fail|__wrap_|__GI_|raise|abort|gsignal|__restore_rt)/;

/** Functions through which code enters a sanitizer: frames above them are the sanitizer's own. */
const sanitizers =
  /^(?:__(?:asan|ubsan|msan|tsan|lsan|hwasan|sanitizer|interceptor)_|___interceptor_|__interceptor_)/;

/** Signal handlers that sanitizers put around ours. */
const handlers = /^(?:SignalAction|sighandler|CallUserSignalHandler)\b/;
/** Limit of our own and a sanitizer's frames above the person's code. */
const MOST_REPORTERS = 12;

/** The meaningful places of a stack, without the functions that report the crash. */
export function withoutReporters(places: readonly CodePlace[]): CodePlace[] {
  const known = places.filter((place) => place.function !== '');
  const top = known.slice(0, MOST_REPORTERS);
  const entered = top.findLastIndex(({ function: name }) => sanitizers.test(name) || handlers.test(name));
  const start = known.findIndex((place, index) => index > entered && !ours.test(place.function));
  return known.slice(Math.max(start, 0));
}
