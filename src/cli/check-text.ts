/**
 * Text of `cgfuzz check`: a table with a line for each compiler, then the compilers that differ, and the
 * reason.
 */
import { shippedText } from '../finding/index.ts';
import { asCalled, culpritText } from '../report/index.ts';
import type { CheckedConfiguration, ProgramCheck } from '../triage/index.ts';
import { counted, leftTable } from '../util/text.ts';

const MOST_CHARACTERS = 60;
const MOST_LINES = 20;

export function checkText(check: ProgramCheck): string {
  const parts = [
    tableOf(check),
    verdictText(check),
    failuresText(check),
    validityText(check),
    ...check.blamed.map(
      ({ configuration, culprit, known }) =>
        `To blame for ${asCalled(configuration)}: ${culpritText(culprit)}${knownLine(known)}`,
    ),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Configurations of one compiler with equal behaviour share a row. */
function tableOf({ configurations, odd, isUnstable, validity }: ProgramCheck): string {
  const sign = validity.verdict === 'undefined' ? '<-- differs' : '<-- odd';
  const rows = new Map<
    string,
    { readonly first: CheckedConfiguration; readonly flags: string[]; isOdd: boolean }
  >();
  for (const each of configurations) {
    const isOdd = odd.includes([each.compiler, ...each.args].join(' '));
    const changes = isOdd && isUnstable;
    const key = [each.compiler, each.ending, changes ? '' : each.says, isOdd].join('\0');
    const row = rows.get(key) ?? { first: each, flags: [], isOdd };
    row.flags.push(each.args.join(' '));
    rows.set(key, row);
  }
  const lines = [...rows.values()].map(({ first, flags, isOdd }) => [
    asCalled(first.compiler),
    flags.join(', '),
    first.ending === 'ran' || first.ending === 'not-linked' ? 'yes' : first.ending,
    isOdd && isUnstable ? `${shortly(first)}, and else each time` : shortly(first),
    isOdd ? sign : '',
  ]);
  return leftTable([['compiler', 'flags', 'compiles', 'the program', ''], ...lines])
    .map((line) => line.trimEnd())
    .join('\n');
}

/** One line of the table: `exit 0, prints "5"`. */
function shortly({ ending, says }: CheckedConfiguration): string {
  if (ending === 'not-linked') return 'is no whole program: it is compiled, and not run';
  if (ending !== 'ran')
    return firstLine(says.split('\n').find((line) => /error|Assertion/.test(line)) ?? says);
  const [ended = '', ...printed] = says.split('\n');
  const text = printed.join('\n').trimEnd();
  return text === '' ? ended : `${ended}, prints ${firstLine(JSON.stringify(text))}`;
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS)}...`;
}

function verdictText(check: ProgramCheck): string {
  const { verdict, odd, expected = '', isUnstable, validity } = check;
  const count = counted(odd.length, 'configuration');
  switch (verdict) {
    case 'agree':
      return 'All compilers agree.';
    case 'differ':
      if (validity.verdict === 'undefined')
        return 'The compilers differ, and the program has undefined behaviour: no compiler is to blame.';
      return [
        `${count} ${odd.length === 1 ? 'is' : 'are'} odd${isUnstable ? ', and not the same twice' : ''}. Most say:`,
        indented(expected),
      ].join('\n');
    case 'undecided':
      return 'The compilers differ, and as many say the one as the other. Ask more: --compilers.';
    case 'flaky':
      return `Not the same twice, so nothing is compared: ${odd.map(asCalled).join(', ')}`;
    case 'nothing-to-compare':
      return '';
  }
}

/** Configurations that fail in the same way share a line. */
function failuresText({ failures }: ProgramCheck): string {
  const signatures = [...new Set(failures.map(({ signature }) => signature))];
  return signatures
    .map((signature) => {
      const group = failures.filter((each) => each.signature === signature);
      const { kind, message, frames, pass, known } = group[0]!;
      const who = group.map(({ configuration }) => asCalled(configuration)).join(', ');
      const where = [
        ...(frames[0] === undefined ? [] : [`in ${frames[0]}`]),
        ...(pass === undefined ? [] : [`in pass ${pass}`]),
      ].join(', ');
      return `${who}:\n${indented([kind, message, where].filter(Boolean).join(': '))}${knownLine(known)}`;
    })
    .join('\n\n');
}

function knownLine(known: ProgramCheck['failures'][number]['known']): string {
  return known === undefined ? '' : `\n  ${shippedText(known)}`;
}

function validityText({ validity }: ProgramCheck): string {
  if (validity.reports.length === 0) return 'No sanitizer was asked: a crash needs no run';
  const rows = validity.reports.map(({ checker, answer, detail }) => [`  ${checker}`, answer, detail]);
  return [
    `Sanitizers and warnings: ${validity.verdict}`,
    ...leftTable(rows).map((line) => line.trimEnd()),
  ].join('\n');
}

function indented(text: string): string {
  const lines = text.trimEnd().split('\n');
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`[${counted(more, 'line')} more]`] : [])]
    .map((line) => `  ${line}`)
    .join('\n');
}
