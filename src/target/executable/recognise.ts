/**
 * Recognises by a file's bytes how it can run as a target, and which sanitizers it has. The functions are
 * pure.
 */

/** A way of running a file. */
export type WayToRun =
  /** Linked with our runtime. */
  | { readonly way: 'served' }
  /** Linked with the runner of Centipede, or a worker of its C interface. */
  | { readonly way: 'centipede'; readonly isWorker: boolean }
  /**
   * A separate program without coverage. `@@` is added after its arguments if it reads only named files.
   */
  | { readonly way: 'plain'; readonly takesFiles: boolean; readonly advice?: string }
  | { readonly way: 'none'; readonly why: string; readonly advice: string };

export type Sanitizer = 'asan' | 'msan' | 'tsan' | 'ubsan';

const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const MACHINE_AT = 18;
const X86_64 = 62;

const RUNTIME = '"$(cgfuzz target runtime)"';
const relink = `link it anew with ${RUNTIME} in place of -fsanitize=fuzzer, and coverage guides the search`;
/** The code of AFL++'s compiler needs AFL++'s runtime. */
const rebuild = `compile it with clang -fsanitize=fuzzer-no-link, link it with ${RUNTIME}, and coverage guides the search`;

/**
 * Rows of signs; the first one in the file counts. Each sign is a name that the runtime looks up, so that it
 * survives stripping.
 */
const signs: readonly (readonly [sign: string, WayToRun])[] = [
  ['CGFUZZ_SERVE', { way: 'served' }],
  ['Got worker flags', { way: 'centipede', isWorker: true }],
  ['CENTIPEDE_RUNNER_FLAGS', { way: 'centipede', isWorker: false }],
  ['__AFL_SHM_ID', { way: 'plain', takesFiles: false, advice: `it was built for AFL++: ${rebuild}` }],
  ['libFuzzer', { way: 'plain', takesFiles: true, advice: `it has the main of libFuzzer: ${relink}` }],
];

export function recognise(bytes: Buffer): WayToRun {
  if (bytes.length >= 2 && bytes.toString('latin1', 0, 2) === '#!')
    return { way: 'plain', takesFiles: false };
  if (bytes.length < MACHINE_AT + 2 || !bytes.subarray(0, ELF.length).equals(ELF))
    return {
      way: 'none',
      why: 'is no program',
      advice: 'a target is an executable file, or a script that begins with #!',
    };
  if (bytes.readUInt16LE(MACHINE_AT) !== X86_64)
    return {
      way: 'none',
      why: 'is a program for another machine',
      advice: 'build it for this machine, x86-64',
    };
  const found = signs.find(([sign]) => bytes.includes(sign));
  return found?.[1] ?? { way: 'plain', takesFiles: false };
}

/** Each runtime reads its own variable of the environment. The runtime of ASan also contains UBSan's. */
export function sanitizersIn(bytes: Buffer): Sanitizer[] {
  const has = (name: string): boolean => bytes.includes(name);
  const big = (['asan', 'msan', 'tsan'] as const).filter((name) => has(`${name.toUpperCase()}_OPTIONS`));
  return [
    ...big,
    ...(has('UBSAN_OPTIONS') && (big.length === 0 || has('__ubsan_handle')) ? ['ubsan' as const] : []),
  ];
}
