/**
 * RC11, the repaired memory model of C11, as axioms over one candidate execution.
 *
 * Every clause can be left out. This gives the tolerant model, and lets a test show that each clause is
 * needed. Three parts of the published formula are missing here, since the rest implies them. A cycle of `hb`
 * contains an edge of `sw`, so it contains a read of a later write, which `hb ; eco` forbids. The other two
 * are `hb` alone between two seq_cst fences, and the identity beside `hb` at a fence's end of an edge of
 * `psc`. In both cases the edge is part of `hb`, and joins the next edge of a cycle; coherence forbids a
 * cycle of `hb` alone.
 */
import { eventBits, type Graph } from './graph.ts';
import { closeRelation, imageOf, isAcyclic, lowestBit, type Relation, relation } from './relation.ts';

export const axioms = ['coherence', 'atomicity', 'seq_cst', 'no thin air'] as const;
export type Axiom = (typeof axioms)[number];

/** The clauses that can be left out, in the words of the formulas: rs is the release sequence, sw synchronises-with. */
export const clauses = [
  'rb: without identity',
  'rs: later writes of the same thread',
  'rs: updates that read from it',
  'sw: from a release write',
  'sw: from a release fence',
  'sw: to an acquire read',
  'sw: to an acquire fence',
  'hb: sw',
  'coherence: hb then rf',
  'coherence: hb then mo',
  'coherence: hb then rb',
  'coherence: hb then mo, rf',
  'coherence: hb then rb, rf',
  'coherence: updates read what is earlier',
  'atomicity',
  'scb: sb',
  'scb: sb elsewhere, hb, sb elsewhere',
  'scb: hb of one location',
  'scb: mo',
  'scb: rb',
  'psc: from an access',
  'psc: to an access',
  'psc: from a fence over hb',
  'psc: to a fence over hb',
  'psc: hb, eco, hb between fences',
  'no thin air',
] as const;
export type Clause = (typeof clauses)[number];

/**
 * Without these clauses, the model also allows outcomes that only C++20 and load buffering allow: they are
 * tolerated, never called wrong.
 */
export const tolerantClauses: readonly Clause[] = ['rs: later writes of the same thread', 'no thin air'];

export interface Rc11 {
  /** The first axiom that the execution breaks. */
  readonly violated: (graph: Graph) => Axiom | undefined;
  /** The relations of the last graph, as far as they were needed. */
  readonly relations: Rc11Relations;
}

export interface Rc11Relations {
  readonly readBefore: Relation;
  readonly synchronises: Relation;
  readonly happensBefore: Relation;
  readonly communicates: Relation;
  readonly psc: Relation;
  readonly readersOf: Relation;
}

/** All models share it: only one execution is checked at a time. */
const scratch: Rc11Relations = {
  readBefore: relation(),
  synchronises: relation(),
  happensBefore: relation(),
  communicates: relation(),
  psc: relation(),
  readersOf: relation(),
};
const air = relation();
const sequence = relation();
const scb = relation();
const elsewhere = relation();

type Kept = (clause: Clause) => boolean;

export function rc11(dropped: readonly Clause[] = []): Rc11 {
  const kept = new Set(clauses.filter((clause) => !dropped.includes(clause)));
  const keeps: Kept = (clause) => kept.has(clause);
  const communication = communicationRules(keeps);
  const synchronisation = synchronisationRules(keeps);
  const isCoherent = coherenceRules(keeps);
  const isSequential = sequentialRules(keeps);
  const thinAir = keeps('no thin air');
  const violated = (graph: Graph): Axiom | undefined => {
    const broken = communication(graph);
    if (broken !== undefined) return broken;
    if (thinAir && !isFromSomewhere(graph)) return 'no thin air';
    synchronisation(graph);
    if (!isCoherent(graph)) return 'coherence';
    return isSequential(graph) ? undefined : 'seq_cst';
  };
  return { violated, relations: scratch };
}

