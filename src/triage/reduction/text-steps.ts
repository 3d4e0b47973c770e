/**
 * The steps on text, one after the other. Our own step goes first. It knows tokens and brackets, and removes
 * most of the text at a tenth of the cost of a text reducer. C-Vise or C-Reduce follows, which knows types
 * and scopes. Then comes our own again.
 *
 * An expensive check runs only now and then (trusted-steps.ts).
 *
 * C-Vise need not repeat the work of our own step: removing runs of tokens and of lines. On small programs
 * that would be nine tenths of its work.
 */
import { inputFiles, type Program, programKey, programSize, withFiles } from '../../program/index.ts';
import { reduceTokens } from '../../reduce/index.ts';
import { rememberAnswers } from './remember-answers.ts';
import { grouped } from '../../util/text.ts';
import { noWhenInterrupted } from '../../util/interrupted.ts';
import { runTextReducer, type TextReducer } from './text-reducer.ts';
import { type StepQuestions, TrustedSteps } from './trusted-steps.ts';
import { triageTuning } from '../tuning.ts';

const MAX_BYTES = triageTuning.maxTokenBytes.value;

export interface TextStepsOptions {
  readonly isInteresting: (program: Program) => Promise<boolean>;
  /**
   * A cheaper question than `isInteresting`: a no is final, and a yes is trusted for a while. Default is the
   * same question.
   */
  readonly seemsInteresting?: ((program: Program) => Promise<boolean>) | undefined;
  /** The guard, which checks interesting programs now and then. Default allows everything. */
  readonly allows?: (program: Program) => Promise<boolean>;
  /**
   * A cheaper question than `allows`, for all programs that seem interesting. A program mostly loses its
   * meaning early, and then all later steps would be wasted.
   */
  readonly seemsAllowed?: (program: Program) => Promise<boolean>;
  /** Tells whether there is time, after a stop, to check trusted steps. Default is no. */
  readonly mayCheckAtEnd?: () => boolean;
  /** Undefined if there is none. */
  readonly tool: TextReducer | undefined;
  /** The program with its headers inserted, so that it needs none and their text is reduced too. */
  readonly expand?: (program: Program) => Promise<Program | undefined>;
  /** The search path for the tool. */
  readonly searchPath?: string;
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Receives lines of the tool's output. */
  readonly onLine: (line: string) => void;
  /**
   * Called at once with each program that passed the test and the guard and is smaller than all before it. A
   * caller that saves it loses nothing if the process is killed.
   */
  readonly onChecked?: (program: Program) => void;
  /** Called when our own step made it smaller: with its size, the work done, and the pass. */
  readonly onSmaller?: (bytes: number, done: string, pass: string) => void;
}

/** Returns the smallest program at the end, or at a stop; `program` itself must be interesting. */
export async function runTextSteps(program: Program, options: TextStepsOptions): Promise<Program> {
  const { tool, expand, jobs, signal, onLine, onSmaller = () => undefined } = options;
  const isInteresting = rememberAnswers(noWhenInterrupted(options.isInteresting));
  const allows = rememberAnswers(tellingOfSmaller(program, options));
  const guarded = async (candidate: Program): Promise<boolean> =>
    (await isInteresting(candidate)) && allows(candidate);
  const seems = rememberAnswers(seemingBy(options, isInteresting));
  const { mayCheckAtEnd = () => false } = options;
  const asked = { seems, stands: guarded, signal, onSmaller, mayCheckAtEnd };
  const small = await reduceByTokens(program, asked);
  const expanded = signal.aborted ? undefined : await expand?.(small.program);
  const isWhole = expanded !== undefined && (await guarded(expanded));
  const own = isWhole ? await reduceByTokens(expanded, asked) : small;
  if (signal.aborted)
    return programSize(own.program) < programSize(small.program) ? own.program : small.program;
  if (tool === undefined) return own.program;
  // If the layout matters, our own step can do nothing, and all work is left to the tool.
  const isLean = own.isMinimal;
  const asWritten = async (candidate: Program): Promise<boolean> =>
    (await noWhenInterrupted(options.isInteresting)(candidate)) && allows(candidate);
  const more = await runTextReducer(tool, own.program, {
    isInteresting: isLean ? guarded : asWritten,
    jobs,
    signal,
    onLine,
    isLean,
    searchPath: options.searchPath ?? '',
  });
  if (signal.aborted || programKey(more) === programKey(own.program)) return more;
  const last = await reduceByTokens(more, asked);
  if (signal.aborted) return last.program;
  // Now as it is written.
  return (await asWritten(last.program)) ? last.program : own.program;
}

