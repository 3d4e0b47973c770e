/**
 * Relax: undefined behaviour handled less conservatively than the generator does.
 *
 * Generators guard whatever might be undefined, so that optimisers rarely see what people write: bare arithmetic. Here
 * guards take other forms, and go where they are not needed.
 */
import type { Stage } from '../stage.ts';
import { drawGuardSettings, editGuards, guardedIn } from './guards.ts';

export const relax: Stage = {
  name: 'relax',
  summary: "Csmith's guards of arithmetic as macros, and bare where the program never needs them",
  reads: 'c',
  needs: 'run',
  edit(draw, { text, facts }) {
    const bodies = guardedIn(text);
    if (bodies.every((body) => body === undefined)) return [];
    const settings = draw.scope('settings', () => drawGuardSettings(draw));
    const { edits, macros } = draw.scope('guards', () => editGuards(draw, bodies, settings, facts));
    if (edits.length === 0) return [];
    return [{ begin: 0, end: 0, text: macros.map((macro) => `${macro}\n`).join('') }, ...edits];
  },
};
