/**
 * Swaps two scopes that do not overlap: two of one label if there are, since those can stand in for each other. With
 * another label it is little more than a redraw of both.
 */

import { cut } from '../choice/index.ts';
import type { Mutator } from './mutator.ts';
import { chooseScope, findOp, labelAt, overlap, wholeOf, wordsIn } from './scopes.ts';

export const swapScopes: Mutator = {
  name: 'swap',
  propose({ parent, rng, mostWords }) {
    const one = chooseScope(parent, rng, mostWords);
    if (one === -1) return undefined;
    const { match } = parent.outline;
    const label = parent.ops[one]!;
    const isApart = (op: number): boolean => !overlap(parent, one, op) && wordsIn(parent, op) <= mostWords;
    let other = findOp(parent, rng, wholeOf(parent), (symbol, op) => symbol === label && isApart(op));
    if (other === -1) {
      other = findOp(parent, rng, wholeOf(parent), (_symbol, op) => parent.isScope(op) && isApart(op));
    }
    if (other === -1) return undefined;
    const [first, second] = one < other ? [one, other] : [other, one];
    const part = (at: number, origin: number) => ({
      from: at,
      to: match[at]! + 1,
      ...cut(parent, origin, match[origin]! + 1),
      label: labelAt(parent, at),
      origin: { op: origin },
    });
    return [part(first, second), part(second, first)];
  },
};
