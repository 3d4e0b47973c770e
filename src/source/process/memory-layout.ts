/**
 * Memory layout: the places of all fields in the memory that the engine shares with one generator process.
 *
 * The engine's side of instrumentation/choices/lib/memory.h, version 1; a test compares the two. All numbers
 * are little-endian.
 */

export const MAGIC = 'CGFUZZ1\n';
export const VERSION = 1;
export const HEADER_BYTES = 1_536;

/**
 * Offsets in the header. The engine writes the fields before `state`, the generator writes `state` and the
 * fields after it.
 */
export const at = {
  magic: 0,
  version: 8,
  headerBytes: 12,
  flags: 16,
  resync: 20,
  maxIntegerSites: 24,
  maxDepth: 28,
  maxChoices: 32,
  maxScopes: 40,
  randomState: 48,
  swarmState: 64,
  swarmSeed: 80,
  swarmShare: 84,
  swarmStrength: 88,
  symbolsAt: 96,
  symbolsRoom: 104,
  inputOpsAt: 112,
  inputOpCount: 120,
  inputWordsAt: 128,
  inputWordCount: 136,
  opsAt: 144,
  opsRoom: 152,
  wordsAt: 160,
  wordsRoom: 168,
  argumentsAt: 176,
  argumentCount: 184,
  totalBytes: 192,
  answersAt: 200,
  answerCount: 208,
  state: 512,
  overrun: 516,
  opCount: 520,
  wordCount: 528,
  choiceCount: 536,
  scopeCount: 544,
  freshCount: 552,
  depth: 560,
  symbolCount: 564,
  symbolBytes: 568,
  seen: 1_024,
} as const;

export const flag = { input: 1, stackScopes: 2, forkServer: 4, keepClock: 8, listen: 16 } as const;

export const state = { fresh: 0, attached: 1, ended: 2, overrun: 3, refused: 4 } as const;

export const resyncNumber = { scopes: 0, depth: 1, position: 2 } as const;

/** Counters of the kinds of randomness, in the header's order; the texts are for people. */
export const seenNames: readonly string[] = [
  'rand',
  'rand_r',
  'random',
  'random_r',
  'lrand48 and its family',
  'lrand48_r and its family',
  'arc4random',
  'getrandom',
  'getentropy',
  '/dev/urandom',
  'std::random_device',
  'time',
  'clocks',
  'process ids',
  'draw functions of a table',
  'words of std::<random> or cgfuzz.h',
  'draws in other threads',
  'AT_RANDOM',
  'typed choices',
  'engines inside the program',
  'functions answered inside the program',
];

/** This counter counts places and not draws: functions of the program that the library replaces. */
export const placesName = 'functions answered inside the program';

/** Kinds that a generator asks for without drawing from them: their answers are constant. */
export const constantNames: ReadonlySet<string> = new Set([
  'time',
  'clocks',
  'process ids',
  'AT_RANDOM',
  placesName,
]);

export const ARGUMENT_BYTES: number = 1 << 20;
export const ANSWER_BYTES = 8;

export interface Room {
  readonly symbolsAt: number;
  readonly symbolBytes: number;
  readonly argumentsAt: number;
  readonly answersAt: number;
  /** Number of learnt answers to open questions. */
  readonly answers: number;
  readonly inputOpsAt: number;
  readonly inputWordsAt: number;
  readonly opsAt: number;
  readonly wordsAt: number;
  /** Room for ops and words, equal in the input and the record. */
  readonly ops: number;
  readonly words: number;
  readonly totalBytes: number;
}

/** Room for sequences within these limits. Pages that are never touched cost nothing. */
export function roomFor(maxChoices: number, maxScopes: number): Room {
  const ops = maxChoices + 2 * maxScopes + 65_536;
  // Nearly all choices take one word; the few with inline bounds take six.
  const words = 2 * maxChoices + 65_536;
  const symbolBytes = 8 << 20;
  const answers = 65_536;
  const pages = (bytes: number): number => Math.ceil(bytes / 4_096) * 4_096;
  let next = 4_096;
  const take = (bytes: number): number => {
    const here = next;
    next += pages(bytes);
    return here;
  };
  return {
    ops,
    words,
    symbolBytes,
    answers,
    symbolsAt: take(symbolBytes),
    argumentsAt: take(ARGUMENT_BYTES),
    answersAt: take(answers * ANSWER_BYTES),
    inputOpsAt: take(ops * 2),
    inputWordsAt: take(words * 4),
    opsAt: take(ops * 2),
    wordsAt: take(words * 4),
    totalBytes: next,
  };
}
