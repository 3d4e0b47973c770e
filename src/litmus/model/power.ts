/**
 * POWER, by the model of the paper "Herding Cats" (Alglave, Maranget, Tautschnig, 2014).
 *
 * Other threads may see a write at different times, so one order of all events does not say what a machine may
 * show. Each access begins at one time and is committed at a later one, and dependencies order these times
 * within a thread. Barriers order everything that a thread did and saw, for all others. `sync` orders all of
 * it; `lwsync` leaves a write and a later read unordered.
 */
import { eventBits, type Graph, INITIAL } from './graph.ts';
import { foreign, type MachineEvent, type MachineModel } from './machine.ts';
import { closeRelation, imageOf, isAcyclic, lowestBit, type Relation, relation } from './relation.ts';

/** Bits of the order of an event. Barriers stand after the access and take no event of their own. */
export const powerBits = {
  /** A store-conditional. */
  conditional: 1,
  sync: 2,
  lwsync: 4,
  /** A barrier for writes alone. */
  eieio: 8,
} as const;

/**
 * Times that come before other times of the same thread: row e has the events whose time comes after the time
 * of e. The begin of each access comes before its own commit.
 */
interface Times {
  readonly beginBegin: Relation;
  readonly beginCommit: Relation;
  readonly commitBegin: Relation;
  readonly commitCommit: Relation;
}

function rowsOf({ beginBegin, beginCommit, commitBegin, commitCommit }: Times): Relation[] {
  return [beginBegin, beginCommit, commitBegin, commitCommit];
}

function makeTimes(): Times {
  return {
    beginBegin: relation(),
    beginCommit: relation(),
    commitBegin: relation(),
    commitCommit: relation(),
  };
}

/** Times by dependencies alone, the same for all candidates. */
const settled = makeTimes();
/** The same with what one candidate adds. */
const times = makeTimes();
const strong = relation();
const light = relation();
const pairs: number[] = [];
const starts: number[] = [];
/** Orders of a thread that hold over events that are left out. */
const parts: readonly Relation[] = [...rowsOf(times), strong, light];
const settledParts: readonly Relation[] = [...rowsOf(settled), strong, light];

export const power: MachineModel = {
  name: 'POWER',
  ordersOwn: false,
  isTotalStoreOrder: false,
  pairs,
  parts,
  settle,
  keep(graph, rows) {
    addTimesOf(graph);
    for (let event = 0; event < graph.size; event++) rows[event] = inThread(graph, event);
  },
  allows,
};

function settle(graph: Graph, traces: readonly (readonly MachineEvent[])[]): void {
  pairs.length = 0;
  starts.length = 0;
  for (const rows of settledParts) rows.fill(0);
  let start = graph.size - traces.reduce((sum, events) => sum + events.length, 0);
  for (const events of traces) {
    for (const [place, event] of events.entries()) {
      starts[start + place] = start;
      if (event.pairedWith !== undefined) pairs.push(start + event.pairedWith, start + place);
      if (event.settled === undefined) {
        keepDependencies(events, place, start);
        keepBarriers(graph, start, start + place);
      } else {
        const { own = [] } = event.settled;
        for (const [index, rows] of settledParts.entries()) rows[start + place] = own[index]! << start;
      }
    }
    start += events.length;
  }
}

type Part = 'begin' | 'commit';

/**
 * Puts a time of an event before a time of a later event of the same thread. Everything that comes before the
 * first time then also comes before the second time.
 */
function order(of: Times, fromPart: Part, from: number, toPart: Part, to: number): void {
  const { beginBegin, beginCommit, commitBegin, commitCommit } = of;
  const bit = 1 << to;
  const begins = toPart === 'begin' ? bit | beginBegin[to]! : commitBegin[to]!;
  const commits = bit | (toPart === 'begin' ? beginCommit[to]! : commitCommit[to]!);
  const fromBegin = fromPart === 'begin' ? beginBegin : beginCommit;
  const fromCommit = fromPart === 'begin' ? commitBegin : commitCommit;
  for (let event = starts[from]!; event <= from; event++) {
    const isSame = event === from;
    if (isSame || ((fromBegin[event]! >> from) & 1) !== 0) {
      beginBegin[event]! |= begins;
      beginCommit[event]! |= commits;
    }
    if ((isSame && fromPart === 'commit') || ((fromCommit[event]! >> from) & 1) !== 0) {
      commitBegin[event]! |= begins;
      commitCommit[event]! |= commits;
    }
  }
}

function keepDependencies(events: readonly MachineEvent[], place: number, start: number): void {
  const { depends, location } = events[place]!;
  const at = start + place;
  const orderFrom = (mask: number, fromPart: Part, toPart: Part): void => {
    for (let rest = mask; rest !== 0; rest &= rest - 1)
      order(settled, fromPart, start + lowestBit(rest), toPart, at);
  };
  let committed = depends?.control ?? 0;
  for (let earlier = 0; earlier < place; earlier++) {
    const before = events[earlier]!;
    if (before.location === location) committed |= 1 << earlier;
    committed |= (before.depends?.address ?? 0) | (before.depends?.addressChoice ?? 0);
  }
  if (depends !== undefined) {
    const values = depends.address | depends.addressChoice | depends.data | depends.dataChoice;
    orderFrom(depends.fenced, 'commit', 'begin');
    orderFrom(values, 'begin', 'begin');
    committed |= values;
  }
  orderFrom(committed, 'commit', 'commit');
}

