/** Replaces a scope by its descendant of the same label: `1 + f(2 * x)` becomes `2 * x`. */

import type { Mutator } from './mutator.ts';
import { over } from './parts.ts';
import { chooseScope, findOp } from './scopes.ts';
import { mutateTuning } from './tuning.ts';

const MAX_ATTEMPTS = mutateTuning.liftAttempts.value;

export const liftScope: Mutator = {
  name: 'lift',
  propose({ parent, rng, mostWords }) {
    const { match } = parent.outline;
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      const scope = chooseScope(parent, rng, mostWords);
      if (scope === -1) return undefined;
      const range = { from: scope + 1, to: match[scope]! };
      const descendant = findOp(parent, rng, range, { symbol: parent.ops[scope]! });
      if (descendant === -1) continue;
      return [over(parent, scope, parent, descendant)];
    }
    return undefined;
  },
};
