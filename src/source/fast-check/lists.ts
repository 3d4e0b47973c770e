/**
 * Growing lists: a replacement for the draws of fast-check's array arbitrary.
 *
 * By itself it draws a length, and then that number of elements. Such a record is hard to change: deleting an
 * element must also change a number far away. Here each element's scope begins with the question "one more?",
 * whose probability makes all lengths as likely as before. Deleting, inserting or moving an element is now
 * one edit.
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

/** The part of fast-check's `ArrayArbitrary` that cgfuzz uses. */
interface List {
  readonly arb: { generate(random: ChoiceRandom<DrawSession>, biasFactor: number | undefined): Item };
  readonly minLength: number;
  readonly maxGeneratedLength: number;
  readonly cachedBiasedMaxLength: number;
  readonly depthContext: { depth: number };
  readonly setBuilder: (() => { tryAdd(item: Item): boolean; size(): number; getData(): Item[] }) | undefined;
  wrapper(items: Item[], shrunkOnce: boolean, lengthContext: undefined, startIndex: number): Item;
}

/** True for array arbitraries of a known form with variable length. */
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
      // The depth context makes fast-check's long lists hold shallow elements. fast-check knows the length in
      // advance; we only know the number of elements so far.
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
    // A rejected element came after a "yes", so the list continues.
    const isForced = isRetry || size < list.minLength;
    // The question comes in any case, so that the rest stands at the same place in every element. If a
    // rejected element is deleted, the element after it takes its place.
    const isMore = random.more(isForced ? 1 : chanceOfMore(size, list, biasFactor !== undefined));
    return isMore || isForced ? run(generate) : undefined;
  });
}
