/**
 * Failures: decides about tests that ended badly. A failure that is clear becomes a finding, once for each
 * signature. Care repeats tests that our limits cut off, or that the target refused.
 */
import { entrySequence } from '../corpus/index.ts';
import type { Findings } from '../finding/index.ts';
import { classify, describeFailure } from '../oracle/index.ts';
import { argumentsIn } from '../program/index.ts';
import type { Avoidance, Care } from '../triage/index.ts';
import type { CampaignOptions } from './campaign-options.ts';
import { candidateOf } from './candidate-of.ts';
import { type WaitForRoom, whenThereIsRoom } from './full-disk.ts';
import type { Plan } from './plan.ts';
import type { FailedTest } from './run-test.ts';
import type { Worker } from './worker.ts';

export interface FailuresParts {
  readonly options: Pick<CampaignOptions, 'configurations' | 'searchPath' | 'build' | 'testLimits'> &
    Partial<Pick<CampaignOptions, 'folder'>>;
  readonly findings: Findings;
  readonly care: Care | undefined;
  readonly avoidance: Avoidance;
  readonly wait: WaitForRoom;
}

/** True if the target failed, as far as one execution can tell. */
export function isClear({ bad }: Pick<FailedTest, 'bad'>): boolean {
  return classify(bad) !== undefined && bad.outcome !== 'hang' && bad.outcome !== 'rejected';
}

export class Failures {
  readonly #parts: FailuresParts;

  constructor(parts: FailuresParts) {
    this.#parts = parts;
  }

  /** Says whether the failure is a finding, new or known. */
  async take(worker: Worker, plan: Plan, failed: FailedTest): Promise<boolean> {
    const { options, findings, care, avoidance, wait } = this.#parts;
    const { bad, made, executions } = failed;
    const isSure = isClear(failed);
    if (!isSure && care === undefined) return false;
    const shown = await worker.interruption.wait(describeFailure(worker.target, bad, options.searchPath));
    const { signature } = shown;
    const { definition } = plan;
    const candidate = candidateOf(plan, failed, 0);
    if (findings.countAgain(signature.key)) {
      avoidance.showed(signature.key, candidate);
      return true;
    }
    if (!isSure) {
      care?.suspect(candidate, bad, signature.key);
      return false;
    }
    const added = await whenThereIsRoom(() => {
      options.folder?.refuseLoss();
      return findings.add({
        signature,
        program: made.program,
        sequence: () => entrySequence(made.record, definition.name),
        text: shown.text,
        limits: options.testLimits,
        compiler: worker.target.name,
        ...argumentsIn(options.configurations(definition, made.program)[executions.indexOf(bad)]!),
        build: options.build,
        origin: candidate.origin,
      });
    }, wait);
    if (added === undefined) return false;
    const recognising = care?.recognise(added) ?? Promise.resolve(added);
    const finding = await worker.interruption.wait(recognising);
    avoidance.showed(signature.key, candidate);
    wait.tell({ type: 'finding', finding: finding.record });
    care?.reduceLater(finding.record);
    return true;
  }
}
