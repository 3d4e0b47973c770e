/**
 * `if (c) cgfuzz_dead_3(); else cgfuzz_live_4();`: calls that a compiler may remove if they never run, and must
 * keep if they run. Settling finds out which of the two each call is. Without a condition it is one call.
 */
import { drawCondition } from '../draw/lane.ts';
import type { Drawing } from '../draw/drawing.ts';
import type { ExpressionNode, Statement } from '../ir/nodes.ts';
import type { Printer } from '../lower/printer.ts';
import type { StatementRow } from './row.ts';

interface Marker extends Statement<'marker'> {
  readonly condition: ExpressionNode | undefined;
  /** Arms that ran at least once. */
  readonly ran: { yes: boolean; no: boolean };
}

/** Share of blocks that begin with a marker. */
const MARKED = 0.5;

/** The marker at the start of a block, or nothing. */
export function drawMarker({ draw, helper }: Drawing): Statement[] {
  const isMarked = draw.scope('marker', () => draw.boolean(MARKED));
  return isMarked && isSeen(helper) ? [markerIf(undefined)] : [];
}

function markerIf(condition: ExpressionNode | undefined): Marker {
  return { kind: 'marker', condition, ran: { yes: false, no: false } };
}

/** A call of a pure function may vanish with all its effects. */
function isSeen(helper: Drawing['helper']): boolean {
  return helper?.isPure !== true;
}

export const marker: StatementRow<Marker> = {
  kind: 'marker',
  weight: 25,
  text: 80,
  needs: 'markers',
  fits: ({ helper }) => isSeen(helper),

  draw: (drawing) => markerIf(drawCondition(drawing, 0)),

  execute({ condition }, executor) {
    if (condition !== undefined) executor.value(condition);
    return 'on';
  },

  settle({ condition, ran }, settling) {
    const value = condition === undefined ? 1n : settling.value(condition);
    if (settling.isExecuted) ran[value === 0n ? 'no' : 'yes'] = true;
    return 'on';
  },

  print({ condition, ran }, printer) {
    const yes = callText(ran.yes, printer);
    if (condition === undefined) printer.line(yes);
    else printer.line(`if (${printer.expression(condition)}) ${yes} else ${callText(ran.no, printer)}`);
  },
};

function callText(hasRun: boolean, printer: Printer): string {
  const name = printer.marker(hasRun ? 'live' : 'dead');
  return name === undefined ? ';' : `${name}();`;
}
