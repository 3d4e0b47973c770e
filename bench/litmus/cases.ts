/** Litmus tests with their contracts, many in one file: starting a compiler costs more than all else. */
import { Alphabet, replay } from '../../src/choice/index.ts';
import { litmus } from '../../src/generators/litmus/index.ts';
import { type Contract, contractOf } from '../../src/litmus/index.ts';

export interface Case {
  readonly name: string;
  readonly text: string;
  readonly contract: Contract;
}

export interface CaseSize {
  readonly actions: number;
  readonly density: number;
}

/** One test for each seed. */
export function casesFrom(first: number, count: number, size: CaseSize): Case[] {
  const alphabet = new Alphabet();
  return Array.from({ length: count }, (_, index): Case => {
    const made = replay((draw) => litmus(draw, size), { alphabet, seed: first + index });
    if (made.outcome !== 'ok') throw new Error(`no test for seed ${first + index}`);
    const { base, woven, contract: simulation, shape, text } = made.value;
    return {
      name: `seed ${first + index}`,
      text,
      contract: contractOf({ program: woven, test: base, simulation, shape }),
    };
  });
}

/** All in one file, the functions and locations of each under names of its own. */
export function joined(cases: readonly Case[]): string {
  return cases
    .map(({ text: own, contract }, index) => {
      const names = [
        ...Array.from({ length: contract.threads }, (_, thread) => `P${thread}`),
        ...contract.locations.map(({ name }) => name),
        ...new Set(contract.locations.flatMap(({ within }) => within ?? [])),
      ];
      return [
        ...names.map((name) => `#define ${name} T${index}_${name}`),
        own,
        ...names.map((name) => `#undef ${name}`),
      ].join('\n');
    })
    .join('\n');
}

/** The assembly with the functions and locations of one of them under the names that its contract has. */
export function assemblyOfCase(assembly: string, index: number): string {
  return assembly.replaceAll(new RegExp(`\\bT${index}_(\\w+)\\b`, 'g'), '$1');
}
