/** Puts a scope's descendant of the same label in its place: `1 + f(2 * x)` becomes `2 * x`. */

import { cut } from '../choice/index.ts';
import type { Mutator } from './mutator.ts';
import { chooseScope, findOp, labelAt } from './scopes.ts';

/** Only some scopes have such descendants. */
const MAX_ATTEMPTS = 12;

export const liftScope: Mutator = {
  name: 'lift',
  propose({ parent, rng, mostWords }) {
    const { match } = parent.outline;
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      const scope = chooseScope(parent, rng, mostWords);
      if (scope === -1) return undefined;
      const label = parent.ops[scope]!;
      const range = { from: scope + 1, to: match[scope]! };
      const descendant = findOp(parent, rng, range, (symbol) => symbol === label);
      if (descendant === -1) continue;
      const copy = cut(parent, descendant, match[descendant]! + 1);
      const origin = { op: descendant };
      return [{ from: scope, to: match[scope]! + 1, ...copy, label: labelAt(parent, scope), origin }];
    }
    return undefined;
  },
};
