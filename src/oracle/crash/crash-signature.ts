/**
 * Crash signature: two failures of a compiler are one bug if their signatures are equal. It holds the failed
 * check, or the signal, and the innermost meaningful frames.
 *
 * Equal bugs give equal keys from different programs, after a rebuild and at other addresses. A key holds no
 * line number, address, template argument or name from the program. If the innermost frames depend on chance
 * (a hang, memory that ran out), the active pass takes their place.
 */
import type { Execution } from '../../serve/index.ts';
import type { CodePlace } from '../../target/index.ts';
import { classify, type FailureKind } from './classify.ts';
import { normalMessage } from './message.ts';
import { isShared } from './shared-frames.ts';
import { passOf, printedStack, recursion, tellingFrames } from './stack.ts';

export interface Signature {
  readonly kind: FailureKind;
  /** Equal for equal bugs; a complete, readable line. */
  readonly key: string;
  /** The message without the parts that belong to one program; may be empty. */
  readonly message: string;
  /** Plain names, innermost first. */
  readonly frames: readonly string[];
  /** The active pass, if the stack names one. */
  readonly pass: string | undefined;
}

export type Crash = Pick<Execution, 'outcome' | 'text' | 'signal'>;

/**
 * For a server target, `namedStack` comes from `nameStack`; for other compilers the printed stack is read.
 */
export function crashSignature(
  execution: Crash,
  namedStack: readonly Pick<CodePlace, 'function'>[] = [],
  isCompiler: boolean = true,
): Signature {
  const kind = classify(execution);
  if (kind === undefined) throw new Error('a signature was asked for where nothing failed');
  const named = namedStack.map((place) => place.function);
  const stack = named.length > 0 ? named : printedStack(execution.text);
  const message = normalMessage(execution);
  const verified = verifiedPass(execution.text);
  const printed = printedPass(execution.text);
  const pass = verified ?? passOf(stack) ?? printed;
  const frames = framesFor(execution, stack, isCompiler);
  // A printed pass names the machine: `X86 DAG->DAG Instruction Selection`.
  const caller = isCompiler && frames.every(isShared) ? (verified ?? printed ?? pass) : undefined;
  const where = frames.length > 0 ? [...frames, caller].filter(Boolean).join(' < ') : pass;
  const key = [execution.outcome, message, where].filter(Boolean).join(' | ');
  return { kind, key, message, frames, pass };
}

function framesFor({ outcome, text }: Crash, stack: readonly string[], isCompiler: boolean): string[] {
  switch (outcome) {
    case 'stack-overflow':
      return recursion(stack);
    case 'assertion':
    case 'fatal-error':
      // The text tells most of it; the callers of the check depend on the program.
      return tellingFrames(stack, { depth: isSharedCheck(text) ? 3 : 1 });
    case 'signal':
      return isCompiler ? tellingFrames(stack) : framesOfFault(tellingFrames(stack));
    case 'ok':
    case 'rejected':
    case 'hang':
    case 'out-of-memory':
      return [];
  }
}

/** Functions of a program that only report what their caller found. */
const REPORTER =
  /(?:^|_)(?:die|fail|fatal|panic|abort|bug|crash|unreachable|check|assert|error)(?:_|$|ed|ure)|(?:Fatal|Panic|Abort|Fail|Unreachable|Assert|Check)(?:[A-Z]|$|ed|ure)/;

/**
 * A program that is no compiler: the function with the fault is enough. Its callers vary, since recursive
 * descent reaches one function in many ways; they count only after a function that reports.
 */
function framesOfFault(frames: readonly string[]): string[] {
  const fault = frames.findIndex((name) => !REPORTER.test(name));
  return frames.slice(0, fault === -1 ? frames.length : fault + 1);
}

/** Checks in headers serve many callers, and the caller identifies the bug. */
function isSharedCheck(text: string): boolean {
  return /\.(?:h|hpp|def|inc):\d+: [^\n]*(?:Assertion|UNREACHABLE)/.test(text);
}

/** A verifier's message names the pass that left the fault; the active pass is the verifier. */
function verifiedPass(text: string): string | undefined {
  return /^# After ([^\n]+)\n[^]*^\*\*\* Bad machine code/m.exec(text)?.[1];
}

function printedPass(text: string): string | undefined {
  const passes = [...text.matchAll(/Running pass ["']([^"'<(]+)[^\n]* on (?:function|loop|basic block)/g)];
  return passes.at(-1)?.[1]?.trim();
}
