/** Small concurrent programs, and what the memory model of C lets them do. */
export { parseLine } from './notation/line.ts';
export { holds } from './notation/condition.ts';
export { readCLitmus, type LitmusText } from './notation/read-c.ts';
export { writeCLitmus } from './notation/write-c.ts';
export { explainForbidden, type Explanation } from './program/explain.ts';
export { valuesOf } from './program/outcome.ts';
export { simulate, type Simulation } from './program/simulate.ts';
export { observedName } from './program/syntax.ts';
