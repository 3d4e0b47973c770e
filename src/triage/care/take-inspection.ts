/** From an inspection to a finding, or to a message for a person. */
import { entrySequence } from '../../corpus/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import type { Inspection } from '../../oracle/index.ts';
import { recogniseBug } from '../known/recognise-bug.ts';
import type { Campaigner } from './campaigner.ts';
import type { ComparisonCandidate } from './candidates.ts';
import type { CareOptions } from './care-options.ts';
import type { Doubts } from './doubts.ts';

export interface Takers {
  readonly options: Pick<CareOptions, 'world'>;
  readonly campaign: Campaigner;
  readonly doubts: Doubts;
  /** Hears of what was found. */
  readonly onFinding: (finding: FindingRecord) => void;
}

/** A finding is held against the known bugs before anybody hears of it. */
export async function takeInspection(
  { options, campaign, doubts, onFinding }: Takers,
  candidate: ComparisonCandidate,
  inspection: Inspection,
): Promise<'nothing' | 'known' | 'new'> {
  const { findings, avoidance, build, tell } = campaign;
  const { definition, record, program, origin } = candidate;
  if (inspection.kind === 'nothing') return 'nothing';
  if (inspection.kind === 'known') {
    avoidance.showed(inspection.signature, candidate);
    return 'known';
  }
  if (inspection.kind === 'not-linked') return 'nothing';
  if (inspection.kind === 'invalid') {
    if (program.promises !== 'defined') return 'nothing';
    const text = `${definition.name} promises programs without undefined behaviour and broke it in test ${origin.test}: ${inspection.why}`;
    campaign.keepMistake(candidate, 'undefined-behaviour', text);
    if (doubts.isFirst('invalid')) tell({ type: 'note', text });
    return 'nothing';
  }
  const { seen } = inspection;
  if (findings.countAgain(seen.signature.key)) {
    avoidance.showed(seen.signature.key, candidate);
    return 'known';
  }
  const sequence = (): Uint8Array => entrySequence(record, definition.name);
  const added = findings.add({ ...seen, program, sequence, build, origin });
  avoidance.showed(seen.signature.key, candidate);
  const known = await recogniseBug(added, options.world);
  const { record: finding } = known === undefined ? added : findings.update(added.record.signature, known);
  tell({ type: 'finding', finding });
  onFinding(finding);
  return 'new';
}
