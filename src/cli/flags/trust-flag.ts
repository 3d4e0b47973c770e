/** The flag by which a person allows code that came with a campaign to run. */
import { type Flag, switchFlag } from './flags.ts';

export function trustFlag(category: string): Flag<boolean> {
  return switchFlag({
    doc: 'run the code that came with this campaign, now and from now on',
    more: 'A campaign that you did not begin here may name modules that define its sources, and holds scripts. Look at them first.',
    category,
  });
}
