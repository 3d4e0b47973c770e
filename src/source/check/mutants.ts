/** Mutants of a source's programs: how much of its parent each keeps. */
import { type ChoiceSequence, makeRandom } from '../../choice/index.ts';
import { mutate, mutateBy } from '../../mutate/index.ts';
import type { Program } from '../../program/index.ts';
import type { MadeProgram } from '../made.ts';
import type { Source } from '../source.ts';
import { median } from '../../util/numbers.ts';
import { sharedPercent, withoutComments } from './similar.ts';

/** Percent at which a mutant counts as similar to its parent. */
const SIMILAR = 90;

/**
 * Counts of the mutants' results. The useless kinds are listed in the order of their checks.
 */
export interface MutantFigures {
  readonly mutants: number;
  /** The mutant drew the same as its parent; a campaign does not execute it. */
  readonly sameRecord: number;
  readonly rejected: number;
  readonly overrun: number;
  /** It drew something else, but its text equals its parent's, apart from comments. */
  readonly identical: number;
  /** Its text differs, and at least nine tenths of it are its parent's. */
  readonly similar: number;
  readonly different: number;
  /** Median percent of changed text, among mutants whose text differs from their parent's. */
  readonly changedPercent: number | undefined;
}

/** One replaced choice, or all operators mixed as in a campaign. */
export type MutantKind = 'single' | 'mixed';

export interface MutantsOptions {
  readonly kind: MutantKind;
  readonly mutants: number;
  /** The seed that mutants are drawn from. */
  readonly seed: number;
  readonly onMutant: (done: number) => void;
}

/** A seed far from the seeds of the parents. */
const FIRST_SEED = 1_000_000;

export async function measureMutants(
  source: Source,
  parents: readonly MadeProgram[],
  { kind, mutants, seed, onMutant }: MutantsOptions,
): Promise<MutantFigures> {
  const donors = parents.map(({ record }) => record);
  const texts = parents.map(({ program }) => textOf(program));
  let [sameRecord, rejected, overrun, identical] = [0, 0, 0, 0];
  const shared: number[] = [];
  for (let i = 0; i < mutants; i++) {
    onMutant(i);
    const at = i % parents.length;
    const parent = parents[at]!;
    const sequence = mutantOf(parent.record, kind, mutants * seed + i, donors);
    const child = await source.run({ sequence, seed: FIRST_SEED + mutants * seed + i });
    if (child.record.equals(parent.record)) sameRecord++;
    else if (child.outcome === 'failed') rejected++;
    else if (child.outcome === 'overrun') overrun++;
    else {
      const text = textOf(child.program);
      if (text === texts[at]) identical++;
      else shared.push(sharedPercent(text, texts[at]!));
    }
  }
  const similar = shared.filter((percent) => percent >= SIMILAR).length;
  return {
    mutants,
    sameRecord,
    rejected,
    overrun,
    identical,
    similar,
    different: shared.length - similar,
    changedPercent: shared.length === 0 ? undefined : 100 - median(shared),
  };
}

function mutantOf(
  record: ChoiceSequence,
  kind: MutantKind,
  number: number,
  donors: readonly ChoiceSequence[],
): ChoiceSequence {
  const rng = makeRandom(number + 1);
  return kind === 'mixed'
    ? mutate(record, rng, { donors }).sequence
    : (mutateBy('replace', record, rng)?.sequence ?? record);
}

/** All files joined, without the comments in which generators name their seed. */
export function textOf({ files, language }: Program): string {
  const text = files.map(({ path, bytes }) => `${path}\n${Buffer.from(bytes).toString()}`).join('\n');
  return language === 'c' || language === 'c++' ? withoutComments(text) : text;
}
