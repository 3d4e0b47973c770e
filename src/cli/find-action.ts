/** Commands that do several things are followed by a word that says which. */
import { didYouMean } from '../util/did-you-mean.ts';
import { UserError } from '../util/user-error.ts';

export function findAction<Action>(actions: Readonly<Record<string, Action>>, name: string): Action {
  const found = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (found !== undefined) return found;
  const known = Object.keys(actions);
  const meant = didYouMean(name, known);
  throw new UserError(`no action named "${name}"`, [
    `known actions: ${known.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}
