/**
 * Profiles name the instrumented part of GCC, as patterns of source file names. All other files are compiled,
 * too: Debian has no archives of GCC from which a linker could take the rest.
 *
 * Invariant: no profile contains the front ends, the preprocessor library, diagnostics, or code that streams
 * or generates. These parts say nothing about the optimiser's work.
 */
import { basename } from 'node:path';
import { didYouMean } from '../../util/did-you-mean.ts';
import { UserError } from '../../util/user-error.ts';

/**
 * From small to large; a plain name such as `gcc-16` never means a build. `patched` contains only the files that
 * patches change.
 */
export const gccProfileNames = ['patched', 'starter', 'passes', 'full'] as const;
export type GccProfileName = (typeof gccProfileNames)[number];

/** Code that folds expressions and numbers values: tables made from match.pd, ranges, and the passes that ask both. */
const folding: readonly RegExp[] = [
  /^(?:gimple|generic)-match/,
  /^(?:fold-const|gimple-(?:fold|range)|range-op|value-)/,
  /^tree-(?:vrp|ssa-(?:ccp|dom|forwprop|math-opts|phiopt|pre|propagate|reassoc|sccvn))/,
];

/** All code that works on GIMPLE, and on whole programs. */
const passes: readonly RegExp[] = [
  ...folding,
  /^(?:cfg|cgraph|gimpl|graphite|ipa|omp-(?:expand|low|simd)|symtab|tree|varpool)/,
  /^(?:builtins|internal-fn|multiple_target|pointer-query|predict|pta-|sanopt|sese|tracer|trans-mem|vr-values)/,
];

/** Code generation: from GIMPLE to instructions, and code for the processor. */
const codeGeneration: readonly RegExp[] = [
  /^(?:auto-inc-dec|avoid-store|bb-reorder|caller-save|calls|ccmp|combine|compare-elim|cprop|cse|dce|ddg|df-|dojump|dse)/,
  /^(?:early-remat|emit-rtl|explow|expmed|expr|ext-dce|final|fold-mem|function|fwprop|gcse|haifa|hw-doloop|ifcvt|init-regs)/,
  /^(?:ira|jump|late-combine|loop-|lower-subreg|lra|mode-switching|modulo-sched|optabs|pair-fusion|postreload|recog|ree\.|reg)/,
  /^(?:reload|reorg|resource|rtl|sched|sel-sched|shrink-wrap|simplify-rtx|stack-ptr|stmt|stor|valtrack|var-tracking|varasm|web)/,
  /^(?:i386|x86-|aarch64|riscv|arm|mips|rs6000|s390|sparc|alpha|pa\.|m68k)/,
];

/**
 * Names that match a profile's patterns but are no passes: they print, stream, or belong to the front end.
 */
const never: readonly RegExp[] = [
  /pretty-print|streamer|-dump\b|diagnostic|logical-location|-tests\b|-d\.cc$|-c\.cc$|-error\.cc$/,
  /^(?:tree-(?:iterator|nested)|ipa-free-lang-data)/,
];

const profiles: Readonly<Record<Exclude<GccProfileName, 'patched'>, readonly RegExp[]>> = {
  starter: folding,
  passes,
  full: [...passes, ...codeGeneration],
};

export function findGccProfile(name: string): GccProfileName {
  const found = gccProfileNames.find((known) => known === name);
  if (found) return found;
  const meant = didYouMean(name, gccProfileNames);
  throw new UserError(`no profile of GCC is named "${name}"`, [
    `known profiles: ${gccProfileNames.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}

/**
 * True if a source file is instrumented. `name` is the path of the source file below GCC's folder `gcc`, or the
 * path of a generated file. `changed` has the files that patches change.
 */
export function isInstrumented(
  profile: GccProfileName,
  name: string,
  changed: readonly string[] = [],
): boolean {
  if (profile === 'patched') return changed.includes(`gcc/${name}`);
  const isOfBackEnd = /^(?:[^/]+|config\/[^/]+\/[^/]+|rtl-ssa\/[^/]+)$/.test(name);
  const file = basename(name);
  return (
    isOfBackEnd &&
    !never.some((pattern) => pattern.test(file)) &&
    profiles[profile].some((pattern) => pattern.test(file))
  );
}
