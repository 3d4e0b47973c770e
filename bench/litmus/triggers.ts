/** Triggers of the defects in atomics: a small test for each, what it asks about, and the code that the defect makes of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plantedFolder } from '../../lab/planted/names.ts';
import {
  type Contract,
  contractOf,
  holds,
  observedName,
  readCLitmus,
  simulate,
  type Simulation,
  valuesOf,
  writeThreads,
} from '../../src/litmus/index.ts';
import { machineOf } from '../../src/laboratory/index.ts';
import { functionLines } from '../../src/laboratory/litmus/code-lines.ts';
import { type Judgement, judgeAssembly } from '../../src/laboratory/litmus/judge.ts';
import { configurations, type MachineKey } from './defects.ts';

export const triggersFolder: string = join(plantedFolder, 'atomic-triggers');

export interface Trigger {
  readonly contract: Contract;
  readonly simulation: Simulation;
  readonly text: string;
  readonly args: readonly string[];
  /** The code that the defect makes. */
  readonly spoiled: string;
  /** Whether an outcome is what the test asks about. */
  readonly asks: (outcome: string) => boolean;
  readonly judge: (assembly: string) => Judgement;
  /** The code of the threads alone. */
  readonly codeIn: (assembly: string) => (string[] | undefined)[];
}

export function triggerOf(plant: string, key: MachineKey): Trigger {
  const textOf = (ending: string): string => readFileSync(join(triggersFolder, `${plant}${ending}`), 'utf8');
  const { program, question } = readCLitmus(textOf('.litmus'));
  const simulation = simulate(program);
  const contract = contractOf({ program, simulation });
  const args = [...configurations[key], '-w', '-std=c11'];
  const machine = machineOf(['clang', ...args]);
  if (machine === undefined) throw new Error(`${key} is no machine that the judge knows`);
  return {
    contract,
    simulation,
    text: writeThreads(program),
    args,
    spoiled: textOf('.s'),
    asks: (outcome) => {
      const values = valuesOf(outcome);
      return holds(question.condition, (observed) => values.get(observedName(observed)) ?? NaN);
    },
    judge: (assembly) => judgeAssembly(contract, assembly, machine),
    codeIn: (assembly) =>
      Array.from({ length: contract.threads }, (_, thread) => functionLines(assembly, `P${thread}`, machine)),
  };
}
