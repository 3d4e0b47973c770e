/** Unused: writes the first useless test of each kind to the campaign's folder, with the reason. */
import { type TestFate, type UnusedTest, UnusedTests } from '../campaign/index.ts';
import { entrySequence } from '../corpus/index.ts';
import { GeneratorFailure, type MadeProgram, describeGenerated } from '../source/index.ts';
import { endingOf } from '../search/index.ts';
import { isDiskFull } from '../util/circumstance.ts';
import type { Plan } from './plan.ts';
import type { TestOutcome } from './run-test.ts';

export interface UnusedParts {
  readonly folder: string;
  readonly cpuMs: () => number;
}

interface Reason {
  readonly kind: string;
  readonly why: readonly string[];
}

export class Unused {
  readonly #parts: UnusedParts;
  readonly #tests: UnusedTests;

  constructor(parts: UnusedParts) {
    this.#parts = parts;
    this.#tests = new UnusedTests(parts.folder);
  }

  hear({ proposal }: Plan, outcome: TestOutcome, fate: TestFate): void {
    // The strategy may cut a test off on purpose, which says nothing about the generator.
    if (proposal.request.limits?.maxChoices !== undefined && endingOf(outcome.made) === 'choices') return;
    const reason = reasonOf(outcome, fate);
    if (reason === undefined) return;
    this.#keep({ source: proposal.source, fate, ...reason }, outcome.made);
  }

  /** Hears of a test that was used, and later turned out to be a mistake of its source or of a stage. */
  hearMistake(
    source: string,
    made: Pick<MadeProgram, 'record' | 'program'>,
    fate: string,
    why: string,
  ): void {
    this.#keep({ source, fate, kind: fate, why: [why] }, { outcome: 'ok', ...made });
  }

  #keep(test: Omit<UnusedTest, 'cpuMs'>, made: MadeOrNot): void {
    if (!this.#tests.wants(test)) return;
    try {
      this.#tests.keep({ ...test, cpuMs: Math.round(this.#parts.cpuMs()) }, filesOf(test.source, made));
    } catch (error) {
      // Examples come again, so a full disk is ignored here; only valuable writes wait for the disk.
      if (!isDiskFull(error)) throw error;
    }
  }
}

function reasonOf(outcome: TestOutcome, fate: TestFate): Reason | undefined {
  if (outcome.kind === 'not-made') {
    const { made } = outcome;
    const why = describeGenerated(made);
    if (made.outcome === 'overrun') return { kind: made.limit, why };
    const { error } = made;
    const kind = error instanceof GeneratorFailure ? `${error.reason} ${error.message}` : String(error);
    return { kind: withoutDetails(kind), why };
  }
  if (outcome.kind !== 'failed' || (fate !== 'rejected' && fate !== 'cut-off')) return undefined;
  const lines = outcome.bad.text.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /\berror\b/i.test(line)) ?? lines[0] ?? outcome.bad.outcome;
  const why = [telling, ...lines.filter((line) => line !== telling)];
  return { kind: fate === 'cut-off' ? fate : withoutDetails(telling), why };
}

/** The first line, without the numbers, names and paths that differ from program to program. */
function withoutDetails(text: string): string {
  return text
    .split('\n', 1)[0]!
    .replace(/^\S+:\d+:\d+: /, '')
    .replace(/'[^']*'|"[^"]*"|‘[^’]*’/g, "''")
    .replace(/\S*\/\S*/g, '/')
    .replace(/\d+/g, '0')
    .slice(0, 200);
}

type MadeOrNot =
  | Pick<MadeProgram, 'outcome' | 'record' | 'program'>
  | Exclude<TestOutcome['made'], { readonly outcome: 'ok' }>;

function filesOf(source: string, made: MadeOrNot): { path: string; bytes: Uint8Array }[] {
  const sequence = { path: 'sequence.cgseq', bytes: entrySequence(made.record, source) };
  if (made.outcome !== 'ok') return [sequence];
  const files = made.program.files.map(({ path, bytes }) => ({ path: `program/${path}`, bytes }));
  return [sequence, ...files];
}
