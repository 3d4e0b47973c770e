/**
 * Check: real runs of a source. They show whether it is deterministic under replay, and count its questions
 * and a mutant's changes. Check also gives advice if the source is not good.
 */
import { grouped, percent } from '../../util/text.ts';
import { median } from '../../util/numbers.ts';
import { isInProcess, preparedSource, type SourceDefinition } from '../definition.ts';
import { describeGenerated } from '../describe.ts';
import type { Made, MadeProgram } from '../made.ts';
import { openSource } from '../open-source.ts';
import { placesName } from '../process/memory-layout.ts';
import type { Source, SourceSettings } from '../source.ts';
import { nothingRecognised, recogniseEngines, type Recognised } from './engines.ts';
import { measureMutants, type MutantFigures, type MutantKind, textOf } from './mutants.ts';
import { addressesMatter, causes, replayDifference, seenText } from './replays.ts';
import { scopeProfile } from './scope-profile.ts';
import { slowdown } from './slowdown.ts';
import { type MiddleAndEnds, type UsageFigures, usageOf } from './usage.ts';
import { judgeSource, type SourceVerdict } from './verdict.ts';

export interface Checked {
  readonly verdict: SourceVerdict;
  /** True if a campaign can use it, even if it is `weak`. */
  readonly isUsable: boolean;
  /** For people, in order. */
  readonly lines: readonly string[];
  /** Undefined if no program was made, or replays differ. */
  readonly figures: CheckFigures | undefined;
}

export interface CheckFigures {
  readonly usage: UsageFigures;
  /** Medians. */
  readonly cpuMs: number;
  readonly replayCpuMs: number;
  /** CPU time of cgfuzz itself for one replay; undefined if the generator does not ask over a stream. */
  readonly engineCpuMs: number | undefined;
  readonly single: MutantFigures | undefined;
  readonly mixed: MutantFigures | undefined;
  /** CPU time with answered draws, as a multiple of the time without cgfuzz; undefined if that is unknown. */
  readonly slowdown: number | undefined;
  readonly engines: readonly string[];
  /** Number of requests for each kind of randomness. */
  readonly randomness: Readonly<Record<string, number>>;
}

export interface ExamineOptions extends SourceSettings {
  readonly programs: number;
  /** The number of single mutants, and of mixed ones. */
  readonly mutants: number;
  /** The first seed for its programs, and the seed for mutants. Default: 0. */
  readonly seed?: number;
  /** True to list the labels of the scopes. */
  readonly listsScopes?: boolean;
  /** Hears what it is at. */
  readonly onProgress?: (text: string) => void;
  /** Folders of programs, as in PATH. Default: the folders of this process. */
  readonly searchPath?: string;
}

/** Each program takes four runs, and three or four ratios are enough for a median. */
const MOST_TIMED = 5;

export async function examineSource(definition: SourceDefinition, options: ExamineOptions): Promise<Checked> {
  const ready = await preparedSource(definition, options.say ?? (() => undefined));
  const source = openSource(ready, options);
  try {
    return await new Examination(source, ready, options).run();
  } finally {
    await source.close();
  }
}

class Examination {
  readonly #source: Source;
  readonly #definition: SourceDefinition;
  readonly #options: ExamineOptions;
  readonly #made: Made[] = [];
  readonly #replayCpuUs: number[] = [];
  readonly #engineCpuUs: number[] = [];

  constructor(source: Source, definition: SourceDefinition, options: ExamineOptions) {
    this.#source = source;
    this.#definition = definition;
    this.#options = options;
  }

