/** The first lines of `cgfuzz run`: what it is about to do, and how long that takes before the first test. */
import { resolve } from 'node:path';
import { areSourcesGiven, CampaignFolder } from '../../campaign/index.ts';
import { roughTime } from '../../util/text.ts';
import type { Context } from '../command.ts';
import type { campaignFlags } from '../flags/campaign-flags.ts';
import type { Flags } from '../flags/flags.ts';

type Told = Pick<
  Flags<typeof campaignFlags>,
  | 'source'
  | 'target'
  | 'args'
  | 'dir'
  | 'time'
  | 'cpu-time'
  | 'execs'
  | 'options'
  | 'machines'
  | 'learn'
  | 'focus'
  | 'json'
>;

/** No lines if a program reads the output. */
export function openingLines(flags: Told, cwd: string): string[] {
  if (flags.json) return [];
  const { target, args, dir } = flags;
  const own = areSourcesGiven(flags) ? undefined : sourcesOf(new CampaignFolder(resolve(cwd, dir)));
  const source = own ?? flags.source;
  return [
    `cgfuzz: ${source.join(', ')} on ${[target, ...args].join(' ')}, ${endText(flags)}; kept in ${dir}`,
    `first: ${firstText(flags)}`,
  ];
}

/** A campaign goes on with its own sources if the person names no other. */
function sourcesOf(folder: CampaignFolder): readonly string[] | undefined {
  try {
    return folder.exists ? folder.readManifest().sources : undefined;
  } catch {
    // The campaign itself will complain of it.
    return undefined;
  }
}

function endText({ time, 'cpu-time': cpuTime, execs }: Told): string {
  const ends = [
    ...(time === undefined ? [] : [`${roughTime(time)} in all`]),
    ...(cpuTime === undefined ? [] : [`${roughTime(cpuTime)} of CPU time in all`]),
    ...(execs === undefined ? [] : [`${execs} executions in all`]),
  ];
  return ends.length === 0 ? 'until Ctrl-C, which saves everything' : ends.join(', ');
}

/** The longest steps that may come; each takes that long only once on a machine. */
function firstText({ options, machines, learn, focus, target }: Told): string {
  const isDrawn = options !== 'none' || machines.length > 0;
  const steps = [
    ...(isDrawn && learn !== undefined
      ? [
          `it learns about ${target} for ${roughTime(learn)}; what it does not know then comes at a later start`,
        ]
      : []),
    ...(options === 'none' || learn !== undefined
      ? []
      : [`it asks what each option of ${target} does; a minute or two if cgfuzz does not know`]),
    ...(machines.length === 0 || learn !== undefined
      ? []
      : [`it tries for which machines code of ${target} runs here, for half a minute to four minutes`]),
    ...(focus === undefined ? [] : ['it looks up the names of all edges, for up to a minute']),
  ];
  if (steps.length === 0)
    return 'it opens the compiler and the generator; a generator is built once, for about a minute';
  return learn === undefined ? `${steps.join('; then ')}; once for each build` : steps.join('; then ');
}

/** The pause after which a person hears what the wait is for. */
const SILENCE_MS = 20_000;

/** Tells what cgfuzz waits for, if nothing is shown for long before the first test. */
export class Waiting {
  readonly #context: Pick<Context, 'monotonicMs' | 'stderr'>;
  readonly #closeLine: () => void;
  readonly #beganMs: number;
  readonly #timer: NodeJS.Timeout;
  #heardMs: number;
  #what = 'opening the compiler and the generator';

  /** `closeLine` ends a line of progress that is still open in the terminal. */
  constructor(context: Pick<Context, 'monotonicMs' | 'stderr'>, closeLine: () => void = () => undefined) {
    this.#context = context;
    this.#closeLine = closeLine;
    this.#beganMs = context.monotonicMs();
    this.#heardMs = this.#beganMs;
    this.#timer = setInterval(() => this.look(), SILENCE_MS / 4).unref();
  }

  /** Something was said: the silence begins anew. */
  heard(what: string = this.#what): void {
    this.#heardMs = this.#context.monotonicMs();
    this.#what = what;
  }

  look(): void {
    const nowMs = this.#context.monotonicMs();
    if (nowMs - this.#heardMs < SILENCE_MS) return;
    this.heard();
    this.#closeLine();
    this.#context.stderr(`no test yet after ${roughTime(nowMs - this.#beganMs)}: ${this.#what}\n`);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
