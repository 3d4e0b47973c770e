/**
 * Sources: the variable that an expression reads. A program with a profile prefers some kinds of data.
 *
 * The ticket alone decides the kind, so a kind costs no choice. Half of the programs have no profile: there a ticket
 * means any variable.
 */
import type { Variable } from '../ir/nodes.ts';
import { readSources } from '../policy/weights.ts';
import type { Drawing } from './drawing.ts';
import { isArray } from './purposes.ts';
import { type Fits, TICKETS, type Visible, type Visibles } from './visibles.ts';

const kinds: Readonly<Record<(typeof readSources)[number][1], Fits | undefined>> = {
  any: undefined,
  array: isArray,
  member: ({ variable }) => variable.member !== undefined,
  pointer: ({ variable }) => variable.pointer !== undefined,
  input: ({ variable }) => variable.dataClass === 'input',
  written: ({ variable }) => variable.dataClass === 'mixed' || variable.dataClass === 'local',
};

/** Undefined if nothing can be read. */
export function drawSource({ draw, readable, profile }: Drawing): Variable | undefined {
  const ticket = draw.pick(TICKETS);
  const fits = kinds[profile.byShare('source', readSources, ticket / TICKETS)];
  return (best(readable, ticket, fits) ?? best(readable, ticket, undefined))?.variable;
}

function best(readable: Visibles, ticket: number, fits: Fits | undefined): Visible | undefined {
  return (fits === undefined ? readable : readable.those(fits)).best(ticket);
}
