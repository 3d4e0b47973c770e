/**
 * The judge of missed optimisations. The release before the target and the level below compile a test again. A
 * block that never runs and that one of them removes must be gone.
 *
 * Invariant: a compiler whose objects do not tell what was removed is not asked.
 */
import { markersCalled } from '../../program/index.ts';
import { hasContract } from '../../laboratory/index.ts';
import { configurationsToBeat, findMarkerBlindness, inspectMissed } from '../missed/inspect-missed.ts';
import type { Judge } from './judge.ts';

export const missedBlocks: Judge = {
  mayAsk: ({ program, isLinked }) =>
    isLinked && !hasContract(program) && markersCalled(program).dead.size > 0,
  async open({ laboratory, target, references = [], world, say }) {
    const why = await findMarkerBlindness(laboratory, target);
    if (why !== undefined) {
      say(`missed optimisations are not looked for: ${why}`);
      return undefined;
    }
    return {
      async ask({ program, asked }) {
        const better = configurationsToBeat(asked, references, world.searchPath);
        if (better.length === 0) return undefined;
        const found = await inspectMissed(laboratory, program, asked, better);
        if (found === undefined) return { kind: 'nothing' };
        const { signature, missed } = found;
        const text = `${missed.marker} stays`;
        return { kind: 'failure', seen: { signature, text, ...asked, missed } };
      },
    };
  },
};
