/**
 * Choice-level swarm: for one test, a random set of labels is biased towards random answers.
 *
 * This is swarm testing for any generator, without the generator's help. At a label of the set, each question
 * has one answer, drawn once for the test. The player gives it with probability `strength` if no record
 * answers. So tests differ in their ingredients, and not only in the arrangement of the same ingredients. The
 * record holds all draws as usual, so a replay does not need the swarm.
 *
 * All follows from the seed and the texts of labels. Symbol numbers play no part, since they depend on
 * earlier draws. instrumentation/choices/lib/player.c does the same for generators in other processes.
 *
 * Invariant: the swarm never biases constants (`integer`), and a strength below 1 leaves every answer
 * possible.
 */

import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import { type Alphabet, SymbolKind } from '../sequence/alphabet.ts';
import { makeRandom } from './fresh.ts';
import type { Filler } from './replay-options.ts';
import { choiceTuning } from '../tuning.ts';

export interface Swarm {
  readonly seed: number;
  /** Share of labels that are biased, from 0 to 1. Default in tuning.ts. */
  readonly share?: number;
  /** Probability that a biased label gives its answer, from 0 to below 1. Default in tuning.ts. */
  readonly strength?: number;
}

/** A swarm as whole numbers; probabilities in 2^-32. */
export interface SwarmNumbers {
  readonly seed: number;
  readonly share: number;
  readonly strength: number;
}

const DEFAULT_SHARE = choiceTuning.swarmShare.value;
const DEFAULT_STRENGTH = choiceTuning.swarmStrength.value;
const MAX_STRENGTH = choiceTuning.maxSwarmStrength.value;
/** Separates the swarm's coin from other draws of the same seed. */
const COIN = 0x5eed;

export function swarmNumbers({
  seed,
  share = DEFAULT_SHARE,
  strength = DEFAULT_STRENGTH,
}: Swarm): SwarmNumbers {
  if (!(share >= 0 && share <= 1)) throw new Error(`a swarm's share of ${share}; it must be from 0 to 1`);
  if (!(strength >= 0 && strength <= 1))
    throw new Error(`a swarm's strength of ${strength}; it must be from 0 to 1`);
  const inUnits = (part: number): number => Math.min(Math.floor(part * 2 ** 32), 2 ** 32 - 1);
  return {
    seed: seed >>> 0,
    share: inUnits(share),
    strength: inUnits(Math.min(strength, MAX_STRENGTH)),
  };
}

/** The random generator that tosses the coins of a swarm. */
export function swarmCoin(swarm: SwarmNumbers): RandomGenerator {
  return makeRandom(swarm.seed ^ COIN);
}

export function swarmFiller(alphabet: Alphabet, swarm: Swarm): Filler {
  const numbers = swarmNumbers(swarm);
  const coin = swarmCoin(numbers);
  const hashes = new Map<number, number>();
  return ({ symbol, label, count }) => {
    const kind = alphabet.kinds[symbol]!;
    if (numbers.strength === 0 || kind === SymbolKind.integer || count > 2 ** 32) return undefined;
    let labelHash = hashes.get(label);
    if (labelHash === undefined) {
      labelHash = label === 0 ? 0 : hashText(alphabet.labelOf(label));
      hashes.set(label, labelHash);
    }
    const site = mix(kind, (count - 1) >>> 0);
    const here = mix(numbers.seed, labelHash);
    // Outside all scopes every question has the same label: there the coin chooses among the questions.
    if (mix(here, label === 0 ? site : 1) >= numbers.share) return undefined;
    if (coin.next() >>> 0 >= numbers.strength) return undefined;
    return Number((BigInt(mix(here, mix(site, 2))) * BigInt(count)) >> 32n);
  };
}

function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ b, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca77);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** FNV-1a over UTF-8. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
