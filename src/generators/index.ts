/** Ready-made generators. */
export { csmithScoped } from './csmith-scoped.ts';
export { csmith } from './csmith.ts';
export { expression, type Expression } from './examples/expression.ts';
export { default as expressions } from './expressions.ts';
export { jsonText } from './examples/json.ts';
export { smallC } from './examples/small-c.ts';
export { generatorFile } from './guess/kind-of-file.ts';
export { definitionText, generatorOf, guessDefinition } from './guess/guess.ts';
export { findSource, modulesIn, settingsApart, sources } from './sources.ts';
export { chainName, inChain, modulesOf, seekingCrashes, stages, withDonors } from './chains.ts';
export { strategyDefinition } from './guess/strategy.ts';
export { grammarFiles, sourceOfGrammar } from './grammar/source-text.ts';
