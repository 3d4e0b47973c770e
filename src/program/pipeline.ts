/**
 * A pipeline of passes among the arguments of a compiler: one word, `-passes=` with what LLVM's `opt` takes after it.
 *
 * clang takes no such word. The instrumented one is told in its own way. A clang as Debian ships it generates code in
 * three steps, whose middle one is the `opt` of the same release.
 */

const PASSES = '-passes=';

/** The pipeline as `opt` takes it; the last one counts. */
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

/** The passes of the level do nothing, and functions may be optimised at any level. */
export const NO_PASSES_OF_LEVEL: readonly string[] = [
  '-Xclang',
  '-disable-llvm-passes',
  '-Xclang',
  '-disable-O0-optnone',
];

/** The file between the steps. */
export const BETWEEN = 'test.bc';

/** Arguments of the three programs that make code by a pipeline, without their inputs and outputs. */
export interface PipelineSteps {
  /** For clang, which writes the module as it is before all passes. */
  readonly frontEnd: readonly string[];
  /** For `opt`. */
  readonly optimiser: readonly string[];
  /** For clang again, which generates code from a module. */
  readonly backEnd: readonly string[];
}

/** Undefined if these arguments ask for no pipeline. */
export function stepsOfPipeline(args: readonly string[]): PipelineSteps | undefined {
  const pipeline = pipelineIn(args);
  if (pipeline === undefined) return undefined;
  const rest = withoutPipeline(args);
  const ofLlvm = rest.filter((_, at) => rest[at - 1] === '-mllvm');
  // Passes are counted in the optimiser alone, so that a count means the same pass for every compiler.
  const isCounting = (arg: string | undefined): boolean => arg?.startsWith('-opt-bisect-limit') === true;
  const clang = rest.filter((arg, at) => !isCounting(arg) && !(arg === '-mllvm' && isCounting(rest[at + 1])));
  return {
    // The order of uses goes into the file, so that passes see what they would see in one process.
    frontEnd: [...clang, ...NO_PASSES_OF_LEVEL, '-Xclang', '-emit-llvm-uselists', '-emit-llvm', '-c'],
    optimiser: [wordForPipeline(pipeline), '-preserve-bc-uselistorder', '-discard-value-names', ...ofLlvm],
    backEnd: [...clang, ...NO_PASSES_OF_LEVEL, '-Wno-unused-command-line-argument', '-x', 'ir'],
  };
}