/** `rb`, and the rules for updates. */
function communicationRules(keeps: Kept): (graph: Graph) => Axiom | undefined {
  const identity = keeps('rb: without identity') ? -1 : 0;
  const atomicity = keeps('atomicity');
  const earlier = keeps('coherence: updates read what is earlier');
  const { readBefore, readersOf } = scratch;
  return ({ size, masks, modified, readsFrom }) => {
    readBefore.fill(0, 0, size);
    readersOf.fill(0, 0, size);
    for (let rest = masks.reads; rest !== 0; rest &= rest - 1) {
      const read = lowestBit(rest);
      const write = readsFrom[read]!;
      readBefore[read] = modified[write]! & ~(identity & (1 << read));
      readersOf[write]! |= 1 << read;
    }
    for (let rest = masks.updates; rest !== 0; rest &= rest - 1) {
      const update = lowestBit(rest);
      const later = modified[readsFrom[update]!]!;
      if (earlier && ((later >> update) & 1) === 0) return 'coherence';
      if (atomicity && ((imageOf(later, modified) >> update) & 1) !== 0) return 'atomicity';
    }
    return undefined;
  };
}

function isFromSomewhere({ size, before, masks, readsFrom }: Graph): boolean {
  for (let event = 0; event < size; event++) air[event] = before[event]!;
  for (let rest = masks.reads; rest !== 0; rest &= rest - 1) {
    const read = lowestBit(rest);
    air[readsFrom[read]!]! |= 1 << read;
  }
  return isAcyclic(air, size);
}

/** `sw` and `hb`. */
function synchronisationRules(keeps: Kept): (graph: Graph) => void {
  const toAcquire = acquireSide(keeps);
  const sameThread = keeps('rs: later writes of the same thread');
  const updates = keeps('rs: updates that read from it');
  const fromWrite = keeps('sw: from a release write');
  const fromFence = keeps('sw: from a release fence');
  const synchronises = keeps('hb: sw');
  const { happensBefore, readersOf } = scratch;
  return (graph) => {
    const { size, masks, before, sameLocation } = graph;
    if (masks.releases !== 0 && masks.acquires !== 0) {
      for (let rest = masks.writes & masks.atomic; rest !== 0; rest &= rest - 1) {
        const write = lowestBit(rest);
        let members = 1 << write;
        if (sameThread) members |= before[write]! & sameLocation[write]! & masks.writes & masks.atomic;
        for (let more = updates; more;) {
          const further = members | (imageOf(members, readersOf) & masks.updates);
          more = further !== members;
          members = further;
        }
        sequence[write] = members;
      }
    }
    scratch.synchronises.fill(0, 0, size);
    for (let rest = masks.releases; rest !== 0 && masks.acquires !== 0; rest &= rest - 1) {
      const release = lowestBit(rest);
      const isFence = graph.kind[release] === eventBits.fence;
      if (!(isFence ? fromFence : fromWrite)) continue;
      const heads = isFence ? before[release]! & masks.writes & masks.atomic : 1 << release;
      const read = imageOf(imageOf(heads, sequence), readersOf) & masks.atomic;
      scratch.synchronises[release] = toAcquire(graph, read);
    }
    for (let event = 0; event < size; event++) {
      happensBefore[event] = before[event]!;
      if (synchronises) happensBefore[event]! |= scratch.synchronises[event]!;
    }
    closeRelation(happensBefore, size);
  };
}

/** The events that acquire through these reads. */
function acquireSide(keeps: Kept): (graph: Graph, read: number) => number {
  const toRead = keeps('sw: to an acquire read');
  const toFence = keeps('sw: to an acquire fence');
  return ({ masks, before }, read) =>
    (toRead ? read & masks.acquires : 0) |
    (toFence ? imageOf(read, before) & masks.acquires & masks.fences : 0);
}

/**
 * `hb ; eco?` is irreflexive, where `eco` is split into its parts: with atomicity, these cover longer chains.
 */