function keepBarriers({ kind, order: orders, before }: Graph, start: number, at: number): void {
  const mine = orders[at]!;
  if ((mine & (powerBits.sync | powerBits.lwsync | powerBits.eieio)) === 0) return;
  const after = before[at]!;
  let writes = 0;
  for (let rest = after; rest !== 0; rest &= rest - 1) {
    const later = lowestBit(rest);
    if (kind[later] === eventBits.write) writes |= 1 << later;
  }
  for (let event = start; event <= at; event++) {
    const isWrite = kind[event] === eventBits.write;
    if ((mine & powerBits.sync) !== 0) strong[event]! |= after;
    if ((mine & powerBits.lwsync) !== 0) light[event]! |= isWrite ? writes : after;
    if ((mine & powerBits.eieio) !== 0 && isWrite) light[event]! |= writes;
  }
}

/** Times that follow from what reads read: a value of the thread's own, or writes of others in between. */
function addTimesOf({ size, location, thread, readsFrom, modified, kind, masks }: Graph): void {
  for (let part = 0; part < 4; part++)
    for (let event = 0; event < size; event++) parts[part]![event] = settledParts[part]![event]!;
  for (let rest = masks.reads; rest !== 0; rest &= rest - 1) {
    const read = lowestBit(rest);
    const write = readsFrom[read]!;
    if (write < 0) continue;
    if (thread[write] === thread[read]) {
      order(times, 'begin', write, 'begin', read);
      continue;
    }
    for (let earlier = starts[read]!; earlier < read; earlier++) {
      if (location[earlier] !== location[read]) continue;
      const isRead = kind[earlier] === eventBits.read;
      const seen = isRead ? readsFrom[earlier]! : earlier;
      if (seen < 0 || ((modified[seen]! >> write) & 1) === 0) continue;
      order(times, isRead ? 'begin' : 'commit', earlier, 'begin', read);
    }
  }
}

/** Later events of the thread that must come after this one: by dependencies and by barriers. */
function inThread({ kind, masks }: Graph, event: number): number {
  const fences = strong[event]! | light[event]!;
  if (kind[event] !== eventBits.read) return fences;
  return fences | (times.beginBegin[event]! & masks.reads) | (times.beginCommit[event]! & masks.writes);
}

/** Communication between threads, from each event. */
const readElsewhere = relation();
const overwrittenElsewhere = relation();
const modifiedElsewhere = relation();

function communicate(graph: Graph): void {
  const { size, thread, readsFrom, modified, masks } = graph;
  for (let event = 0; event < size; event++) {
    readElsewhere[event] = 0;
    overwrittenElsewhere[event] = 0;
    modifiedElsewhere[event] =
      ((masks.writes >> event) & 1) === 0 ? 0 : foreign(graph, event, modified[event]!);
  }
  for (let rest = masks.reads; rest !== 0; rest &= rest - 1) {
    const read = lowestBit(rest);
    const write = readsFrom[read]!;
    if (thread[write] !== thread[read]) readElsewhere[write]! |= 1 << read;
    overwrittenElsewhere[read] = foreign(graph, read, modified[write]!);
  }
}

const happens = relation();
const after = relation();
const base = relation();
const propagates = relation();
const strongly = relation();
const scratch = relation();

function allows(graph: Graph): boolean {
  const { size, masks, thread } = graph;
  addTimesOf(graph);
  communicate(graph);
  for (let event = 0; event < size; event++) happens[event] = inThread(graph, event) | readElsewhere[event]!;
  if (!isAcyclic(happens, size)) return false;
  closeRelation(happens, size);
  for (let event = 0; event < size; event++) {
    const fences = strong[event]! | light[event]!;
    const fenced = fences | imageOf(readElsewhere[event]!, strong) | imageOf(readElsewhere[event]!, light);
    base[event] = fenced | imageOf(fenced, happens);
    after[event] = strong[event]! | imageOf(strong[event]!, happens);
  }
  for (let event = 0; event < size; event++)
    propagates[event] = ((masks.writes >> event) & 1) === 0 ? 0 : base[event]! & masks.writes;
  closeRelation(base, size);
  for (let event = 0; event < size; event++) strongly[event] = after[event]! | imageOf(base[event]!, after);
  for (let event = 0; event < size; event++) {
    // First values come before all else, so that nothing returns to them.
    if (thread[event] === INITIAL) continue;
    const read = overwrittenElsewhere[event]!;
    const modified = modifiedElsewhere[event]!;
    const communicated = readElsewhere[event]! | read | modified | imageOf(read | modified, readElsewhere);
    propagates[event]! |= strongly[event]! | imageOf(communicated, strongly);
  }
  return isOneOrder(graph, propagates) && isOneOrder(graph, conditionals(graph)) && isObservable(graph);
}

/** True if the order of writes and the other order have no cycle together. */
function isOneOrder({ size, modified, masks }: Graph, rows: Relation): boolean {
  for (let event = 0; event < size; event++)
    scratch[event] = rows[event]! | (((masks.writes >> event) & 1) === 0 ? 0 : modified[event]!);
  return isAcyclic(scratch, size);
}

/** No read misses a write that was propagated to its thread before. */
function isObservable({ masks }: Graph): boolean {
  for (let rest = masks.reads; rest !== 0; rest &= rest - 1) {
    const read = lowestBit(rest);
    const reached = imageOf(overwrittenElsewhere[read]!, propagates);
    if ((((reached | imageOf(reached, happens)) >> read) & 1) !== 0) return false;
  }
  return true;
}

const inOrder = relation();

/** Store-conditionals of a thread are seen in its order. */
function conditionals({ size, order: orders, kind, before, thread }: Graph): Relation {
  let mask = 0;
  for (let event = 0; event < size; event++) {
    const isOne = thread[event] !== INITIAL && kind[event] === eventBits.write;
    if (isOne && (orders[event]! & powerBits.conditional) !== 0) mask |= 1 << event;
  }
  for (let event = 0; event < size; event++)
    inOrder[event] = ((mask >> event) & 1) === 0 ? 0 : before[event]! & mask;
  return inOrder;
}
