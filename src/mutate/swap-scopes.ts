/**
 * Swaps two scopes that do not overlap: preferably of one label, since those can replace each other. A swap
 * of scopes with different labels is little more than a redraw of both.
 */

import { SymbolKind } from '../choice/index.ts';
import type { Mutator } from './mutator.ts';
import { over } from './parts.ts';
import { chooseScope, findOp, wholeOf } from './scopes.ts';

const SCOPES = 1 << SymbolKind.scope;

export const swapScopes: Mutator = {
  name: 'swap',
  propose({ parent, rng, mostWords }) {
    const one = chooseScope(parent, rng, mostWords);
    if (one === -1) return undefined;
    const whole = wholeOf(parent);
    let other = findOp(parent, rng, whole, { symbol: parent.ops[one]!, apartFrom: one, mostWords });
    if (other === -1) other = findOp(parent, rng, whole, { kinds: SCOPES, apartFrom: one, mostWords });
    if (other === -1) return undefined;
    const [first, second] = one < other ? [one, other] : [other, one];
    return [over(parent, first, parent, second), over(parent, second, parent, first)];
  },
};
