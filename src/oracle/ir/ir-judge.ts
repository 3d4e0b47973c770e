/**
 * Judges IR: tells what a module's program prints, or the rule of LLVM's language that it breaks.
 *
 * Invariant: if the judge does not know part of a module, or takes too long, its answer says so, and nothing
 * is concluded.
 */
import { programOf } from '../../program/index.ts';
import { encodeExecute, Server } from '../../serve/index.ts';
import {
  aNumber,
  aText,
  fieldsOf,
  listOf,
  oneOf,
  optional,
  parseJsonAs,
  type Shape,
} from '../../util/shape.ts';
import { oracleTuning } from '../tuning.ts';
import { type JudgeWorld, prepareJudge } from './build-judge.ts';

export const complaintKinds = [
  'poison',
  'undef',
  'memory',
  'provenance',
  'division',
  'assumption',
  'call',
  'unreachable',
  'promise',
] as const;

/** A rule of LLVM's language that a run breaks. */
export interface Complaint {
  readonly kind: (typeof complaintKinds)[number];
  /** In words, with the values of the run. */
  readonly text: string;
  /** Equal for equal bugs: the broken flag, attribute or rule. */
  readonly cause: string;
  readonly instruction: string;
  readonly function: string;
  /** The instruction whose result first became poison, if known. */
  readonly origin?: { readonly instruction: string; readonly function: string };
  /** Innermost first. */
  readonly stack: readonly string[];
}

export type Judged = { readonly cpuMs: number; readonly steps: number } & (
  | { readonly kind: 'ok'; readonly does: string }
  | { readonly kind: 'complaint'; readonly complaint: Complaint }
  /** The module takes too long, needs too much memory, or holds something that the judge does not know. */
  | { readonly kind: 'limit' | 'unsupported' | 'unreadable'; readonly why: string }
);

export interface JudgingOptions {
  /** Default is true. */
  readonly watchesPromises?: boolean;
  /** The seed of undefined values. Default is 1. */
  readonly seed?: number;
}

const place = fieldsOf<NonNullable<Complaint['origin']>>({ instruction: aText, function: aText });

export const complaintShape: Shape<Complaint> = fieldsOf<Complaint>({
  kind: oneOf(...complaintKinds),
  text: aText,
  cause: aText,
  instruction: aText,
  function: aText,
  origin: optional(place),
  stack: listOf(aText),
});

const verdicts = ['ok', 'complaint', 'limit', 'unsupported', 'unreadable'] as const;

interface Head {
  readonly verdict: (typeof verdicts)[number];
  readonly steps: number;
  readonly exitCode: number;
  readonly why?: string;
  readonly complaint?: Complaint;
}

const headShape = fieldsOf<Head>({
  verdict: oneOf(...verdicts),
  steps: aNumber,
  exitCode: aNumber,
  why: optional(aText),
  complaint: optional(complaintShape),
});

const limits = {
  cpuMs: oracleTuning.judgeCpuMs.value,
  wallMs: oracleTuning.judgeWallMs.value,
  memoryBytes: oracleTuning.judgeMemoryBytes.value,
};

export class IrJudge {
  /** The program file of the judge, which is a command as well. */
  readonly file: string;
  readonly #server: Server;

  private constructor(file: string) {
    this.file = file;
    this.#server = new Server({ file, args: [], env: { CGFUZZ_SERVE: 'judge', LC_ALL: 'C' } });
  }

  static async open(world: JudgeWorld, say: (text: string) => void): Promise<IrJudge> {
    return new IrJudge(await prepareJudge(world, say));
  }

  /** Bitcode, or text. */
  async judge(
    module: Uint8Array,
    { watchesPromises = true, seed = 1 }: JudgingOptions = {},
  ): Promise<Judged> {
    const request = { program: programOf('', 'llvm-ir'), configurations: [], remember: false };
    const frame = encodeExecute(request, limits, (to) => {
      to.u8(watchesPromises ? 1 : 0);
      to.u32(oracleTuning.judgeSteps.value);
      to.u32(seed);
      to.bytes(module);
    });
    const answers = await this.#server
      .execute(frame, false, { answers: 1, wallMs: limits.wallMs })
      .catch((error: unknown) => String(error));
    if (typeof answers === 'string') return { kind: 'unsupported', why: answers, cpuMs: 0, steps: 0 };
    const [answer] = answers;
    if (answer === undefined) throw new Error('the judge gave no answer');
    const { outcome, output, cpuMs } = answer;
    if (outcome !== 'ok') {
      const kind = outcome === 'hang' || outcome === 'out-of-memory' ? 'limit' : 'unsupported';
      return { kind, why: `the interpreter ends with ${outcome}`, cpuMs, steps: 0 };
    }
    return { ...readJudged(output), cpuMs };
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}

/** One line of JSON, and after it the program's output. */
function readJudged(output: Uint8Array): DistributiveOmit<Judged, 'cpuMs'> {
  const bytes = Buffer.from(output);
  const end = bytes.indexOf('\n');
  const {
    verdict,
    steps,
    exitCode,
    why = '',
    complaint,
  } = parseJsonAs(headShape, bytes.subarray(0, end).toString());
  if (verdict === 'ok')
    return { kind: 'ok', steps, does: `exit ${exitCode}\n${bytes.subarray(end + 1).toString()}` };
  if (verdict !== 'complaint') return { kind: verdict, steps, why };
  if (complaint === undefined) throw new Error('the judge complains of nothing');
  return { kind: 'complaint', steps, complaint };
}

type DistributiveOmit<Of, Key extends PropertyKey> = Of extends unknown ? Omit<Of, Key> : never;
