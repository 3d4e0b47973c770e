/**
 * Pipelines of passes, as cgfuzz draws them: a list for the module, with inner lists for call graphs,
 * functions and loops.
 *
 * Each pass and each list is a scope, whose label names its place. So removing a scope leaves a valid
 * pipeline, and a scope can move to another place of the same kind. Empty lists are not written: `opt` can
 * read every drawn text.
 */
import type { Draw } from '../choice/index.ts';
import type { OptionFacts } from './facts.ts';
import { textOfWay } from './option.ts';
import { type PassLevel, type PassOfLlvm, PREPARED, wayOfPass } from './passes.ts';

/** The first is the simplest. Most passes find no work in code that no other pass has touched. */
const BEGINNINGS: readonly (readonly [weight: number, passes: string])[] = [
  [2, ''],
  [4, PREPARED],
  [2, 'default<O1>'],
  [1, 'default<O2>'],
  [1, 'default<O3>'],
];

/** The code generator relies on this pass: it cannot select `llvm.expect.with.probability`. */
const ALWAYS = 'function(lower-expect)';

/**
 * Probability of one more pass. Lists contain lists, so that lengths multiply; with higher values, some
 * pipelines had a thousand passes.
 */
const MORE: readonly (readonly [weight: number, probability: number])[] = [
  [3, 0.4],
  [2, 0.7],
  [1, 0.85],
];
/** A pass by itself often changes nothing; after other passes it does. */
const ACTIVE = 0.6;

/** A part of a list: a pass of its place, or a list for a deeper place, which begins with these words. */
type Part = 'pass' | readonly [words: string, level: PassLevel];

const PARTS: Readonly<Record<PassLevel, readonly (readonly [weight: number, part: Part])[]>> = {
  module: [
    [4, 'pass'],
    [6, ['function', 'function']],
    [3, ['cgscc', 'cgscc']],
    [1, ['function<eager-inv>', 'function']],
  ],
  cgscc: [
    [3, 'pass'],
    [3, ['function', 'function']],
  ],
  function: [
    [6, 'pass'],
    [2, ['loop', 'loop']],
    [2, ['loop-mssa', 'loop-mssa']],
  ],
  loop: [[1, 'pass']],
  'loop-mssa': [[1, 'pass']],
};

/**
 * The passes of one place: passes that changed code in trials, and passes that may do so in other programs.
 */
interface Place {
  readonly active: readonly PassOfLlvm[];
  readonly quiet: readonly PassOfLlvm[];
}

export class PipelineSpace {
  readonly #places: ReadonlyMap<PassLevel, Place>;

  constructor(passes: readonly PassOfLlvm[], { effects }: OptionFacts) {
    const effectOf = ({ level }: PassOfLlvm, spelling: string): string | undefined =>
      effects[textOfWay(wayOfPass(level, spelling))];
    const usable = passes
      .map((pass) => ({
        ...pass,
        spellings: pass.spellings.filter((each) =>
          ['active', 'quiet'].includes(effectOf(pass, each) ?? 'refused'),
        ),
      }))
      .filter(({ spellings }) => spellings.length > 0);
    const isActive = (pass: PassOfLlvm): boolean =>
      pass.spellings.some((each) => effectOf(pass, each) === 'active');
    const placeOf = (level: PassLevel): Place => {
      const here = usable.filter((pass) => pass.level === level);
      return { active: here.filter(isActive), quiet: here.filter((pass) => !isActive(pass)) };
    };
    this.#places = new Map((Object.keys(PARTS) as PassLevel[]).map((level) => [level, placeOf(level)]));
  }

  /** Number of passes to choose from; a pass with two possible places counts twice. */
  get size(): number {
    return [...this.#places.values()].reduce(
      (sum, { active, quiet }) => sum + active.length + quiet.length,
      0,
    );
  }

  /** A pipeline in `opt`'s syntax; empty if no pass was drawn. */
  readonly draw = (draw: Draw): string => {
    const beginning = draw.weighted(BEGINNINGS);
    const parts = [beginning, this.#drawList(draw, 'module')].filter((part) => part !== '');
    return parts.length === 0 ? '' : [ALWAYS, ...parts].join(',');
  };

  #drawList(draw: Draw, level: PassLevel): string {
    const more = draw.weighted(MORE);
    const parts: string[] = [];
    for (;;) {
      const part = draw.scope(`${level}-pass`, () =>
        draw.boolean(more) ? this.#drawPart(draw, level) : undefined,
      );
      if (part === undefined) break;
      if (part !== '') parts.push(part);
    }
    return parts.join(',');
  }

  #drawPart(draw: Draw, level: PassLevel): string {
    const part = draw.weighted(PARTS[level]);
    if (part === 'pass') return this.#drawPass(draw, this.#places.get(level)!);
    const [words, deeper] = part;
    const inside = this.#drawList(draw, deeper);
    return inside === '' ? '' : `${words}(${inside})`;
  }

  #drawPass(draw: Draw, { active, quiet }: Place): string {
    const isQuiet = quiet.length > 0 && (active.length === 0 || !draw.boolean(ACTIVE));
    const from = isQuiet ? quiet : active;
    if (from.length === 0) return '';
    const { spellings } = draw.pick(from);
    return spellings.length === 1 ? spellings[0]! : draw.pick(spellings);
  }
}
