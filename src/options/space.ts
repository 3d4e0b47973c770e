/**
 * The option space of a compiler, from which cgfuzz draws the options for one program.
 *
 * Each option is a scope of its own. The choice "is there one more?" lies inside it. So removing a scope
 * removes exactly one option. Lower numbers mean simpler options: the best level for a report, no machine,
 * the documented tier.
 */
import type { Draw } from '../choice/index.ts';
import { type DrawnOptions, optionTiers, type OptionTier, wordForPipeline } from '../program/index.ts';
import type { OptionFacts } from './facts.ts';
import { plainestMachine, wayElsewhere } from './machines.ts';
import { type OptionList, textOfWay, tiersUpTo, type Way } from './option.ts';
import { PipelineSpace } from './pipeline.ts';
import type { Effect } from './probe.ts';

/** An option for drawing, with its useful ways only. */
interface Usable {
  readonly name: string;
  readonly tier: OptionTier;
  readonly ways: readonly Way[];
}

/** Another machine, and the options that choose it. An option of weight 0 is never drawn. */
interface WeighedMachine {
  readonly name: string;
  readonly ways: readonly (readonly [weight: number, way: Way])[];
}

/** Options of one tier: options that changed code in trials, and options that may do so in other programs. */
interface TierOptions {
  readonly tier: OptionTier;
  readonly active: readonly Usable[];
  readonly quiet: readonly Usable[];
}

/** Probability of one more option: most programs get a few, some many. */
const MORE: readonly (readonly [weight: number, probability: number])[] = [
  [2, 0.5],
  [3, 0.8],
  [1, 0.94],
];
const ACTIVE = 0.85;
const MACHINE = 0.4;
/** The share of higher tiers, if a campaign allows them. */
const HIGHER = 0.5;
const PIPELINE = 0.9;
const CHECK = 0.2;

export class OptionSpace {
  readonly #levels: OptionList['levels'];
  readonly #machines: readonly Way[];
  /** Empty if a campaign is about this machine. */
  readonly #others: readonly (readonly [weight: number, machine: WeighedMachine])[];
  readonly #tiers: readonly TierOptions[];
  readonly #elsewhere: ReadonlySet<string>;
  readonly #pipelines: PipelineSpace | undefined;
  /** Empty in the lowest tier: the options for a compiler's self-checks are hidden ones. */
  readonly #checks: readonly Way[];

