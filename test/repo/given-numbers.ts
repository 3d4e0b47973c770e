/**
 * Named numbers that nobody chose, or may change: the file format, the words of a record, limits of the language or of a
 * compiler. They stand where they are used; every other such number stands in the `tuning.ts` of its room.
 */
export const givenNumbers: readonly {
  readonly path: string;
  readonly names: string;
  readonly why: string;
}[] = [
  { path: 'laboratory/linking.ts', names: 'BITCODE', why: 'the first bytes of a file format of LLVM' },
  { path: 'mutate/replace.ts', names: 'NUMBERS STRUCTURE', why: 'sets of kinds, as bits' },
  { path: 'choice/pattern/pattern.ts', names: 'MAX_PATTERN_PARTS', why: 'bits of a small integer' },
  { path: 'mutate/swap-scopes.ts', names: 'SCOPES', why: 'a set of kinds, as bits' },
  { path: 'mutate/scopes.ts', names: 'CLASSES', why: 'sizes by powers of two, of numbers of 32 bits' },
  { path: 'choice/engine/answers.ts', names: 'INLINE_WORDS', why: 'words of a record' },
  { path: 'choice/engine/cursor.ts', names: 'FRESH', why: 'a mark that is no place' },
  { path: 'choice/engine/swarm.ts', names: 'COIN', why: 'any number that tells two uses of a seed apart' },
  { path: 'choice/file/bits.ts', names: 'MAX_BITS_AT_ONCE', why: 'follows from numbers of 32 bits' },
  {
    path: 'choice/file/codec.ts',
    names: 'FORMAT_VERSION VERSION_AT SIZE_AT ENVELOPE_SIZE_AT ENVELOPE_AT CHECKSUM_SIZE',
    why: 'places in the file format',
  },
  {
    path: 'choice/file/dictionary.ts',
    names: 'SCOPE MAX_OPTION',
    why: 'the file format; a limit of JavaScript',
  },
  {
    path: 'choice/file/pack.ts',
    names: 'CLOSES_BITS MAX_CLOSES ESCAPE INLINE_WIDTH MAX_ENTRIES',
    why: 'the file format',
  },
  {
    path: 'choice/file/pack.ts',
    names: 'UNKNOWN PAIR_SIZE PAIR_BITS LENGTH_AT VALUE_BITS_AT WIDTH_AT IS_ESCAPED',
    why: 'places in a number of 32 bits, and marks',
  },
  { path: 'choice/file/prefix-code.ts', names: 'MAX_CODE_BITS NO_WORD', why: 'the file format; a mark' },
  {
    path: 'choice/file/unpack.ts',
    names: 'INFO_SIZE START MASK SYMBOL OPENS EVENTS WIDTH VALUE_BITS MOST',
    why: 'places in a table',
  },
  {
    path: 'choice/sequence/alphabet.ts',
    names: 'CLOSE INLINE_SIGNED INLINE_UNSIGNED FIRST_FREE_SYMBOL MAX_SYMBOLS MAX_LABEL MAX_PICK',
    why: 'symbols of 16 bits, words of 32',
  },
  { path: 'choice/sequence/alphabet.ts', names: 'INT64_MIN INT64_MAX UINT64_MAX', why: 'mathematics' },
  { path: 'choice/sequence/sequence.ts', names: 'NEARLY', why: 'the precision of numbers in JavaScript' },
  { path: 'oracle/ir/build-judge.ts', names: 'VERSION', why: 'the first LLVM with the interpreter' },
  {
    path: 'laboratory/litmus/weak/aarch32-values.ts',
    names: 'HALF_KNOWN',
    why: 'a bit beside those of the flags',
  },
  { path: 'oracle/culprit/rewrite.ts', names: 'FEWEST MOST', why: 'what LLVM takes for no limit; no limit' },
];
