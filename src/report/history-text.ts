/** The history of an entry or a finding as a table: first itself, then its parents, down to fresh tests. */
import type { HistoryStep } from '../corpus/index.ts';
import { counted, grouped, leftTable } from '../util/text.ts';

export function historyText(steps: readonly HistoryStep[]): string {
  const rows = steps.map(({ id, info, parents }) =>
    info === undefined
      ? [id, 'not in this corpus', '', '', '', '']
      : [
          id,
          [info.origin.arm, info.origin.operator].filter(Boolean).join(', '),
          counted(info.freshCount, 'feature'),
          `${grouped(Math.round(info.costMs))} ms`,
          grouped(info.choices),
          parents.join(' '),
        ],
  );
  const head = ['id', 'made by', 'gained', 'cost', 'choices', 'from'];
  return `${leftTable([head, ...rows]).join('\n')}\n`;
}