  /**
   * `others` names machines to generate all code for; empty for this machine. `runnable` has the options that
   * choose another machine, if this machine can run its code all the same.
   */
  constructor(
    list: OptionList,
    facts: OptionFacts,
    tier: OptionTier,
    others: ReadonlySet<string> = new Set(),
    runnable: ReadonlySet<string> = new Set(),
  ) {
    const { effects } = facts;
    const effectOf = (way: Way): Effect | undefined => effects[textOfWay(way)];
    this.#levels = list.levels;
    this.#pipelines = list.passes && new PipelineSpace(list.passes, facts);
    this.#checks = tier === 'documented' ? [] : (list.checks ?? []).filter((way) => isUseful(effectOf(way)));
    this.#machines = list.machines.filter((way) => isUseful(effectOf(way)));
    this.#others = (others.size === 0 ? [] : (list.otherMachines ?? [])).map(({ name, ways }) => {
      const weighed = ways.map((way) => [isUseful(effectOf(way)) ? 1 : 0, way] as const);
      const isWanted = others.has(name) && weighed.some(([weight]) => weight > 0);
      return [isWanted ? 1 : 0, { name, ways: weighed }];
    });
    const isElsewhere = this.machineCount > 0;
    const plainest = plainestMachine((way) => effectOf(way) === 'refused');
    const isDrawn = (way: Way): boolean =>
      isUseful(effectOf(way)) &&
      !(isElsewhere && (isOfThisMachine(way) || effectOf(wayElsewhere(plainest, way)) === 'refused'));
    this.#elsewhere = new Set(
      Object.keys(effects).filter((words) => isNotRun(effects[words]) && !runnable.has(words)),
    );
    const tiersOfOptions = tiersUpTo(tier).filter((each) => each !== 'pipelines');
    this.#tiers = tiersOfOptions.map((each) => {
      const usable = list.options
        .filter((option) => option.tier === each)
        .map((option): Usable => ({
          ...option,
          ways: option.ways.filter(isDrawn),
        }))
        .filter(({ ways }) => ways.length > 0);
      const isActive = ({ ways }: Usable): boolean => ways.some((way) => effectOf(way) !== 'quiet');
      return {
        tier: each,
        active: usable.filter(isActive),
        quiet: usable.filter((option) => !isActive(option)),
      };
    });
  }

  /** Number of other machines that can be drawn. */
  get machineCount(): number {
    return this.#others.filter(([weight]) => weight > 0).length;
  }

  /** Number of options to choose from. */
  get size(): number {
    return this.#tiers.reduce(
      (sum, { active, quiet }) => sum + active.length + quiet.length,
      this.#pipelines?.size ?? 0,
    );
  }

  readonly draw = (draw: Draw): DrawnOptions => {
    const level = draw.scope('level', () => draw.weighted(this.#levels));
    const { machine, words } = draw.scope('machine', () => this.#drawMachine(draw));
    const check = this.#drawCheck(draw);
    const pipeline = this.#drawPipeline(draw);
    const more = draw.weighted(MORE);
    const chosen = new Map<string, { readonly way: Way; readonly tier: OptionTier }>();
    for (;;) {
      const one = draw.scope('option', () => (draw.boolean(more) ? this.#drawOption(draw) : undefined));
      if (one === undefined) break;
      // If the same option is drawn twice, compilers take the last one, and so does this list.
      chosen.delete(one.name);
      chosen.set(one.name, one);
    }
    const ways = [words, check, ...[...chosen.values()].map(({ way }) => way)].filter(
      (way) => way !== undefined,
    );
    const highest = Math.max(
      check === undefined ? 0 : 1,
      ...[...chosen.values()].map(({ tier }) => optionTiers.indexOf(tier)),
    );
    return {
      args: [level, ...withoutRepeats(ways), ...(pipeline === '' ? [] : [wordForPipeline(pipeline)])],
      tier: pipeline === '' ? optionTiers[highest]! : 'pipelines',
      isForElsewhere: ways.some((way) => this.#elsewhere.has(textOfWay(way))),
      ...(machine === undefined ? {} : { machine }),
    };
  };

  #drawCheck(draw: Draw): Way | undefined {
    if (this.#checks.length === 0) return undefined;
    return draw.scope('check', () => (draw.boolean(CHECK) ? draw.pick(this.#checks) : undefined));
  }

  /** Empty if the level's own passes should run. */
  #drawPipeline(draw: Draw): string {
    const pipelines = this.#pipelines;
    if (pipelines === undefined) return '';
    return draw.scope('pipeline', () => (draw.boolean(PIPELINE) ? pipelines.draw(draw) : ''));
  }

  /** Another machine, if a campaign wants one; otherwise perhaps a processor of this machine. */
  #drawMachine(draw: Draw): { readonly machine?: string; readonly words: Way | undefined } {
    if (this.machineCount === 0) {
      const isCertain = this.#machines.length > 0 && draw.boolean(MACHINE);
      return { words: isCertain ? draw.pick(this.#machines) : undefined };
    }
    const { name, ways } = draw.weighted(this.#others);
    return { machine: name, words: draw.weighted(ways) };
  }

  #drawOption(
    draw: Draw,
  ): { readonly name: string; readonly way: Way; readonly tier: OptionTier } | undefined {
    const at = this.#tiers.length > 1 && draw.boolean(HIGHER) ? this.#tiers.length - 1 : 0;
    const { tier, active, quiet } = this.#tiers[at]!;
    const isQuiet = quiet.length > 0 && (active.length === 0 || !draw.boolean(ACTIVE));
    const from = isQuiet ? quiet : active;
    if (from.length === 0) return undefined;
    const { name, ways } = draw.pick(from);
    return { name, tier, way: ways.length === 1 ? ways[0]! : draw.pick(ways) };
  }
}

/** A useless way makes every test fail, or changes the test's meaning. */
function isUseful(effect: Effect | undefined): boolean {
  return effect === 'active' || effect === 'quiet' || isNotRun(effect);
}

/** True for options that only this kind of machine has. */
function isOfThisMachine([first = '']: Way): boolean {
  return first.startsWith('-m') && first !== '-mllvm';
}

/** Code for another machine, or for a missing library, can still be compiled. */
function isNotRun(effect: Effect | undefined): boolean {
  return effect === 'elsewhere' || effect === 'not-linked';
}

/** An argument that both a machine and a feature bring is written once. */
function withoutRepeats(ways: readonly Way[]): string[] {
  const words: string[] = [];
  for (const way of ways) {
    const [first] = way;
    if (first === '-mllvm') words.push(...way);
    else words.push(...way.filter((word) => !words.includes(word)));
  }
  return words;
}
