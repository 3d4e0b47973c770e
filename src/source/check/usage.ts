/** Usage: the requests of a source's fresh programs, and the number of different programs. */
import { type ChoiceSequence, type Site, SymbolKind } from '../../choice/index.ts';
import { programSize } from '../../program/index.ts';
import { onlyOptions } from '../chain/front-scope.ts';
import type { Made, MadeProgram } from '../made.ts';
import { median, quantile } from '../../util/numbers.ts';

/** The median of a list of numbers, and its ends without the largest and smallest tenth. */
export interface MiddleAndEnds {
  readonly tenth: number;
  readonly median: number;
  readonly ninetieth: number;
}

export interface UsageFigures {
  readonly programs: number;
  readonly failed: number;
  readonly overrun: number;
  readonly choices: MiddleAndEnds;
  /** The generator's own choices, without those for its options. */
  readonly ownChoices: MiddleAndEnds;
  readonly scopes: MiddleAndEnds;
  readonly bytes: MiddleAndEnds;
  /** Choices of all programs together. */
  readonly kinds: Readonly<Record<Site['kind'], number>>;
}

export function usageOf(made: readonly Made[]): UsageFigures {
  const good = made.filter((one): one is MadeProgram => one.outcome === 'ok');
  const counted = (count: (one: MadeProgram) => number): MiddleAndEnds => spreadOf(good.map(count));
  return {
    programs: made.length,
    failed: made.filter(({ outcome }) => outcome === 'failed').length,
    overrun: made.filter(({ outcome }) => outcome === 'overrun').length,
    choices: counted(({ record }) => record.choiceCount),
    ownChoices: counted(({ record }) => record.choiceCount - (onlyOptions(record)?.choiceCount ?? 0)),
    scopes: counted(({ record }) => record.scopeCount),
    bytes: counted(({ program }) => programSize(program)),
    kinds: kindsOf(good.map(({ record }) => record)),
  };
}

function spreadOf(values: readonly number[]): MiddleAndEnds {
  return { tenth: quantile(values, 0.1), median: median(values), ninetieth: quantile(values, 0.9) };
}

const kindNames = ['pick', 'weighted', 'integer', 'word'] as const;

function kindsOf(records: readonly ChoiceSequence[]): Record<Site['kind'], number> {
  const counts = { pick: 0, weighted: 0, integer: 0, word: 0 };
  for (const { ops, alphabet } of records) {
    for (const symbol of ops) {
      const name = kindNames[alphabet.kinds[symbol]! - SymbolKind.pick];
      if (name !== undefined) counts[name]++;
    }
  }
  return counts;
}
