/**
 * The threads of a test as C functions over globals, to be compiled by themselves.
 *
 * What is observed goes into further globals at the end of each thread. Nothing is included but the atomics, so that a
 * compiler for another machine needs no library.
 */
import { type LitmusProgram, type LitmusStatement, observedName } from '../program/syntax.ts';
import { plainLocations, visitStatements } from '../program/visit.ts';
import { localsOf } from './read-c.ts';
import { statementText, type TextStyle } from './write-c.ts';

const style: TextStyle = {
  address: (location) => `&${location}`,
  plain: (location) => location,
  declares: false,
};

/** The global that a local of a thread is kept in. */
export function outputName(thread: number, name: string): string {
  return `P${thread}_${name}`;
}

export function threadName(thread: number): string {
  return `P${thread}`;
}

export function writeThreads(program: LitmusProgram): string {
  const plain = new Set(program.threads.flatMap(({ statements }) => [...plainLocations(statements)]));
  const shared = program.locations.map(
    ({ name }) => `extern ${plain.has(name) ? 'int' : 'atomic_int'} ${name};`,
  );
  const threads = program.threads.map(({ statements, volatile = [] }, thread) => {
    const outputs = program.observed.flatMap((observed) =>
      observed.kind === 'local' && observed.thread === thread ? [observed.name] : [],
    );
    const locals = new Set([...localsOf(statements), ...foundIn(statements), ...outputs]);
    const declared = declaration(
      'int',
      [...locals].filter((name) => !volatile.includes(name)),
    );
    const kind = declaration(
      'volatile int',
      [...locals].filter((name) => volatile.includes(name)),
    );
    const kept = outputs.map((name) => `  ${outputName(thread, name)} = ${name};\n`).join('');
    const externs = outputs.map((name) => `extern int ${outputName(thread, name)};\n`).join('');
    return `${externs}void ${threadName(thread)}(void) {\n${declared}${kind}${statementText(statements, 1, style)}${kept}}\n`;
  });
  const observed = program.observed.map(observedName).join(', ');
  return `/* ${program.name}: ${observed} */\n#include <stdatomic.h>\n\n${shared.join('\n')}\n\n${threads.join('\n')}`;
}

function declaration(type: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `  ${type} ${names.map((name) => `${name} = 0`).join(', ')};\n`;
}

/** Locals that a compare-and-exchange writes to. */
function foundIn(statements: readonly LitmusStatement[]): string[] {
  const found: string[] = [];
  visitStatements(statements, (statement) => {
    const value = statement.kind === 'assign' || statement.kind === 'evaluate' ? statement.value : undefined;
    if (value?.kind === 'compareExchange' && value.found !== undefined) found.push(value.found);
  });
  return found;
}
