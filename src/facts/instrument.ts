/**
 * Counters in a program's text: a mark for each statement that ran, a count of steps, and a number for each
 * wrapper call.
 *
 * A mark stands before a statement in a block, or after a label; a body without braces gets braces. A step is
 * a round of a loop, a call of a function or a passed label. This is enough to end any program. An operand
 * gets its mark before it, followed by a comma. The value of a watched variable is recorded before its
 * statement. Invariant: the program with counters prints and returns the same as the program without.
 */
import { type SourceEdit, editText } from './edits.ts';
import type { Analysis, StatementFacts } from './facts.ts';
import type { Watch } from './watch.ts';

export interface Instrumented {
  readonly text: Uint8Array;
  /** For each statement, the statement with the mark that both share; -1 if there is no mark for it. */
  readonly marks: readonly number[];
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

const prelude =
  'extern unsigned char cgfuzz_ran[];extern long cgfuzz_left;extern void cgfuzz_cut(void);extern void cgfuzz_see(long,long long);\n';
const step = 'if(--cgfuzz_left<0)cgfuzz_cut();';
/** Each time sets one more bit, up to eight. */
const mark = (index: number): string => `cgfuzz_ran[${index}]|=cgfuzz_ran[${index}]<<1|1;`;

export interface Counted {
  readonly logsWrappers: boolean;
  readonly watches: readonly Watch[];
}

export function instrument(
  bytes: Uint8Array,
  analysis: Analysis,
  { logsWrappers, watches }: Counted,
): Instrumented {
  const { statements, operands, names } = analysis;
  const shown = statements.map(() => '');
  for (const [index, { statement, name }] of watches.entries())
    shown[statement] += `cgfuzz_see(${index},${names[name]!.name});`;
  const openers: Insertion[] = [];
  const closers: Insertion[] = [];
  const marks = statements.map((each, index) => {
    const parent = statements[each.parent];
    if (parent?.kind === 'switch' && each.place === 'body') return each.parent;
    if (isLabel(each)) {
      if (needsBraces(each)) {
        openers.push({ at: each.begin, text: isLoop(parent) ? `{${step}` : '{' });
        closers.push({ at: each.end, text: '}' });
      }
      return statements[index + 1]?.parent === index ? index + 1 : -1;
    }
    const steps = isTurn(each, parent) ? step : '';
    if (isBraced(bytes, each))
      openers.push({ at: each.begin + 1, text: steps + mark(index) + shown[index]! });
    else {
      openers.push({
        at: each.begin,
        text: (needsBraces(each) ? '{' : '') + steps + mark(index) + shown[index]!,
      });
      if (needsBraces(each)) closers.push({ at: each.end, text: '}' });
    }
    return index;
  });
  for (const [index, { begin, end }] of operands.entries()) {
    openers.push({ at: begin, text: `(cgfuzz_ran[${statements.length + index}]=1,` });
    closers.push({ at: end, text: ')' });
  }
  if (logsWrappers)
    for (const [index, { end }] of analysis.wrappers.entries())
      closers.push({ at: end - 1, text: `,${index}` });
  const text = editText(bytes, [{ begin: 0, end: 0, text: prelude }, ...editsOf(closers, openers)]);
  return { text, marks: marks.map((_, index) => lastOf(marks, index)) };
}

/** Follows labels of labels, and switches of switches. */
function lastOf(marks: readonly number[], index: number): number {
  const next = marks[index] ?? -1;
  return next === index || next < 0 ? next : lastOf(marks, next);
}

function isLabel({ kind }: StatementFacts): boolean {
  return kind === 'label' || kind === 'case';
}

function isLoop(statement: StatementFacts | undefined): boolean {
  return statement !== undefined && ['for', 'while', 'do'].includes(statement.kind);
}

function isTurn({ place }: StatementFacts, parent: StatementFacts | undefined): boolean {
  if (place === 'function') return true;
  return (place === 'body' && isLoop(parent)) || (place === 'labelled' && parent?.kind === 'label');
}

function needsBraces({ place }: StatementFacts): boolean {
  return place === 'body' || place === 'else';
}

const OPEN = '{'.charCodeAt(0);
const CLOSE = '}'.charCodeAt(0);

/** True for a block whose braces stand in the file itself, and not in a macro. */
function isBraced(bytes: Uint8Array, { kind, begin, end }: StatementFacts): boolean {
  return kind === 'block' && bytes[begin] === OPEN && bytes[end - 1] === CLOSE;
}

/** All insertions in order; at equal offsets, insertions that close something come first. */
function editsOf(closers: readonly Insertion[], openers: readonly Insertion[]): SourceEdit[] {
  return [...closers, ...openers]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }): SourceEdit => ({ begin: at, end: at, text }));
}
