/**
 * Empties a scope, so that the replay draws it fresh. The scope itself stays: without it, the generator would
 * get the next scope of its label instead.
 */

import type { Mutator } from './mutator.ts';
import { removal } from './parts.ts';
import { chooseScope, labelAt } from './scopes.ts';

export const redrawScope: Mutator = {
  name: 'redraw',
  propose({ parent, rng, mostWords }) {
    const scope = chooseScope(parent, rng, mostWords);
    if (scope === -1) return undefined;
    return [removal(scope + 1, parent.outline.match[scope]!, labelAt(parent, scope))];
  },
};
