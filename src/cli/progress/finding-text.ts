/** A finding in one line, at the moment when it comes. */
import { type FindingRecord, headlineOf } from '../../finding/index.ts';
import type { Paint } from '../../report/index.ts';
import { printable } from '../../util/text.ts';

/** A known finding is faint, since nobody has to look at it. */
export function findingText(finding: Pick<FindingRecord, 'id' | 'shipped' | 'title'>, paint: Paint): string {
  const headline = printable(headlineOf(finding));
  if (finding.shipped !== undefined) return paint('known', `finding ${finding.id}: ${headline}`);
  return `${paint('finding', `finding ${finding.id}`)}: ${headline}`;
}