  async run(): Promise<Checked> {
    const difference = await this.#makeAndReplay();
    if (difference !== undefined)
      return notGood([
        ...difference,
        ...obstaclesIn(this.#recognised()),
        ...causes(this.#source, this.#definition),
      ]);
    const good = this.#made.filter((one): one is MadeProgram => one.outcome === 'ok');
    const [bad] = this.#made;
    if (good.length === 0)
      return notGood([
        'no program was made',
        ...(bad === undefined ? [] : describeGenerated(bad)),
        ...obstaclesIn(this.#recognised()),
      ]);
    return this.#judged(good);
  }

  /** Returns the text about the first replay that differs. */
  async #makeAndReplay(): Promise<string[] | undefined> {
    const { programs, seed: first = 0 } = this.#options;
    for (let seed = first; seed < first + programs; seed++) {
      this.#progress(`program ${seed - first + 1} of ${programs}`);
      const fresh = await this.#source.run({ seed });
      this.#made.push(fresh);
      if (fresh.outcome !== 'ok') continue;
      for (let time = 0; time < 2; time++) {
        const before = process.cpuUsage();
        const again = await this.#source.run({
          seed: seed + 1_000 + time,
          sequence: fresh.record,
          isAnew: true,
        });
        const { user, system } = process.cpuUsage(before);
        this.#engineCpuUs.push(user + system);
        this.#replayCpuUs.push(again.cost.cpuUs);
        const difference = replayDifference(fresh, again);
        if (difference !== undefined) return difference;
      }
    }
    return undefined;
  }

