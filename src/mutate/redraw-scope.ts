/**
 * Empties a scope, so that the replay draws it fresh. The scope itself stays: were it gone, the generator would be given
 * the next one of its label instead.
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
