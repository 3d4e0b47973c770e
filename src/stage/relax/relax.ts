/**
 * Relax: undefined behaviour handled less conservatively than the generator does.
 *
 * Generators guard whatever might be undefined, so that optimisers rarely see what people write: bare arithmetic. Here
 * guards take other forms, and go where they are not needed; and code that never runs holds what no other code may.
 */
import type { SourceEdit } from '../../facts/index.ts';
import { bodiesIn } from '../c/statements.ts';
import type { Stage } from '../stage.ts';
import { drawGuardSettings, editGuards, guardedIn } from './guards.ts';
import { relaxCode } from './relaxed-code.ts';
import { drawRelaxationSettings } from './settings.ts';

export const relax: Stage = {
  name: 'relax',
  summary:
    'guards of arithmetic as macros or gone where they are not needed; undefined behaviour in code that never runs',
  reads: 'c',
  needs: 'run',
  edit(draw, { text, facts }) {
    const bodies = bodiesIn(text);
    const guarded = guardedIn(bodies);
    const isRun = facts?.run !== undefined;
    if (guarded.every((body) => body === undefined) && !isRun) return [];
    const [guards, relaxations] = draw.scope('settings', () => [
      drawGuardSettings(draw),
      drawRelaxationSettings(draw),
    ]);
    const { edits, macros } = draw.scope('guards', () => editGuards(draw, guarded, guards, facts));
    const relaxed = draw.scope('relaxations', () => relaxCode(draw, bodies, relaxations, facts));
    const front = { begin: 0, end: 0, text: macros.map((macro) => `${macro}\n`).join('') };
    const all = [...(macros.length > 0 ? [front] : []), ...edits, ...relaxed].toSorted(inOrder);
    return relaxations.live === undefined || relaxed.length === 0 ? all : { edits: all, promises: 'valid' };
  },
};

/** A label stands in front of a jump that is put in at the same place. */
function inOrder(a: SourceEdit, b: SourceEdit): number {
  return a.begin - b.begin || a.end - b.end || (a.text.includes(': ;') ? -1 : 1);
}