/** The guard as the last check of a program: reports each allowed program that is smaller than all before it. */
function tellingOfSmaller(
  from: Program,
  { allows = async () => true, onChecked = () => undefined }: TextStepsOptions,
): (program: Program) => Promise<boolean> {
  const asks = noWhenInterrupted(allows);
  let least = programSize(from);
  return async (program) => {
    const isAllowed = await asks(program);
    if (isAllowed && programSize(program) < least) {
      least = programSize(program);
      onChecked(program);
    }
    return isAllowed;
  };
}

/** Tells cheaply whether a program seems worth continuing from. */
function seemingBy(
  { seemsInteresting, seemsAllowed }: TextStepsOptions,
  isInteresting: (program: Program) => Promise<boolean>,
): (program: Program) => Promise<boolean> {
  const seems = seemsInteresting === undefined ? isInteresting : noWhenInterrupted(seemsInteresting);
  const fine = noWhenInterrupted(seemsAllowed ?? (async () => true));
  return async (program) => (await seems(program)) && fine(program);
}

interface Asked
  extends StepQuestions, Required<Pick<TextStepsOptions, 'signal' | 'onSmaller' | 'mayCheckAtEnd'>> {}

interface OwnStep {
  readonly program: Program;
  readonly isMinimal: boolean;
}

/**
 * Reduces on trust, file by file; if trust turns out wrong at the end, once more from the last program that
 * passes a check.
 */
async function reduceByTokens(program: Program, asked: Asked): Promise<OwnStep> {
  const steps = new TrustedSteps(program, asked);
  let isMinimal = true;
  const inputs = inputFiles(program.files);
  for (const [index, file] of program.files.entries()) {
    // The lines of an input tell its parts apart, and tokens have no lines.
    if (inputs.includes(file)) continue;
    const { bytes } = file;
    let end = bytes.length > MAX_BYTES ? 'too-large' : undefined;
    while (end === undefined) {
      const ended = await reduceFile(index, steps, asked);
      if (asked.signal.aborted) {
        if (asked.mayCheckAtEnd()) await steps.stands();
        return { program: steps.checked, isMinimal: false };
      }
      steps.takenBack();
      if (await steps.stands()) end = ended;
    }
    isMinimal &&= end === 'minimal';
  }
  return { program: steps.checked, isMinimal };
}

async function reduceFile(
  index: number,
  steps: TrustedSteps,
  { signal, onSmaller }: Asked,
): Promise<'minimal' | 'stopped' | 'layout-matters'> {
  const whole = steps.checked;
  // Byte for byte, for any encoding.
  const read = ({ files }: Program): string => Buffer.from(files[index]!.bytes).toString('latin1');
  const write = (text: string): Program =>
    withFiles(whole, whole.files.with(index, { ...whole.files[index]!, bytes: Buffer.from(text, 'latin1') }));
  const { end } = await reduceTokens(read(whole), (candidate) => steps.allows(write(candidate)), {
    signal,
    takenBack: () => {
      const back = steps.takenBack();
      return back && read(back);
    },
    onImproved: (candidate, { tokens, evaluations, pass }) =>
      onSmaller(
        programSize(write(candidate)),
        `${grouped(tokens)} tokens; ${grouped(evaluations)} evaluations`,
        pass,
      ),
  });
  return end;
}
