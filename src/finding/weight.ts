/**
 * The weight of a finding: 1 if a maintainer would mend it soon, 2 if it is real but exotic. It is 3 if a report
 * would be closed or ignored. `docs/findings.md` tells the rules in words, and a test compares both.
 *
 * Invariant: each rule only makes a finding lighter. The heaviest finding meets none of them.
 */
import { findingKinds } from './kinds.ts';
import type { FindingRecord } from './record.ts';
import { type Trophy, trophies } from './shipped-bug.ts';

export type Weight = 1 | 2 | 3;

export interface Weighed {
  readonly weight: Weight;
  /** The rules that make the finding lighter. */
  readonly because: readonly string[];
}

type Facts = Pick<FindingRecord, 'kind' | 'compiler' | 'args'> & {
  readonly isHidden?: boolean;
  readonly isHeuristic?: boolean | undefined;
  readonly bytes?: number | undefined;
  readonly known: 'yes' | 'near' | 'no';
  readonly isGone: boolean;
};

interface Rule {
  readonly says: string;
  readonly weight: Weight;
  applies(facts: Facts): boolean;
}

const MOST_BYTES = 2_000;
/** Levels, languages (also OpenMP), warnings and debug information, and protections that distributions switch on. */
const plain =
  /^-(?:O[0123sgz]|g\d?|w|W.*|std=.*|c|S|I.*|D.*|fPIC|fPIE|fstack-clash-protection|fstack-protector(?:-strong)?|fcf-protection|ffreestanding|fopenmp(?:-simd)?|static)$/;
const machineWord = /^--?target=/;
const ofDevelopers = /^-mllvm$|^-passes=|^-Xclang$|^--param|^-fchecking/;
const usual = /^(?:x86_64|aarch64|arm64)(?!.*(?:windows|gnux32))/;
const other =
  /^(?:arm|thumb|riscv64|powerpc64|ppc64|s390x|mips|wasm|loongarch|i[3-6]86|x86_64|aarch64|amdgcn|hexagon)/;

/** The triple of a compiler and its flags; the usual machine if none is named. */
function tripleIn({ compiler, args }: Pick<FindingRecord, 'compiler' | 'args'>): string {
  const told = args.findLast((arg) => /^--?target=/.test(arg))?.replace(/^--?target=/, '');
  return told ?? /^(.+)-gcc-\d+/.exec(compiler)?.[1] ?? 'x86_64';
}

export const weightRules: readonly Rule[] = [
  {
    says: 'the newest snapshot no longer shows it',
    weight: 3,
    applies: ({ isGone }) => isGone,
  },
  {
    says: 'it needs an option for developers, or passes by their names',
    weight: 3,
    applies: ({ args, isHidden }) => isHidden === true || args.some((arg) => ofDevelopers.test(arg)),
  },
  {
    says: 'it needs a machine that few people use',
    weight: 3,
    applies: (facts) => !other.test(tripleIn(facts)),
  },
  {
    says: 'a block stays by a choice of the inliner, the unroller or the like',
    weight: 3,
    applies: ({ isHeuristic }) => isHeuristic === true,
  },
  { says: 'it is a known bug', weight: 3, applies: ({ known }) => known === 'yes' },
  {
    says: 'it needs another machine than x86-64 or AArch64',
    weight: 2,
    applies: (facts) => !usual.test(tripleIn(facts)),
  },
  {
    says: 'it needs an option beyond levels, OpenMP and the protections of distributions',
    weight: 2,
    applies: ({ args }) => args.some((arg) => !plain.test(arg) && !machineWord.test(arg)),
  },
  {
    says: 'it only costs time or memory, or changes code and not what the code does',
    weight: 2,
    applies: ({ kind }) => findingKinds[kind].isLight === true,
  },
  {
    says: `its program has more than ${MOST_BYTES.toLocaleString('en')} bytes`,
    weight: 2,
    applies: ({ bytes = 0 }) => bytes > MOST_BYTES,
  },
];

function weighed(facts: Facts): Weighed {
  const met = weightRules.filter((rule) => rule.applies(facts));
  const weight = Math.max(1, ...met.map((rule) => rule.weight)) as Weight;
  return { weight, because: met.filter((rule) => rule.weight === weight).map(({ says }) => says) };
}

export function weightOf(record: FindingRecord): Weighed {
  const { kind, compiler, args, options, shipped, reduction, textReduction } = record;
  const trophy = trophies().find(({ name }) => name === shipped?.name);
  const bytes = (textReduction ?? reduction)?.bytes.to;
  return weighed({
    kind,
    compiler,
    args,
    bytes,
    isHidden: options !== undefined && options.tier !== 'documented',
    known: shipped === undefined ? 'no' : 'yes',
    isHeuristic: record.missed?.isHeuristic,
    isGone: trophy?.newest?.answer === 'gone',
  });
}

export function weightOfTrophy(trophy: Trophy): Weighed {
  return weighed({ ...trophy, isGone: trophy.newest?.answer === 'gone' });
}
