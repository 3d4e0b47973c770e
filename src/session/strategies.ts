/** The strategies that `cgfuzz run` searches with, by name. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { seedsFolder } from '../build/index.ts';
import type { CampaignSettings } from '../campaign/index.ts';
import { readSeeds } from '../corpus/index.ts';
import { inChain } from '../generators/index.ts';
import {
  Enumerate,
  Guided,
  type Knowledge,
  SeedTests,
  type Strategy,
  explore,
  portfolio,
  randomStrategy,
} from '../search/index.ts';
import { UserError } from '../util/user-error.ts';

type StrategyName = CampaignSettings['strategy'];

/** Settings about the search. */
type SearchSettings = Pick<CampaignSettings, 'strategy' | 'without' | 'maxChoices' | 'noSeeds'>;

/** Sources with shipped tests, whose files must be there. */
const seededSources: readonly string[] = ['csmith-scoped'];

interface StrategyEntry {
  readonly doc: string;
  /** Flags that matter for this strategy, besides the flags for all strategies. */
  readonly flags?: readonly ('without' | 'max-choices')[];
  readonly make: (knowledge: Knowledge, settings: SearchSettings) => Strategy;
}

const table: Readonly<Record<StrategyName, StrategyEntry>> = {
  guided: {
    doc: 'ways of making tests, and tests to change, compete by the coverage they gain',
    flags: ['without'],
    make: (knowledge, { without, noSeeds }) =>
      new Guided({
        ...knowledge,
        arms: armsWithout(without),
        seedTests: noSeeds ? new Map<string, SeedTests>() : seedTestsFor(knowledge),
      }),
  },
  unguided: {
    doc: 'the same ways of making tests shared evenly, and any test is changed',
    flags: ['without'],
    make: (knowledge, { without }) =>
      new Guided({ ...knowledge, arms: armsWithout(without), isGuided: false }),
  },
  random: {
    doc: 'fresh tests only',
    make: ({ sources }) => randomStrategy(sources),
  },
  enumerate: {
    doc: 'all tests, those with the fewest choices first; ends when none is left, and says how many there were',
    flags: ['max-choices'],
    make: (knowledge, { maxChoices }) =>
      explore('enumerate', knowledge, (note) => new Enumerate(note, { maxChoices })),
  },
};

const strategyNames: readonly StrategyName[] = Object.keys(table) as StrategyName[];

/** The shipped tests for these sources; a chain begins with the tests of its source. */
function seedTestsFor({ sources, alphabetOf }: Knowledge): Map<string, SeedTests> {
  const found = new Map<string, SeedTests>();
  for (const source of sources) {
    const files = readSeeds(join(seedsFolder, `${inChain(source)[0]}.cgcorpus`));
    if (files.length > 0) found.set(source, new SeedTests(files, alphabetOf(source)));
  }
  return found;
}

/** Warns if shipped tests are missing: otherwise the search would silently begin without them. */
export function missingSeeds(
  { strategy, noSeeds }: SearchSettings,
  sources: readonly string[],
  folder: string = seedsFolder,
): string[] {
  if (strategy !== 'guided' || noSeeds) return [];
  return sources
    .map((source) => inChain(source)[0])
    .filter((source) => seededSources.includes(source) && !existsSync(join(folder, `${source}.cgcorpus`)))
    .map(
      (source) =>
        `the tests that come with cgfuzz for ${source} are not in ${folder}: the search begins without them`,
    );
}

/** A line for each strategy, for the help. */
export function strategyDocs(): string[] {
  const width = Math.max(...strategyNames.map((name) => name.length));
  return strategyNames.map((name) => `  ${name.padEnd(width)}  ${table[name].doc}`);
}

export function makeStrategy(settings: SearchSettings, knowledge: Knowledge): Strategy {
  return table[settings.strategy].make(knowledge, settings);
}

/** Refuses flags that make no sense, alone or together, before anything is made. */
export function checkStrategy({ strategy: name, without, maxChoices }: SearchSettings): void {
  if (without.length > 0) checkHears(name, 'without', 'has no arms that could be left out');
  if (maxChoices !== undefined) checkHears(name, 'max-choices', 'has no bound on choices');
  const known = portfolio.map((arm) => arm.name);
  const unknown = without.find((arm) => !known.includes(arm));
  if (unknown !== undefined)
    throw new UserError(`no arm named "${unknown}"`, [`known arms: ${known.join(', ')}`]);
  if (armsWithout(without).length === 0) {
    throw new UserError('every arm is left out', [
      'leave one in, or choose --strategy random: fresh tests only',
    ]);
  }
}

function checkHears(name: StrategyName, flag: 'without' | 'max-choices', why: string): void {
  const hearing = strategyNames.filter((other) => table[other].flags?.includes(flag));
  if (hearing.includes(name)) return;
  throw new UserError(`--strategy ${name} ${why}`, [
    `leave --${flag} away, or choose --strategy ${hearing.join(' or ')}`,
  ]);
}

function armsWithout(without: readonly string[]): typeof portfolio {
  return portfolio.filter((arm) => !without.includes(arm.name));
}
