/** The loop that joins sources, targets and corpus; at present for the demo. */
export { type FirstCrash, type LoopResult, type Progress, runLoop, type RunMode } from './toy/loop.ts';
export { toyTarget } from './toy/target.ts';