function coherenceRules(keeps: Kept): (graph: Graph) => boolean {
  const [rf, mo, rb, moRf, rbRf] = [
    keeps('coherence: hb then rf'),
    keeps('coherence: hb then mo'),
    keeps('coherence: hb then rb'),
    keeps('coherence: hb then mo, rf'),
    keeps('coherence: hb then rb, rf'),
  ];
  const { happensBefore, communicates, readersOf, readBefore } = scratch;
  return ({ size, modified }) => {
    for (let event = 0; event < size; event++) {
      const forbidden =
        (rf ? readersOf[event]! : 0) |
        (mo ? modified[event]! : 0) |
        (rb ? readBefore[event]! : 0) |
        (moRf ? imageOf(modified[event]!, readersOf) : 0) |
        (rbRf ? imageOf(readBefore[event]!, readersOf) : 0);
      communicates[event] = forbidden;
      for (let rest = forbidden; rest !== 0; rest &= rest - 1) {
        if (((happensBefore[lowestBit(rest)]! >> event) & 1) !== 0) return false;
      }
    }
    return true;
  };
}

/** `psc` acyclic. */
function sequentialRules(keeps: Kept): (graph: Graph) => boolean {
  const partial = partialOrderRules(keeps);
  const fromAccess = keeps('psc: from an access');
  const toAccess = keeps('psc: to an access');
  const fromFence = keeps('psc: from a fence over hb');
  const toFence = keeps('psc: to a fence over hb');
  const fences = keeps('psc: hb, eco, hb between fences');
  const { happensBefore, communicates, psc } = scratch;
  return (graph) => {
    const { size, masks } = graph;
    // A single event makes no cycle that coherence allows.
    if ((masks.sequential & (masks.sequential - 1)) === 0) return true;
    partial(graph);
    psc.fill(0, 0, size);
    const sequentialFences = masks.sequential & masks.fences;
    const sequentialAccesses = masks.sequential & ~masks.fences;
    for (let rest = masks.sequential; rest !== 0; rest &= rest - 1) {
      const event = lowestBit(rest);
      const isFence = ((masks.fences >> event) & 1) !== 0;
      if (!(isFence ? fromFence : fromAccess)) continue;
      const reached = isFence ? imageOf(happensBefore[event]!, scb) : scb[event]!;
      if (toAccess) psc[event]! |= reached & sequentialAccesses;
      if (toFence) psc[event]! |= imageOf(reached, happensBefore) & sequentialFences;
    }
    for (let rest = fences ? sequentialFences : 0; rest !== 0; rest &= rest - 1) {
      const event = lowestBit(rest);
      const reached = imageOf(imageOf(happensBefore[event]!, communicates), happensBefore);
      psc[event]! |= reached & sequentialFences;
    }
    return isAcyclic(psc, size);
  };
}

/** `scb`. */
function partialOrderRules(keeps: Kept): (graph: Graph) => void {
  const own = keeps('scb: sb');
  const around = keeps('scb: sb elsewhere, hb, sb elsewhere');
  const oneLocation = keeps('scb: hb of one location');
  const mo = keeps('scb: mo');
  const rb = keeps('scb: rb');
  const { happensBefore, readBefore } = scratch;
  return ({ size, before, sameLocation, modified }) => {
    for (let event = 0; event < size; event++) elsewhere[event] = before[event]! & ~sameLocation[event]!;
    for (let event = 0; event < size; event++) {
      let row = own ? before[event]! : 0;
      if (around) row |= imageOf(imageOf(elsewhere[event]!, happensBefore), elsewhere);
      if (oneLocation) row |= happensBefore[event]! & sameLocation[event]!;
      if (mo) row |= modified[event]!;
      if (rb) row |= readBefore[event]!;
      scb[event] = row;
    }
  };
}

/** Two accesses that race in a consistent execution; call it right after `violated`. */
export function racingPair({ relations }: Rc11, graph: Graph): readonly [number, number] | undefined {
  const { size, masks, thread, sameLocation } = graph;
  const { happensBefore } = relations;
  for (let first = 0; first < size; first++) {
    if (thread[first]! < 0) continue;
    for (let rest = sameLocation[first]!; rest !== 0; rest &= rest - 1) {
      const second = lowestBit(rest);
      if (second < first || thread[second] === thread[first] || thread[second]! < 0) continue;
      const both = (1 << first) | (1 << second);
      if ((masks.writes & both) === 0 || (masks.atomic & both) === both) continue;
      if ((happensBefore[first]! & both) === 0 && (happensBefore[second]! & both) === 0) {
        return [first, second];
      }
    }
  }
  return undefined;
}
