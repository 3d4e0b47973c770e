/** The laboratory: compiles a program in many ways, runs it, and asks the model of atomics about it. */
export type { Behaviour, BehaviourOptions } from './behaviour.ts';
export { Laboratory } from './laboratory.ts';
export {
  familyOf,
  installedCompilers,
  compilersForOthers,
  installedForOthers,
  isOptimised,
  labelOf,
  matrixLines,
  matrixOf,
  parseMatrix,
  type CompilerConfiguration,
} from './configurations.ts';
export { countingUnit, countsAccesses } from './volatile-counts.ts';
export { judgeAssembly, type Judgement } from './litmus/judge.ts';
export { codeLines, machineNames, machineOf } from './litmus/code-lines.ts';
export { brokenOnPaper, hasContract, judgeTest, stressOf } from './litmus/on-paper.ts';
export { bugOf, linesOf, type LitmusBug } from './litmus/verdict.ts';
export { forbiddenIn, readStressCounts, stressFiles } from './litmus/stress.ts';
export { countingWords } from './volatile-counts.ts';
export { litmusKey, keptText, litmusText } from './litmus/verdict.ts';
