/** The origin of a test, in the form for entries and findings. */
import type { TestOrigin } from '../corpus/index.ts';
import type { Proposal } from '../search/index.ts';

export function originOf({ arm, operator, parents, purpose }: Proposal): Omit<TestOrigin, 'test'> {
  const from = purpose.kind === 'relearn' ? [purpose.id] : parents?.map(({ info }) => info.id);
  return {
    arm,
    ...(operator === undefined ? {} : { operator }),
    ...(from === undefined ? {} : { parents: from }),
  };
}
