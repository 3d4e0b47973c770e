/**
 * The judge of live markers. The target's object must call each marker whose block runs; the object alone tells it.
 *
 * Invariant: a lost call is only a suspicion. It becomes a finding if the program also shows it in a run. The unit of
 * the markers prints a line if a live marker did not run.
 */
import { hasContract } from '../../laboratory/index.ts';
import { languageArgs, markersCalled } from '../../program/index.ts';
import { inspectWrongCode } from '../compare/inspect-wrong-code.ts';
import { keptBy, markersKeptIn } from '../missed/kept-markers.ts';
import type { Judge } from './judge.ts';

export const liveMarkers: Judge = {
  mayAsk: ({ program, isLinked }) =>
    isLinked &&
    program.promises === 'defined' &&
    !hasContract(program) &&
    markersCalled(program).live.size > 0,
  async open({ laboratory, countAgain }) {
    return {
      async ask({ program, unstaged, asked, output }) {
        const kept =
          output.length > 0 ? markersKeptIn(output) : (await keptBy(laboratory, program, [asked]))[0];
        if (kept === undefined) return undefined;
        const lost = [...markersCalled(program).live].filter((marker) => !kept.live.has(marker));
        if (lost.length === 0) return { kind: 'nothing' };
        const plain = { compiler: asked.compiler, args: [...languageArgs(asked.args), '-O0'] };
        return inspectWrongCode(laboratory, program, [asked, plain], { countAgain, unstaged });
      },
    };
  },
};
