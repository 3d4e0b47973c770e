/**
 * The short notation: one line for a test and the outcome that it asks about.
 *
 * `MP+rel+acq: Wx1rlx Wy1rel | Ry.acq=1 Rx.rlx=0` has a name, threads between bars, and final values after a semicolon.
 * `W` writes, `R` reads, `X` exchanges, `A` adds, `F` is a fence. A read or an update with `=` and a value is observed.
 */
import { UserError } from '../../util/user-error.ts';
import type { Order } from '../model/graph.ts';
import { eventBits, orderBits } from '../model/graph.ts';
import { MAX_EVENTS } from '../model/relation.ts';
import {
  constantOf,
  type LitmusProgram,
  type Observed,
  type LitmusStatement,
  type Thread,
} from '../program/syntax.ts';

export interface AskedTest {
  readonly program: LitmusProgram;
  /** The outcome that the line asks about, in the simulator's notation. */
  readonly asked: string;
}

const MAX_LOCATIONS = 8;
const orders = Object.keys(orderBits).filter((order) => order !== 'na');

const pattern =
  /^(?:(?<fence>F)(?<fenceOrder>[a-z]+)|W(?<stored>[a-z])(?<value>-?\d+)(?<storeOrder>[a-z]+)|R(?<loaded>[a-z])\.(?<loadOrder>[a-z]+)(?:=(?<read>-?\d+))?|(?<update>[XA])(?<updated>[a-z])(?<operand>-?\d+)(?<updateOrder>[a-z]+)(?:=(?<seen>-?\d+))?)$/;

export function parseLine(line: string): AskedTest {
  const colon = line.indexOf(':');
  const name = colon < 0 ? 'test' : line.slice(0, colon).trim();
  const [body = '', finals = ''] = line.slice(colon + 1).split(';');
  const observed: Observed[] = [];
  const values: string[] = [];
  const locations = new Set<string>();
  const observe = (what: Observed, label: string, value: string): void => {
    observed.push(what);
    values.push(`${label}=${Number(value)};`);
  };
  const threads = body.split('|').map((text, thread): Thread => {
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) {
      throw new UserError(`thread ${thread} of "${name}" does nothing`, ['give each thread an access']);
    }
    let registers = 0;
    const statements = words.map((word): LitmusStatement => {
      const { statement, location, value } = parseWord(word, `r${registers}`);
      if (location !== undefined) locations.add(location);
      if (value !== undefined) {
        const register = `r${registers++}`;
        observe({ kind: 'local', thread, name: register }, `${thread}:${register}`, value);
      }
      return statement;
    });
    return { statements };
  });
  for (const word of finals.split(/\s+/).filter((text) => text !== '')) {
    const match = /^([a-z])=(-?\d+)$/.exec(word);
    if (match === null) {
      throw new UserError(`"${word}" is no final value`, ['write a location and its value, as x=2']);
    }
    locations.add(match[1]!);
    observe({ kind: 'location', name: match[1]! }, `[${match[1]!}]`, match[2]!);
  }
  checkSize(name, locations.size, threads);
  const places = [...locations].toSorted().map((place) => ({ name: place, initial: 0 }));
  const program = { name, locations: places, threads, observed };
  return { program, asked: values.join(' ') };
}

interface ParsedWord {
  readonly statement: LitmusStatement;
  readonly location?: string | undefined;
  readonly value?: string | undefined;
}

function parseWord(word: string, register: string): ParsedWord {
  const groups = pattern.exec(word)?.groups;
  if (groups === undefined) {
    throw new UserError(`"${word}" is no access`, [
      'W, R, X or A with a location, a value and an order, as Wx1rlx, Ry.acq=1, Xx2rel, Ay1ar=0; or a fence, as Fsc',
    ]);
  }
  if (groups['fence'] !== undefined) {
    return { statement: { kind: 'fence', order: orderOf(word, groups['fenceOrder']!, eventBits.fence) } };
  }
  if (groups['stored'] !== undefined) {
    const order = orderOf(word, groups['storeOrder']!, eventBits.write);
    const location = groups['stored'];
    return {
      statement: { kind: 'store', location, value: constantOf(Number(groups['value'])), order },
      location,
    };
  }
  if (groups['loaded'] !== undefined) {
    const order = orderOf(word, groups['loadOrder']!, eventBits.read);
    const location = groups['loaded'];
    const statement = kept({ kind: 'load', location, order }, register, groups['read']);
    return { statement, location, value: groups['read'] };
  }
  const location = groups['updated']!;
  const statement = kept(
    {
      kind: 'update',
      operator: groups['update'] === 'X' ? 'exchange' : 'add',
      location,
      operand: constantOf(Number(groups['operand'])),
      order: orderOf(word, groups['updateOrder']!, eventBits.update),
    },
    register,
    groups['seen'],
  );
  return { statement, location, value: groups['seen'] };
}

function kept(
  value: Extract<LitmusStatement, { readonly kind: 'evaluate' }>['value'],
  register: string,
  seen: string | undefined,
): LitmusStatement {
  return seen === undefined ? { kind: 'evaluate', value } : { kind: 'assign', local: register, value };
}

/** Orders that an operation may have: a read releases nothing, a write acquires nothing. */
export function ordersOf(kind: number): readonly Order[] {
  if (kind === eventBits.read) return ['rlx', 'acq', 'sc'];
  if (kind === eventBits.write) return ['rlx', 'rel', 'sc'];
  return ['rlx', 'acq', 'rel', 'ar', 'sc'];
}

function orderOf(word: string, order: string, kind: number): Order {
  const fitting = ordersOf(kind);
  const found = fitting.find((candidate) => candidate === order);
  if (found !== undefined) return found;
  const names = kind === eventBits.fence ? 'a fence' : kind === eventBits.read ? 'a read' : 'a write';
  throw new UserError(
    orders.includes(order)
      ? `"${word}": ${names} cannot be ${order}`
      : `"${word}": no order is called "${order}"`,
    [`allowed here: ${fitting.join(', ')}`],
  );
}

function checkSize(name: string, locations: number, threads: readonly Thread[]): void {
  const events = threads.reduce((sum, { statements }) => sum + statements.length, locations);
  if (locations > MAX_LOCATIONS) {
    throw new UserError(`"${name}" has ${locations} locations`, [
      `at most ${MAX_LOCATIONS} can be simulated`,
    ]);
  }
  if (events > MAX_EVENTS) {
    throw new UserError(`"${name}" has ${events} events with the initial writes`, [
      `at most ${MAX_EVENTS} can be simulated`,
    ]);
  }
}
