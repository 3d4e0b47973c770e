/** Judges the end of one input by the process's end, its reply and its output. The function is pure. */
import type { Reply } from '../../centipede/index.ts';
import type { OutcomeKind } from '../../serve/index.ts';
import type { RequestEnd } from './runner-process.ts';

export interface SeenEnd {
  readonly end: RequestEnd;
  readonly reply: Reply;
  /** The failure's description by the runner or the target; empty if there is none. */
  readonly description: string;
  /** Standard error. */
  readonly errors: string;
  /** True if the stack was full at the crash. */
  readonly isOverflow: boolean;
  /** True if executions of this binary show features at all, so that no features mean a refusal. */
  readonly showsFeatures: boolean;
}

export interface JudgedEnd {
  readonly outcome: OutcomeKind;
  readonly exitCode: number;
  readonly signal?: string;
  readonly text: string;
  /** True if the binary could not do its work, which says nothing about the input. */
  readonly isSetUp?: boolean;
}

const limitsOfRunner: readonly (readonly [start: string, OutcomeKind])[] = [
  ['per-input-timeout-exceeded', 'hang'],
  ['rss-limit-exceeded', 'out-of-memory'],
  ['stack-limit-exceeded', 'stack-overflow'],
];

/** The exit code of a harness for a refused input. */
const REFUSED = -1;

export function judgeEnd(seen: SeenEnd): JudgedEnd {
  const { end, reply, description, errors, showsFeatures } = seen;
  if (end.how === 'stopped')
    return { outcome: end.over === 'time' ? 'hang' : 'out-of-memory', exitCode: 0, text: errors };
  if (description.startsWith('SETUP FAILURE:')) return setUp(description);
  if (/^(?:SKIPPED TEST|IGNORED FAILURE):/.test(description))
    return { outcome: 'rejected', exitCode: REFUSED, text: description };
  if (reply.hasEnded)
    return showsFeatures && reply.features.length === 0
      ? { outcome: 'rejected', exitCode: REFUSED, text: errors }
      : { outcome: 'ok', exitCode: 0, text: errors };
  if (end.how === 'answered' && description === '')
    return setUp(
      reply.hasBegun
        ? 'its reply did not fit into the memory'
        : `it executed nothing, and answered ${end.code}`,
    );
  const told = limitsOfRunner.find(([start]) => description.startsWith(start))?.[1];
  const text = [description, errors].filter((part) => part.trim() !== '').join('\n');
  if (told !== undefined) return { outcome: told, exitCode: 0, text };
  if (end.how === 'answered') return { outcome: 'fatal-error', exitCode: end.code, text };
  const { exitCode, signal } = end;
  if (signal === undefined && description !== '') return { outcome: 'fatal-error', exitCode, text };
  if (signal !== undefined && reply.hasBegun)
    return { outcome: seen.isOverflow ? 'stack-overflow' : 'signal', exitCode: 0, signal, text };
  if (!reply.hasBegun)
    return setUp(
      signal === undefined
        ? `it ended with code ${exitCode} before it executed an input\n${text}`
        : `${signal} ended it before it executed an input\n${text}`,
    );
  const how = `the target ended the process (code ${exitCode})`;
  return { outcome: 'fatal-error', exitCode, text: [how, text].filter((part) => part !== '').join('\n') };
}

function setUp(text: string): JudgedEnd {
  return { outcome: 'rejected', exitCode: REFUSED, text, isSetUp: true };
}
