/** Finds the action that a word after a command names. */
import { didYouMean } from '../util/did-you-mean.ts';
import { UserError } from '../util/user-error.ts';

export function findAction<Action>(
  actions: Readonly<Record<string, Action>>,
  name: string,
  what: string = 'action',
): Action {
  const found = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (found !== undefined) return found;
  const known = Object.keys(actions);
  const meant = didYouMean(name, known);
  throw new UserError(`no ${what} named "${name}"`, [
    `known ${what}s: ${known.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}
