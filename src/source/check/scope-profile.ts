/**
 * Scope profile: the content of the scopes of some programs, for choosing the functions that should be
 * scopes.
 *
 * Scopes from the stack or from instrumented functions are functions that can reach a draw, so the list is
 * complete. A function that calls itself, or that is called often, makes one thing, and should be a scope. A function
 * whose choices are all its own, and are many, is a draw function.
 */
import type { ChoiceSequence } from '../../choice/index.ts';
import { printable } from '../../util/text.ts';

interface Row {
  readonly label: string;
  times: number;
  /** Choices in it, outside its inner scopes. */
  direct: number;
  /** Choices in it, however deep. */
  inside: number;
  nestsInItself: boolean;
  /** Number of its open instances. */
  open: number;
}

export function scopeProfile(records: readonly ChoiceSequence[]): string[] {
  const rows = new Map<string, Row>();
  for (const record of records) count(record, rows);
  if (rows.size === 0) return ['no scopes'];
  const sorted = [...rows.values()].toSorted((a, b) => b.times - a.times);
  return [
    'scopes, most frequent first: times, choices directly inside, choices inside, * where they nest in themselves',
    ...sorted.map(
      ({ label, times, direct, inside, nestsInItself }) =>
        `${[times, direct, inside].map((n) => String(n).padStart(9)).join('')} ${nestsInItself ? '*' : ' '} ${printable(label)}`,
    ),
  ];
}

function count(record: ChoiceSequence, rows: Map<string, Row>): void {
  const stack: { row: Row; choicesBefore: number }[] = [];
  let choices = 0;
  for (let op = 0; op < record.ops.length; op++) {
    if (record.isChoice(op)) {
      choices++;
      const top = stack.at(-1);
      if (top !== undefined) top.row.direct++;
    } else if (record.isScope(op)) {
      const label = record.alphabet.labelOf(record.ops[op]!);
      const row: Row = rows.get(label) ?? {
        label,
        times: 0,
        direct: 0,
        inside: 0,
        nestsInItself: false,
        open: 0,
      };
      rows.set(label, row);
      row.times++;
      if (row.open > 0) row.nestsInItself = true;
      row.open++;
      stack.push({ row, choicesBefore: choices });
    } else {
      const { row, choicesBefore } = stack.pop()!;
      row.open--;
      // A scope inside one of its own kind counts with the outer one.
      if (row.open === 0) row.inside += choices - choicesBefore;
    }
  }
}