  async #judged(good: readonly MadeProgram[]): Promise<Checked> {
    const usage = usageOf(this.#made);
    const single = await this.#mutants('single', good);
    const mixed = await this.#mutants('mixed', good);
    this.#progress('what answering its draws costs');
    const seen = this.#source.seen();
    const slow = isInProcess(this.#definition)
      ? undefined
      : await slowdown(this.#definition, Math.min(this.#options.programs, MOST_TIMED), this.#options);
    const recognised = this.#recognised();
    const cpuMs = median(good.map(({ cost }) => cost.cpuUs)) / 1_000;
    const replayCpuMs = median(this.#replayCpuUs) / 1_000;
    const engineCpuMs = this.#isStream() ? median(this.#engineCpuUs) / 1_000 : undefined;
    const randomness = Object.fromEntries(seen);
    const evidence = { definition: this.#definition, usage, single, mixed, recognised };
    const texts = new Set(good.map(({ program }) => textOf(program)));
    const isSame = good.length > 1 && texts.size === 1;
    const { verdict: judged, lines: why } = judgeSource({
      ...evidence,
      places: seen.get(placesName) ?? 0,
      asked: [...seen.keys()],
    });
    const verdict = isSame ? 'not good' : judged;
    this.#progress('whether addresses matter');
    const lines = [
      ...notMade(this.#made),
      ...(isSame ? ['every program is the same: what it draws decides nothing that it writes'] : []),
      ...why,
      `replayed ${good.length} programs twice each: identical records, identical bytes`,
      ...usageLines(usage),
      ...mutantLines('single', single),
      ...mutantLines('mixed', mixed),
      `CPU for a program: ${cpuMs.toFixed(1)} ms, replayed ${replayCpuMs.toFixed(1)} ms (medians)`,
      ...(engineCpuMs === undefined ? [] : [shareOfEngine(engineCpuMs, replayCpuMs)]),
      ...(slow === undefined ? [] : [slow.text]),
      ...(hasCounters(this.#definition) ? [`randomness: ${seenText(this.#source)}`] : []),
      ...(recognised.engines.length === 0
        ? []
        : [`engines in its program: ${recognised.engines.join(', ')}`]),
      ...(recognised.isStripped ? ['its file is stripped: its functions have no names'] : []),
      ...(seen.has('draws in other threads')
        ? ['some draws come from other threads: their order is chance']
        : []),
      ...(await addressesMatter(this.#definition, good[0]!, this.#options)),
      ...(this.#options.listsScopes === true ? scopeProfile(good.map(({ record }) => record)) : []),
    ];
    const figures = {
      usage,
      cpuMs,
      replayCpuMs,
      engineCpuMs,
      single,
      mixed,
      slowdown: slow?.times,
      randomness,
    };
    return {
      verdict,
      isUsable: verdict === 'good' || verdict === 'weak',
      lines,
      figures: { ...figures, engines: recognised.engines },
    };
  }

  async #mutants(kind: MutantKind, parents: readonly MadeProgram[]): Promise<MutantFigures | undefined> {
    const { mutants, seed = 0 } = this.#options;
    if (mutants === 0 || parents.every(({ record }) => record.choiceCount === 0)) return undefined;
    const onMutant = (done: number): void => this.#progress(`${kind} mutant ${done + 1} of ${mutants}`);
    return measureMutants(this.#source, parents, { kind, mutants, seed, onMutant });
  }

  #isStream(): boolean {
    return !isInProcess(this.#definition) && this.#definition.reach === 'stream';
  }

  #recognised(): Recognised {
    const { searchPath = process.env['PATH'] ?? '' } = this.#options;
    const definition = this.#definition;
    // A prepared definition has its command as a list. The linked library itself contains names of engines.
    const isOwn = isInProcess(definition) || definition.reach === 'linked';
    if (isOwn || typeof definition.command === 'function') return nothingRecognised;
    return recogniseEngines(definition.command, searchPath);
  }

  #progress(text: string): void {
    this.#options.onProgress?.(text);
  }
}

/** The hidden cost of a stream: cgfuzz answers each question by itself. */
function shareOfEngine(engineCpuMs: number, generatorCpuMs: number): string {
  const all = engineCpuMs + generatorCpuMs;
  return `CPU of cgfuzz for a program: ${engineCpuMs.toFixed(1)} ms, ${percent(engineCpuMs, all)} of all; each question is a round trip over the stream`;
}

function obstaclesIn({ obstacle }: Recognised): string[] {
  return obstacle === undefined ? [] : [obstacle];
}

function notGood(lines: readonly string[]): Checked {
  return { verdict: 'not good', isUsable: false, lines, figures: undefined };
}

/** Other sources ask the engine directly, so there are no counters on the way. */
function hasCounters(definition: SourceDefinition): boolean {
  return !isInProcess(definition) && definition.reach !== 'stream';
}

function usageLines({ choices, scopes, kinds, bytes }: UsageFigures): string[] {
  const all = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  const shares = Object.entries(kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${percent(count, all)}`);
  return [
    `choices in a program: ${spreadText(choices)}`,
    ...(all === 0 ? [] : [`kinds of choice: ${shares.join(', ')}`]),
    `scopes in a program: ${spreadText(scopes)}`,
    `bytes in a program: ${spreadText(bytes)}`,
  ];
}

function spreadText({ tenth, median: middle, ninetieth }: MiddleAndEnds): string {
  return `${grouped(Math.round(middle))} (median), ${grouped(tenth)} to ${grouped(ninetieth)} (tenth, ninetieth)`;
}

function mutantLines(kind: MutantKind, figures: MutantFigures | undefined): string[] {
  if (figures === undefined) return [];
  const { mutants, sameRecord, identical, similar, different, rejected, overrun, changedPercent } = figures;
  const what = kind === 'single' ? 'one choice replaced' : 'all operators, as in a campaign';
  const changed =
    changedPercent === undefined
      ? ''
      : `; where the text differs, ${changedPercent.toFixed(1)}% of it (median)`;
  return [
    `${mutants} ${kind} mutants (${what}): same record ${sameRecord}, identical text ${identical}, at least 90% similar ${similar}, less similar ${different}, rejected ${rejected}, overrun ${overrun}${changed}`,
  ];
}

/** Failed programs, with one line for each reason. */
function notMade(made: readonly Made[]): string[] {
  const times = new Map<string, number>();
  for (const one of made) {
    if (one.outcome === 'ok') continue;
    const why =
      one.outcome === 'overrun' ? `overrun, past its limit of ${one.limit}` : describeGenerated(one)[0]!;
    times.set(why, (times.get(why) ?? 0) + 1);
  }
  return [...times].map(([why, count]) => `not every program, ${count} of ${made.length}: ${why}`);
}
