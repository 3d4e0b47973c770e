/**
 * The judge of sanitizers. A program does one undefined thing, which a sanitizer promises to report. The target
 * compiles it with that sanitizer at one level, and at each level if the report is missing.
 *
 * Invariant: a sanitizer that reports nothing for a plain example is not asked.
 */
import { hasContract } from '../../laboratory/index.ts';
import { plantedIn, plantedKinds, type PlantedSanitizer } from '../../program/index.ts';
import { findSanitizerBlindness, inspectOneLevel, isUnknownTo } from '../unreported/inspect-unreported.ts';
import type { Judge } from './judge.ts';

export const sanitizerReports: Judge = {
  mayAsk({ program, isLinked, asked }) {
    const kind = isLinked && !hasContract(program) ? plantedIn(program) : undefined;
    return kind !== undefined && !isUnknownTo(asked.compiler, kind);
  },
  async open({ laboratory, say }) {
    const blind = new Map<PlantedSanitizer, boolean>();
    return {
      async ask({ program, asked }) {
        const kind = plantedIn(program);
        if (kind === undefined) return undefined;
        const sanitizer = plantedKinds[kind];
        if (!blind.has(sanitizer)) {
          const why = await findSanitizerBlindness(laboratory, asked, sanitizer);
          if (why !== undefined) say(`this sanitizer is not tested: ${why}`);
          blind.set(sanitizer, why !== undefined);
        }
        if (blind.get(sanitizer) === true) return undefined;
        const found = await inspectOneLevel(laboratory, program, asked);
        if (found === undefined) return undefined;
        if (found === 'right') return { kind: 'nothing' };
        const { signature, configuration, reporting, says } = found;
        return {
          kind: 'failure',
          seen: { signature, text: says, ...configuration, references: [reporting] },
        };
      },
    };
  },
};
