/**
 * Lists that grow: how fast-check's array arbitrary draws here.
 *
 * By itself it draws a length, then as many elements. A record like that is hard to work with: to delete an element, a
 * number far away must change too. Here each element's scope begins with the answer to "one more?", asked with just the
 * probability that makes all lengths as likely as before. Deleting, inserting, moving an element is now one edit.
 *
 * Invariant: the same lengths, with the same probabilities, as fast-check's own.
 */

import { chanceOfMore } from './bias.ts';
import type { ChoiceRandom } from './choice-random.ts';
import type { DrawSession } from './session.ts';
import { partOf, type ShadowPart } from './shadow-part.ts';

interface Item {
  readonly value: unknown;
}

/** The part of fast-check's `ArrayArbitrary` that is used here. */
interface List {
  readonly arb: { generate(random: ChoiceRandom<DrawSession>, biasFactor: number | undefined): Item };
  readonly minLength: number;
  readonly maxGeneratedLength: number;
  readonly cachedBiasedMaxLength: number;
  readonly depthContext: { depth: number };
  readonly setBuilder: (() => { tryAdd(item: Item): boolean; size(): number; getData(): Item[] }) | undefined;
  wrapper(items: Item[], shrunkOnce: boolean, lengthContext: undefined, startIndex: number): Item;
}

/** True for array arbitraries of a shape we know, of variable length. */
export function isGrowingList(arbitrary: object): boolean {
  const list = arbitrary as Partial<List>;
  return (
    arbitrary.constructor.name === 'ArrayArbitrary' &&
    typeof list.arb?.generate === 'function' &&
    typeof list.minLength === 'number' &&
    typeof list.maxGeneratedLength === 'number' &&
    list.minLength < list.maxGeneratedLength &&
    typeof list.cachedBiasedMaxLength === 'number' &&
    typeof list.depthContext?.depth === 'number' &&
    typeof list.wrapper === 'function'
  );
}

export function growList(
  list: List,
  random: ChoiceRandom<DrawSession>,
  biasFactor: number | undefined,
): Item {
  return random.session.withCoin(() => grow(list, random, biasFactor));
}

function grow(list: List, random: ChoiceRandom<DrawSession>, biasFactor: number | undefined): Item {
  const { depthContext, maxGeneratedLength } = list;
  const element = partOf(list.arb);
  if (element === undefined) throw new Error('the elements of a list have no shadow');
  const set = list.setBuilder?.();
  const items: Item[] = [];
  const size = (): number => set?.size() ?? items.length;
  const depth = depthContext.depth;
  let rejectedInRow = 0;
  try {
    while (size() < maxGeneratedLength && rejectedInRow < maxGeneratedLength) {
      // This makes fast-check's long lists hold shallow elements. fast-check knows the length beforehand; we know only
      // how many elements there are so far.
      depthContext.depth = depth + Math.max(0, size() + 1 - list.cachedBiasedMaxLength);
      const item = drawElement(list, element, random, biasFactor, {
        size: size(),
        isRetry: rejectedInRow > 0,
      });
      if (item === undefined) break;
      const isAccepted = set === undefined ? items.push(item) > 0 : set.tryAdd(item);
      rejectedInRow = isAccepted ? 0 : rejectedInRow + 1;
    }
  } finally {
    depthContext.depth = depth;
  }
  return list.wrapper(set?.getData() ?? items, false, undefined, 0);
}

/** The next element, or undefined at the end. */
function drawElement(
  list: List,
  element: ShadowPart,
  random: ChoiceRandom<DrawSession>,
  biasFactor: number | undefined,
  { size, isRetry }: { readonly size: number; readonly isRetry: boolean },
): Item | undefined {
  let part = element;
  while (part.inner !== undefined) part = part.inner;
  const generate = (): Item => list.arb.generate(random, biasFactor);
  return random.session.insideElement(`${part.label}[]`, part, (run) => {
    // It was decided before a rejected element that the list goes on.
    const isForced = isRetry || size < list.minLength;
    // Asked in any case, so that the rest stands at the same place in every element. An element after a rejected one
    // then takes its place if the rejected one is deleted.
    const isMore = random.more(isForced ? 1 : chanceOfMore(size, list, biasFactor !== undefined));
    return isMore || isForced ? run(generate) : undefined;
  });
}
