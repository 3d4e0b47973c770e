/**
 * The threads of a test as C functions over globals, to be compiled as a file of their own.
 *
 * Observed values go into further globals at the end of each thread. The text includes only the header of
 * atomics, so that a compiler for another machine needs no library.
 */
import {
  type LitmusProgram,
  type LitmusStatement,
  observedName,
  type SharedLocation,
} from '../program/syntax.ts';
import { declarationsOf, spellingOf } from '../program/layout.ts';
import { plainLocations, visitStatements } from '../program/visit.ts';
import { localsOf } from './read-c.ts';
import { statementText, type TextStyle } from './write-c.ts';

function styleOf(locations: readonly SharedLocation[]): TextStyle {
  const spellings = new Map(locations.map((location) => [location.name, spellingOf(location)]));
  const plain = (location: string): string => spellings.get(location) ?? location;
  return { address: (location) => `&${plain(location)}`, plain, declares: false };
}

/** The global that receives a thread's local. */
export function outputName(thread: number, name: string): string {
  return `P${thread}_${name}`;
}

export function threadName(thread: number): string {
  return `P${thread}`;
}

/** Types of the locations, and of locals that receive the found value of a compare-and-exchange. */
const atomicTypes = { 8: 'atomic_schar', 16: 'atomic_short', 32: 'atomic_int', 64: 'atomic_llong' } as const;
const foundTypes = { 8: 'signed char', 16: 'short', 32: 'int', 64: 'long long' } as const;

export function writeThreads(program: LitmusProgram): string {
  const plain = new Set(program.threads.flatMap(({ statements }) => [...plainLocations(statements)]));
  const style = styleOf(program.locations);
  const typeOf = ({ name, bits = 32 }: SharedLocation): string =>
    `${program.volatile?.includes(name) === true ? 'volatile ' : ''}${plain.has(name) ? 'int' : atomicTypes[bits]}`;
  const shared = declarationsOf(program.locations, typeOf).map((each) => `extern ${each}`);
  const threads = program.threads.map(({ statements, volatile = [] }, thread) => {
    const outputs = program.observed.flatMap((observed) =>
      observed.kind === 'local' && observed.thread === thread ? [observed.name] : [],
    );
    const found = foundIn(statements, program.locations);
    const locals = [...new Set([...localsOf(statements), ...found.keys(), ...outputs])];
    const declared = ([32, 8, 16, 64] as const)
      .map((bits) =>
        declaration(
          foundTypes[bits],
          locals.filter((name) => !volatile.includes(name) && (found.get(name) ?? 32) === bits),
        ),
      )
      .join('');
    const kind = declaration(
      'volatile int',
      locals.filter((name) => volatile.includes(name)),
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

/** Locals that a compare-and-exchange writes to, each with the bits of the location. */
function foundIn(
  statements: readonly LitmusStatement[],
  locations: readonly SharedLocation[],
): Map<string, keyof typeof foundTypes> {
  const found = new Map<string, keyof typeof foundTypes>();
  visitStatements(statements, (statement) => {
    const value = statement.kind === 'assign' || statement.kind === 'evaluate' ? statement.value : undefined;
    if (value?.kind !== 'compareExchange' || value.found === undefined) return;
    found.set(value.found, locations.find(({ name }) => name === value.location)?.bits ?? 32);
  });
  return found;
}
