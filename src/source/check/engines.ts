/**
 * Engines inside a generator's program: the random generators that its file shows.
 *
 * Names of functions show them if there are symbols. Numbers that only one algorithm has also show them if
 * everything was inlined and stripped. This runs nothing.
 */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { functionNames, isElf } from './function-names.ts';
import { drawsNamedIn, guessedDraws } from './named-draws.ts';

export interface Recognised {
  /** Names for people, as in `std::mt19937_64`; the most likely first. */
  readonly engines: readonly string[];
  /** The reason why no library can be preloaded into it, as a sentence; undefined if one can. */
  readonly obstacle: string | undefined;
  /** Lines for functions that seem to draw. */
  readonly draws: readonly string[];
  /** Lines that may be wrong about the parameters, in groups that belong together. */
  readonly guesses: readonly (readonly string[])[];
  /** Its functions have no names. */
  readonly isStripped: boolean;
}

export const nothingRecognised: Recognised = {
  engines: [],
  obstacle: undefined,
  draws: [],
  guesses: [],
  isStripped: false,
};

/** Limit of the size of a file to read. */
const MOST_BYTES = 512 * 2 ** 20;

export function recogniseEngines([program]: readonly [string, ...string[]], searchPath: string): Recognised {
  const path = findProgram(program, searchPath);
  if (path === undefined) return nothingRecognised;
  const file = readFileSync(path);
  const interpreter = interpreterOf(program, file);
  if (interpreter !== undefined) return interpreter;
  const functions = functionNames(file);
  const { steps, below } = guessedDraws(functions ?? []);
  return {
    guesses: [steps, below, [...below, ...steps]].filter((lines) => lines.length > 0),
    engines: enginesIn(file),
    obstacle: obstacleIn(file),
    draws: drawsNamedIn(functions ?? []),
    isStripped: isElf(file) && functions === undefined,
  };
}

function findProgram(program: string, searchPath: string): string | undefined {
  const candidates = program.includes('/')
    ? [program]
    : searchPath.split(delimiter).map((folder) => join(folder, program));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      const { size } = statSync(candidate);
      return size <= MOST_BYTES && statSync(candidate).isFile();
    } catch {
      return false;
    }
  });
}

function interpreterOf(program: string, file: Buffer): Recognised | undefined {
  const isScript = file.subarray(0, 2).toString('latin1') === '#!';
  const first = isScript ? file.subarray(2, 200).toString('latin1').split('\n', 1)[0]! : program;
  const [, engine] = interpreters.find(([pattern]) => pattern.test(first)) ?? [];
  if (engine !== undefined) return { ...nothingRecognised, engines: [engine] };
  if (!isScript) return undefined;
  return { ...nothingRecognised, obstacle: 'it is a script: name the program that it starts as the command' };
}

/** Interpreters, and the random engine of their scripts. */
const interpreters: readonly (readonly [program: RegExp, engine: string])[] = [
  [/\bpython[\d.]*$|\bpython[\d.]*\s/, "Python's random"],
  [/\bperl[\d.]*$|\bperl[\d.]*\s/, "Perl's rand"],
  [/\bnode(?:js)?$|\bnode(?:js)?\s/, "JavaScript's random"],
];

/** Parts of function names, as compilers write them. */
const names: readonly (readonly [text: string, engine: string])[] = [
  ['St23mersenne_twister_engineImLm64E', 'std::mt19937_64'],
  ['St23mersenne_twister_engineImLm32E', 'std::mt19937'],
  ['__123mersenne_twister_engine', 'std::mersenne_twister_engine (libc++)'],
  ['St26linear_congruential_engine', 'std::linear_congruential_engine'],
  ['St26subtract_with_carry_engine', 'std::ranlux'],
  ['4rand4rngs', "Rust's rand"],
  ['rand_chacha', "Rust's rand_chacha"],
  ['math/rand.', "Go's math/rand"],
];

/** Numbers that an algorithm needs, in little-endian order as in code and tables. */
const numbers: readonly (readonly [engine: string, bits: 32 | 64, ...values: bigint[]])[] = [
  ['std::mt19937_64', 64, 0xb5026f5aa96619e9n, 0x5851f42d4c957f2dn],
  ['std::mt19937', 32, 0x9908b0dfn, 0x6c078965n],
  ['PCG', 64, 0x5851f42d4c957f2dn, 0x14057b7ef767814fn],
  ['xorshift64*', 64, 0x2545f4914f6cdd1dn],
  ['splitmix64', 64, 0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn],
  ['a copy of rand48', 64, 0x5deece66dn],
];

function enginesIn(file: Buffer): string[] {
  const found = new Set<string>();
  for (const [text, engine] of names) if (file.includes(text, 0, 'latin1')) found.add(engine);
  for (const [engine, bits, ...values] of numbers)
    if (values.every((value) => file.includes(littleEndian(value, bits)))) found.add(engine);
  return [...found];
}

function littleEndian(value: bigint, bits: 32 | 64): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.subarray(0, bits / 8);
}

const X86_64 = 62;
const PROGRAM_INTERPRETER = 3;

/** The reason why no library can be preloaded into it. */
function obstacleIn(file: Buffer): string | undefined {
  if (!isElf(file)) return undefined;
  if (file.readUInt16LE(18) !== X86_64)
    return 'it is no program for x86-64: only those are answered unmodified';
  const [table, size, count] = [
    Number(file.readBigUInt64LE(32)),
    file.readUInt16LE(54),
    file.readUInt16LE(56),
  ];
  for (let i = 0; i < count && table + i * size + 4 <= file.length; i++)
    if (file.readUInt32LE(table + i * size) === PROGRAM_INTERPRETER) return undefined;
  return 'it is linked statically: nothing can be preloaded into it. Link it dynamically, or let it ask for choices through pipes: docs/plug-in-a-generator.md';
}
