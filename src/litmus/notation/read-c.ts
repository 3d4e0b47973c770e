/** Reads a C litmus text in the format of herd's catalogue. */
import type {
  Bits,
  SharedLocation,
  LitmusProgram,
  Observed,
  LitmusStatement,
  Thread,
} from '../program/syntax.ts';
import { observedName } from '../program/syntax.ts';
import { ThreadParser } from './c-threads.ts';
import { observedIn, parseObserved, parseQuestion, type Question } from './condition.ts';
import { visitStatements } from '../program/visit.ts';
import { complaint, TokenReader } from './tokens.ts';

export interface LitmusText {
  readonly program: LitmusProgram;
  readonly question: Question;
}

const MAX_LOCATIONS = 8;

export function readCLitmus(text: string): LitmusText {
  const [, name = ''] = /^\s*C\s+(\S+)/.exec(text) ?? [];
  if (name === '') {
    throw complaint(1, 'this is no C litmus test', [
      'its first line is the letter C and a name, as in: C MP',
    ]);
  }
  // The name may hold any sign, so it is removed; the line breaks stay.
  const reader = new TokenReader(text.replace(/^(\s*)C[^\S\n]+\S+/, '$1'));
  const initial = new Map<string, number>();
  parseInitial(reader, initial);
  const threads: Thread[] = [];
  const places = new Map<string, Bits>([...initial.keys()].map((place) => [place, 32]));
  while (/^P\d+$/.test(reader.token.text)) {
    const { line, text: label } = reader.token;
    if (label !== `P${threads.length}`) throw complaint(line, `expected P${threads.length}, found ${label}`);
    reader.word('a thread');
    const parameters = parseParameters(reader);
    for (const [place, bits] of parameters) places.set(place, bits);
    const statements = new ThreadParser(reader, new Set(parameters.keys())).block();
    if (countAccesses(statements) === 0) {
      throw complaint(line, `${label} does nothing`, ['give each thread an access']);
    }
    threads.push({ statements });
  }
  if (threads.length === 0) throw reader.unexpected('a thread, as P0 (atomic_int* x) { ... }');
  const shown: Observed[] = [];
  if (reader.accept('locations')) {
    reader.expect('[');
    while (!reader.accept(']')) {
      shown.push(parseObserved(reader));
      if (!reader.accept(';') && reader.token.text !== ']') throw reader.unexpected('";" or "]"');
    }
  }
  const { line } = reader.token;
  const question = parseQuestion(reader);
  if (!reader.isAtEnd) throw reader.unexpected('the end of the text');
  const observed = distinct([...shown, ...observedIn(question.condition)]);
  checkObserved(line, observed, threads, places);
  if (places.size > MAX_LOCATIONS) {
    throw complaint(line, `it has ${places.size} locations`, [`at most ${MAX_LOCATIONS} can be simulated`]);
  }
  const locations = [...places].map(([place, bits]): SharedLocation => ({
    name: place,
    initial: initial.get(place) ?? 0,
    ...(bits === 32 ? {} : { bits }),
  }));
  return { program: { name, locations, threads, observed }, question };
}

/** `{ [x]=1; int y = 2; z; }` */
function parseInitial(reader: TokenReader, initial: Map<string, number>): void {
  reader.expect('{');
  while (!reader.accept('}')) {
    if (reader.accept(';')) continue;
    if (reader.token.kind === 'number') {
      throw complaint(reader.token.line, 'locals cannot be given a first value here', [
        'assign it in the thread',
      ]);
    }
    const isBracketed = reader.accept('[');
    let name = reader.word('a location');
    if (isBracketed) reader.expect(']');
    // Earlier words belong to the type of the name.
    else while (reader.token.kind === 'word') name = reader.word('a location');
    initial.set(name, reader.accept('=') ? reader.integer() : 0);
    if (!reader.accept(';') && reader.token.text !== '}') throw reader.unexpected('";" or "}"');
  }
}

/** The locations of a thread. */
/** Names of types that do not have 32 bits. */
const widths: Readonly<Record<string, Bits>> = { atomic_schar: 8, atomic_short: 16, atomic_llong: 64 };

/** The locations of a thread, each with its bits. */
function parseParameters(reader: TokenReader): Map<string, Bits> {
  const parameters = new Map<string, Bits>();
  reader.expect('(');
  while (!reader.accept(')')) {
    let isPointer = false;
    let name = '';
    let bits: Bits = 32;
    while (reader.token.text !== ',' && reader.token.text !== ')') {
      if (reader.accept('*')) {
        isPointer = true;
        continue;
      }
      // _Atomic(int) is a type with brackets.
      if (reader.accept('(')) {
        reader.word('a type');
        reader.expect(')');
        continue;
      }
      name = reader.word('a parameter');
      bits = widths[name] ?? bits;
    }
    if (!isPointer) {
      throw complaint(reader.token.line, `the parameter ${name} is no pointer`, ['as in atomic_int* x']);
    }
    parameters.set(name, bits);
    reader.accept(',');
  }
  return parameters;
}

function distinct(observed: readonly Observed[]): Observed[] {
  return [...new Map(observed.map((one) => [observedName(one), one])).values()];
}

function checkObserved(
  line: number,
  observed: readonly Observed[],
  threads: readonly Thread[],
  places: ReadonlyMap<string, Bits>,
): void {
  for (const one of observed) {
    if (one.kind === 'location') {
      if (!places.has(one.name)) {
        throw complaint(line, `no thread knows a location ${one.name}`, [
          `there are ${[...places.keys()].join(', ')}`,
        ]);
      }
      continue;
    }
    const thread = threads[one.thread];
    if (thread === undefined) throw complaint(line, `there is no thread ${one.thread}`);
    const locals = localsOf(thread.statements);
    if (!locals.has(one.name)) {
      throw complaint(line, `thread ${one.thread} never sets ${one.name}`, [
        `it sets ${[...locals].join(', ') || 'nothing'}`,
      ]);
    }
  }
}

export function localsOf(statements: readonly LitmusStatement[]): Set<string> {
  const locals = new Set<string>();
  visitStatements(statements, (statement) => {
    if (statement.kind === 'assign') locals.add(statement.local);
  });
  return locals;
}

function countAccesses(statements: readonly LitmusStatement[]): number {
  let count = 0;
  visitStatements(statements, ({ kind }) => {
    if (kind !== 'leave' && kind !== 'label') count++;
  });
  return count;
}
