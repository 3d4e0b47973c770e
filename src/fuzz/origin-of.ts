/** How a test came about, as entries and findings keep it. */
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
