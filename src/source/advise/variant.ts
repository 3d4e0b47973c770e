/** A source with its own table: its programs, and the similarity of their mutants. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Limits } from '../../choice/index.ts';
import { median } from '../../util/numbers.ts';
import { UserError } from '../../util/user-error.ts';
import { measureMutants, type MutantFigures } from '../check/mutants.ts';
import type { ProcessDefinition } from '../definition.ts';
import type { Made, MadeProgram } from '../made.ts';
import { openSource } from '../open-source.ts';
import { GeneratorFailure } from '../record/generator-failure.ts';
import type { Source, SourceSettings } from '../source.ts';

/** One line of a table. */
export interface TableLine {
  readonly kind: 'draw' | 'scope' | 'seed' | 'fixed';
  readonly symbol: string;
  /** Question of a draw, as in `pick arg1`. */
  readonly asks?: string;
}

/** Makes a scope of every function that no other line names. */
export const EVERYTHING: TableLine = { kind: 'scope', symbol: '*' };

export interface AdviseSettings extends SourceSettings {
  /** A folder for trial tables. */
  readonly folder: string;
  /** The first seed for its programs, and the seed for mutants. */
  readonly seed: number;
  readonly onProgress: (text: string) => void;
}

export interface TableFigures {
  readonly choices: number;
  readonly scopes: number;
  readonly cpuMs: number;
  readonly overrunPercent: number;
  readonly single: KeptFigures;
  readonly mixed: KeptFigures;
}

/** Shares of mutants. */
export interface KeptFigures {
  readonly identicalPercent: number;
  /** Share of mutants whose text differs and is at least nine tenths the same. */
  readonly similarPercent: number;
}

export function tableText(lines: readonly TableLine[]): string {
  return lines.map((line) => `${lineText(line)}\n`).join('');
}

export function lineText({ kind, symbol, asks }: TableLine): string {
  return asks === undefined ? `${kind} ${symbol}` : `${kind} ${symbol} ${asks}`;
}

let tables = 0;

/** Opens the source with these lines as its table, for as long as the work takes. */
export async function withTable<T>(
  definition: ProcessDefinition,
  lines: readonly TableLine[],
  settings: AdviseSettings,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const table = join(settings.folder, `${++tables}.table`);
  writeFileSync(table, tableText(lines));
  const source = openSource({ ...definition, table }, settings);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

/**
 * Programs for seeds from the first one on, with every outcome. A generator that refuses a table makes none.
 */
export async function programsOf(
  source: Source,
  count: number,
  { seed: from }: Pick<AdviseSettings, 'seed'>,
  limits: Pick<Limits, 'maxChoices' | 'maxTimeMs'> = {},
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let seed = from; seed < from + count; seed++) made.push(await source.run({ seed, limits }));
  const [first] = made;
  if (made.every(({ outcome }) => outcome === 'failed') && first?.outcome === 'failed')
    throw cannotBeProfiled(source, first.error);
  return made;
}

function cannotBeProfiled({ name }: Source, error: unknown): UserError {
  const said = error instanceof GeneratorFailure && error.said !== '' ? error.said : String(error);
  return new UserError(`${name} makes no program with a table`, [
    ...said.split('\n').slice(-3),
    'build it with cgfuzz-cc or cgfuzz-c++, and with no table: CXX=cgfuzz-c++ cmake ...; see docs/plug-in-a-generator.md',
  ]);
}

export function isMade(made: Made): made is MadeProgram {
  return made.outcome === 'ok';
}

/** Limit of CPU time for a program that may be made hundreds of times. */
const FAST_US = 100_000;

/** Programs that are made fast, the largest first: they give most for their cost. */
export function cheapest(made: readonly Made[], count: number): readonly MadeProgram[] {
  const programs = made.filter(isMade).toSorted((a, b) => a.cost.cpuUs - b.cost.cpuUs);
  const fast = programs.filter(({ cost }, index) => index < count || cost.cpuUs <= FAST_US);
  return fast.toSorted((a, b) => b.record.choiceCount - a.record.choiceCount).slice(0, count);
}

export interface MeasureOptions {
  readonly programs: number;
  /** Number of programs to mutate: all, or the cheapest few. */
  readonly parents: number;
  readonly mutants: number;
  /** Programs that take longer than this count as overruns. Default: the source's own limit. */
  readonly maxTimeMs?: number;
}

export async function measureTable(
  definition: ProcessDefinition,
  lines: readonly TableLine[],
  { programs, parents, mutants, ...limits }: MeasureOptions,
  settings: AdviseSettings,
): Promise<TableFigures> {
  return withTable(definition, lines, settings, async (source) => {
    const made = await programsOf(source, programs, settings, limits);
    const good = made.filter(isMade);
    const from = parents >= good.length ? good : cheapest(made, parents);
    const options = {
      mutants: good.length === 0 ? 0 : mutants,
      seed: settings.seed,
      onMutant: () => undefined,
    };
    const single = await measureMutants(source, from, { kind: 'single', ...options });
    const mixed = await measureMutants(source, from, { kind: 'mixed', ...options });
    return {
      choices: median(good.map(({ record }) => record.choiceCount)),
      scopes: median(good.map(({ record }) => record.scopeCount)),
      cpuMs: median(good.map(({ cost }) => cost.cpuUs / 1_000)),
      overrunPercent: (100 * made.filter(({ outcome }) => outcome === 'overrun').length) / made.length,
      single: keptIn(single),
      mixed: keptIn(mixed),
    };
  });
}

function keptIn({ mutants, identical, similar, different }: MutantFigures): KeptFigures {
  return {
    identicalPercent: (100 * identical) / Math.max(1, mutants),
    similarPercent: (100 * similar) / Math.max(1, similar + different),
  };
}
