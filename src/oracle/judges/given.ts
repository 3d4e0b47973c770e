/**
 * The judge that a person gave.
 *
 * Invariant: a judge that cannot tell right from wrong in two small modules is not used, and the person gets
 * the reason.
 */
import { findBlindJudge, GivenJudge } from '../given/given-judge.ts';
import { inspectRefutation, judgedConfiguration, mayBeJudged } from '../given/refutation.ts';
import type { Judge } from './judge.ts';

export const givenCommand: Judge = {
  mayAsk: ({ program }, { command }) => command !== undefined && mayBeJudged(command, program),
  async open({ world, target, laboratory, command, say, signal }) {
    if (command === undefined) return undefined;
    const judge = new GivenJudge(command, world);
    signal.addEventListener('abort', () => judge.close());
    // A judge for gcc compiles the program itself, so no wrong example can be given to it.
    const { compiler } = await laboratory.target(target);
    if (compiler === undefined) return undefined;
    const why = compiler.family === 'clang' ? await findBlindJudge(judge) : undefined;
    if (why !== undefined) {
      say(`--judge is not asked: ${why}`);
      return undefined;
    }
    const tools = { laboratory, judge };
    return {
      async ask({ program, asked }) {
        const configuration = judgedConfiguration(tools, program, asked);
        const found = await inspectRefutation(tools, program, configuration);
        if (found.kind === 'nothing') return found.why === 'right' ? { kind: 'nothing' } : undefined;
        const { signature, culprit, says } = found;
        return {
          kind: 'failure',
          seen: { signature, text: says, ...configuration, culprit, judge: command },
        };
      },
      close: () => judge.close(),
    };
  },
};
