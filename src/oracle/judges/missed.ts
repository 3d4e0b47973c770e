/**
 * The judge of missed optimisations. The release before the target and the level below compile a test again. A
 * block that never runs and that one of them removes must be gone.
 *
 * Invariant: a compiler whose objects do not tell what was removed is not asked.
 */
import { hasFacts, markersCalled } from '../../program/index.ts';
import { hasContract, isOptimised } from '../../laboratory/index.ts';
import {
  configurationsToBeat,
  findMarkerBlindness,
  inspectMissed,
  withFacts,
} from '../missed/inspect-missed.ts';
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
        const told = hasFacts(program) && isOptimised(asked) ? withFacts(asked) : undefined;
        if (better.length === 0 && told === undefined) return undefined;
        for (const [side, others] of [
          [asked, better],
          [told, [asked]],
        ] as const) {
          if (side === undefined || others.length === 0) continue;
          const found = await inspectMissed(laboratory, program, side, others);
          if (found === undefined) continue;
          const { signature, missed } = found;
          const text = `${missed.marker} stays`;
          return { kind: 'failure', seen: { signature, text, ...side, missed } };
        }
        return { kind: 'nothing' };
      },
    };
  },
};
