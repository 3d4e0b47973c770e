/** Facts of programs: facts in their texts, and facts of their runs. */
export { editFacts, editText, type SourceEdit } from './edits.ts';
export {
  type Analysis,
  type DeclaredName,
  type Facts,
  innerNames,
  isAddressTaken,
  isUsedOutside,
  outerNames,
  usesIn,
} from './facts.ts';
export { isInteger } from './watch.ts';
export { FactFinder, type FactsAnswer } from './finder.ts';
export { Analyser, prepareAnalyser } from './analyser.ts';
