/**
 * Deletes a scope; half of the time together with the choice before it, which in most lists says that the
 * element is there. If that choice stays, the generator still asks for the scope, and gets the next one of
 * its label.
 */

import { uniformBelow } from '../choice/index.ts';
import type { Mutator } from './mutator.ts';
import { removal } from './parts.ts';
import { chooseScope, labelAt, withLead } from './scopes.ts';

export const deleteScope: Mutator = {
  name: 'delete',
  propose({ parent, rng, mostWords }) {
    const scope = chooseScope(parent, rng, mostWords);
    if (scope === -1) return undefined;
    const from = uniformBelow(rng, 2) === 0 ? withLead(parent, scope) : scope;
    return [removal(from, parent.outline.match[scope]! + 1, labelAt(parent, scope))];
  },
};
