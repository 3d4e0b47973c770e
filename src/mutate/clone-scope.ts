/**
 * Copies a scope: next to itself, next to another scope of its label, or over that other one. Next to something it goes
 * together with the choice in front of it, half of the time, so that lists that ask before each element grow by one.
 */

import { cut } from '../choice/index.ts';
import { uniformBelow } from '../choice/fresh.ts';
import type { Mutator } from './mutator.ts';
import { chooseScope, findOp, labelAt, overlap, wholeOf, withLead } from './scopes.ts';

export const cloneScope: Mutator = {
  name: 'clone',
  propose({ parent, rng }) {
    const scope = chooseScope(parent, rng);
    if (scope === -1) return undefined;
    const { match } = parent.outline;
    const symbol = parent.ops[scope]!;
    const label = labelAt(parent, scope);
    const place = uniformBelow(rng, 3);
    if (place === 2) {
      const isOther = (each: number, op: number): boolean => each === symbol && !overlap(parent, scope, op);
      const over = findOp(parent, rng, wholeOf(parent), isOther);
      if (over !== -1) {
        const copy = cut(parent, scope, match[scope]! + 1);
        return [{ from: over, to: match[over]! + 1, ...copy, label, origin: { op: scope } }];
      }
    }
    const beside =
      place === 1
        ? findOp(parent, rng, wholeOf(parent), (each, op) => each === symbol && op !== scope)
        : scope;
    const at = match[beside === -1 ? scope : beside]! + 1;
    const from = uniformBelow(rng, 2) === 0 ? withLead(parent, scope) : scope;
    return [{ from: at, to: at, ...cut(parent, from, match[scope]! + 1), label, origin: { op: from } }];
  },
};
