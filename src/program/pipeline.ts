/**
 * A pipeline of passes among a compiler's arguments: one word, `-passes=` with the text for LLVM's `opt`.
 *
 * clang knows no such word. The instrumented clang gets the pipeline in its own way. A clang as Debian ships
 * it generates code in three steps; the second one is the `opt` of the same release.
 */

const PASSES = '-passes=';

/** The pipeline in `opt`'s syntax; the last one counts. */
export function pipelineIn(args: readonly string[]): string | undefined {
  return args.findLast((arg) => arg.startsWith(PASSES))?.slice(PASSES.length);
}

/** The word that asks for a pipeline. */
export function wordForPipeline(pipeline: string): string {
  return `${PASSES}${pipeline}`;
}

export function withoutPipeline(args: readonly string[]): string[] {
  return args.filter((arg) => !arg.startsWith(PASSES));
}

/** The options for LLVM itself, which `opt` takes without the word `-mllvm`. */
export function optionsOfLlvm(args: readonly string[]): string[] {
  return args.filter((_, at) => args[at - 1] === '-mllvm');
}

export function withoutOptionsOfLlvm(args: readonly string[]): string[] {
  return args.filter((arg, at) => arg !== '-mllvm' && args[at - 1] !== '-mllvm');
}

/** Switches off the passes of the level, and lets functions be optimised at any level. */
export const NO_PASSES_OF_LEVEL: readonly string[] = [
  '-Xclang',
  '-disable-llvm-passes',
  '-Xclang',
  '-disable-O0-optnone',
];

/** The file between the steps. */
export const BETWEEN = 'test.bc';

/** Arguments of the three programs for code with a pipeline, without their inputs and outputs. */
export interface PipelineSteps {
  /** For clang, which writes the module before all passes. */
  readonly frontEnd: readonly string[];
  /** For `opt`. */
  readonly optimiser: readonly string[];
  /** For clang again, which generates code from the module. */
  readonly backEnd: readonly string[];
}

/** Undefined if the arguments hold no pipeline. */
export function stepsOfPipeline(args: readonly string[]): PipelineSteps | undefined {
  const pipeline = pipelineIn(args);
  if (pipeline === undefined) return undefined;
  const rest = withoutPipeline(args);
  // Only the optimiser counts passes, so that a count means the same pass for every compiler.
  const isCounting = (arg: string | undefined): boolean => arg?.startsWith('-opt-bisect-limit') === true;
  const clang = rest.filter((arg, at) => !isCounting(arg) && !(arg === '-mllvm' && isCounting(rest[at + 1])));
  return {
    // The file contains the order of uses, so that passes see the same as in one process.
    frontEnd: [...clang, ...NO_PASSES_OF_LEVEL, '-Xclang', '-emit-llvm-uselists', '-emit-llvm', '-c'],
    optimiser: [
      wordForPipeline(pipeline),
      '-preserve-bc-uselistorder',
      '-discard-value-names',
      ...optionsOfLlvm(rest),
    ],
    backEnd: [...clang, ...NO_PASSES_OF_LEVEL, '-Wno-unused-command-line-argument', '-x', 'ir'],
  };
}
