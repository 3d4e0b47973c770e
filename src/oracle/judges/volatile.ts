/**
 * The judge that counts accesses to volatile data. The target compiles a test once as usual and once without
 * optimisation, and both builds must make equally many accesses.
 *
 * Invariant: a target that loses an access of a small program on purpose, and whose counts do not show it, is not
 * asked.
 */
import { countingPair, findMiscount, hasCountableData } from '../compare/counted.ts';
import { inspectWrongCode } from '../compare/inspect-wrong-code.ts';
import { hasContract } from '../../laboratory/index.ts';
import type { Judge } from './judge.ts';

export const volatileAccesses: Judge = {
  mayAsk: ({ program, isLinked }) => isLinked && !hasContract(program) && hasCountableData(program),
  async open({ laboratory, countAgain, say }) {
    const isTold = (text: string | undefined): boolean => {
      if (text !== undefined) say(`accesses to volatile data are not counted: ${text}`);
      return text !== undefined;
    };
    let isBlind: Promise<boolean> | undefined;
    return {
      async ask({ program, unstaged, asked }) {
        const pair = countingPair(asked, program);
        if (pair === undefined) return undefined;
        isBlind ??= findMiscount(laboratory, pair).then(isTold);
        if (await isBlind) return undefined;
        const isTrusted = program.promises === 'defined';
        return inspectWrongCode(laboratory, program, pair, {
          countAgain: (signature) => isTrusted && countAgain(signature),
          unstaged,
        });
      },
    };
  },
};
