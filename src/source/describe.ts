/** The fate of a test, as text for the author of the generator. */

import type { ChoiceSequence, Replayed } from '../choice/index.ts';
import type { Made } from './made.ts';
import { messageWithHints } from '../util/user-error.ts';
import { userLine } from './user-line.ts';

/** Number of last choices to show. */
const SHOWN_CHOICES = 5;

/** One line for people, then the place and the choices that led there. */
export function describeGenerated(generated: Replayed<unknown> | Made): string[] {
  const { record } = generated;
  const drawn = `${count(record.choiceCount, 'choice')} in ${count(record.scopeCount, 'scope')}`;
  switch (generated.outcome) {
    case 'ok':
      return [`ok: ${drawn}`];
    case 'overrun':
      return [
        `overrun: the generator went past its limit of ${generated.limit} after ${drawn}`,
        ...lastChoices(record),
      ];
    case 'failed': {
      const line = userLine(generated.error);
      return [
        `the generator failed after ${drawn}: ${messageOf(generated.error)}`,
        ...(line === undefined ? [] : [`at: ${line}`]),
        ...(generated.scopePath.length > 0 ? [`in: ${generated.scopePath.join(' > ')}`] : []),
        ...lastChoices(record),
      ];
    }
  }
}

function lastChoices(record: ChoiceSequence): string[] {
  const shown: string[] = [];
  for (let op = record.ops.length - 1; op >= 0 && shown.length < SHOWN_CHOICES; op--) {
    if (!record.isChoice(op)) continue;
    const { kind, min, max, value } = record.choiceAt(op);
    shown.unshift(`${kind} ${value} of ${min}..${max}`);
  }
  return shown.length === 0 ? [] : [`last choices: ${shown.join(', ')}`];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${messageWithHints(error)}` : `thrown: ${String(error)}`;
}

function count(n: number, thing: string): string {
  return `${n} ${thing}${n === 1 ? '' : 's'}`;
}
