/** Small concurrent programs, and the outcomes that C's memory model allows. */
export { eventBits, NOWHERE, type Order } from './model/graph.ts';
export { armBits, armv8 } from './model/armv8.ts';
export { power, powerBits } from './model/power.ts';
export { riscvBits, rvwmo } from './model/rvwmo.ts';
export { tso } from './model/tso.ts';
export { type Dependencies, type MachineEvent, type MachineModel } from './model/machine.ts';
export {
  type Contract,
  CONTRACT_FILE,
  contractOf,
  type ContractFile,
  readContract,
  shapeOfLine,
  writeContract,
} from './contract.ts';
export { parseLine } from './notation/line.ts';
export { holds } from './notation/condition.ts';
export { readCLitmus, type LitmusText } from './notation/read-c.ts';
export { writeCLitmus } from './notation/write-c.ts';
export { outputName, threadName, writeThreads } from './notation/write-threads.ts';
export { declarationsOf, finderOf, spellingOf, withMemberNames } from './program/layout.ts';
export { tracesOfAll } from './program/choices.ts';
export { explainForbidden, type Explanation } from './program/explain.ts';
export { Odometer } from './program/odometer.ts';
export { valuesOf } from './program/outcome.ts';
export {
  type MachineTrace,
  type MachineStep,
  type MachineWitness,
  outcomesUnder,
  witnessOf,
} from './program/outcomes.ts';
export { simulate, type Simulation } from './program/simulate.ts';
export {
  type BinaryOperator,
  constantOf,
  keptIn,
  type LitmusExpression,
  type LitmusProgram,
  type LitmusStatement,
  type Load,
  localOf,
  type Observed,
  observedName,
  oddWidths,
  type SharedLocation,
  type Thread,
  type UpdateOperator,
} from './program/syntax.ts';
export { plainLocations, visitStatements } from './program/visit.ts';
