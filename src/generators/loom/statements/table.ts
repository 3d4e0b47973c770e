/** The kinds of statements. A new kind is one file, and a line at the end of this table: choices refer to its order. */
import { algorithm } from './algorithm.ts';
import { assume } from './assume.ts';
import { bytes } from './bytes.ts';
import { jumps } from './goto.ts';
import { graph } from './graph/graph.ts';
import { heap } from './heap.ts';
import { lambda } from './lambda.ts';
import { string } from './string.ts';
import { attempt, raise } from './try.ts';
import { automaton } from './automaton.ts';
import { atomic } from './atomic.ts';
import { barrier } from './barrier.ts';
import { localArray } from './local.ts';
import { pass } from './pass.ts';
import { pun } from './pun.ts';
import { run } from './run.ts';
import { vararg } from './vararg.ts';
import { virtual } from './virtual.ts';
import { search } from './search.ts';
import { walk } from './walk.ts';
import { vector } from './vector.ts';
import { assign, peephole } from './assign.ts';
import { call } from './call.ts';
import { callgraph } from './callgraph.ts';
import { convention } from './convention.ts';
import { copy, localStruct } from './copy.ts';
import { decided } from './decided.ts';
import { declare } from './declare.ts';
import { gang } from './gang.ts';
import { branch } from './if.ts';
import { leave } from './leave.ts';
import { loop } from './loop.ts';
import { point } from './pointer.ts';
import { reduction } from './reduce.ts';
import { marker } from './marker.ts';
import { nest } from './nest.ts';
import { planted } from './planted.ts';
import { ranged } from './ranged.ts';
import { rhythm } from './rhythm.ts';
import { rounding } from './rounding.ts';
import { slp } from './slp.ts';
import { split } from './split.ts';
import { leaveFunction } from './return.ts';
import { StatementTable } from './row.ts';
import { stream } from './stream.ts';
import { choice } from './switch.ts';
import { classTemplate } from './template.ts';
import { versions } from './versions.ts';

export const statementTable: StatementTable = new StatementTable([
  assign,
  declare,
  branch,
  loop,
  leave,
  choice,
  point,
  copy,
  call,
  leaveFunction,
  reduction,
  assume,
  bytes,
  string,
  vector,
  jumps,
  attempt,
  raise,
  lambda,
  algorithm,
  stream,
  versions,
  run,
  automaton,
  search,
  walk,
  localArray,
  localStruct,
  barrier,
  atomic,
  pass,
  vararg,
  pun,
  virtual,
  graph,
  nest,
  ranged,
  split,
  slp,
  rhythm,
  heap,
  rounding,
  classTemplate,
  convention,
  peephole,
  marker,
  planted,
  callgraph,
  decided,
  gang,
]);
