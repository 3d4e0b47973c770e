/**
 * Relax: allows more undefined behaviour than the generator does.
 *
 * Generators guard everything that might be undefined, so optimisers rarely see the bare arithmetic that
 * people write. Relax changes the form of guards, removes unneeded ones, and puts into code that never runs
 * what other code must not contain.
 */
import type { Draw } from '../../choice/index.ts';
import type { SourceEdit } from '../../facts/index.ts';
import type { Stage, StageInput, StageResult } from '../stage.ts';
import { stageTuning } from '../tuning.ts';
import { editGuards, mayHaveGuards } from './guards.ts';
import { codeOf } from './known-code.ts';
import { relaxCode } from './relaxed-code.ts';
import { type Adventure, drawSettings, forCrashes, type RelaxSettings } from './settings.ts';

export const relax: Stage = {
  name: 'relax',
  summary:
    'guards of arithmetic as macros or gone where they are not needed; undefined behaviour in code that never runs',
  reads: 'c',
  needs: 'run',
  share: stageTuning.relaxShare.value,
  ...relaxing(),
  forCrashes: relaxing(forCrashes),
};

function relaxing(adventure?: Adventure): Required<Pick<Stage, 'wantsFacts' | 'edit'>> {
  return {
    wantsFacts: (draw, { text }) =>
      drawSettings(draw, mayHaveGuards(text), adventure).relaxations !== undefined,
    edit: (draw, input) => relaxed(draw, input, drawSettings(draw, mayHaveGuards(input.text), adventure)),
  };
}

function relaxed(
  draw: Draw,
  { program, text, facts }: StageInput,
  { guards, relaxations }: RelaxSettings,
): SourceEdit[] | StageResult {
  const { guarded, needless, relaxable, globals } = codeOf(program, text, facts);
  const { edits, macros } =
    guards === undefined
      ? { edits: [], macros: [] }
      : draw.scope('guards', () =>
          editGuards(draw, guarded, guards, relaxations === undefined ? undefined : needless),
        );
  const changes =
    relaxations === undefined
      ? []
      : draw.scope('relaxations', () => relaxCode(draw, relaxable, relaxations, globals));
  const front = { begin: 0, end: 0, text: macros.map((macro) => `${macro}\n`).join('') };
  // If an initialiser is replaced, its guard goes with it.
  const left = edits.filter(({ begin }) => !changes.some((each) => each.begin <= begin && begin < each.end));
  const all = [...(macros.length > 0 ? [front] : []), ...left, ...changes].toSorted(inOrder);
  return relaxations?.live === undefined || changes.length === 0 ? all : { edits: all, promises: 'valid' };
}

/** If both are inserted at one place, a label comes before a jump. */
function inOrder(a: SourceEdit, b: SourceEdit): number {
  return a.begin - b.begin || a.end - b.end || (a.text.includes(': ;') ? -1 : 1);
}
