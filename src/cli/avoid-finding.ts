/**
 * `cgfuzz findings avoid`: keeps the campaign away from tests that show a finding, or allows such tests
 * again.
 */
import { resolve } from 'node:path';
import { CampaignFolder } from '../campaign/index.ts';
import { decodeSequence } from '../choice/index.ts';
import type { FindingFolder, FindingRecord } from '../finding/index.ts';
import { worldOf } from '../session/world.ts';
import {
  AvoidedBugs,
  learnPattern,
  newlyAvoided,
  openFailureTest,
  triageKinds,
  type AvoidedBug,
} from '../triage/index.ts';
import { counted } from '../util/text.ts';
import { UserError } from '../util/user-error.ts';
import type { Context } from './command.ts';
import { withGeneratorsOf } from './reduce/generators-of-finding.ts';

export interface AvoidFlags {
  readonly off: boolean;
  readonly trust: boolean;
  readonly json: boolean;
}

/** This command holds the campaign's folder while it works. */
export async function avoidFinding(
  context: Context,
  folder: FindingFolder,
  flags: AvoidFlags,
): Promise<void> {
  const campaign = new CampaignFolder(resolve(folder.path, '../..'));
  campaign.readManifest();
  const record = folder.read();
  campaign.lock();
  try {
    const bugs = new AvoidedBugs(campaign.path);
    for (const warning of bugs.warnings) context.stderr(`${warning}\n`);
    const known = bugs.find(record.id);
    const bug: AvoidedBug = flags.off
      ? { ...(known ?? newlyAvoided(record, [])), state: 'off' }
      : newlyAvoided(record, await patternOf(context, folder, record, flags));
    bugs.put(bug);
    context.stdout(flags.json ? `${JSON.stringify(bug)}\n` : textOf(bug));
  } finally {
    campaign.unlock();
  }
}

async function patternOf(
  context: Context,
  folder: FindingFolder,
  record: FindingRecord,
  { trust, json }: AvoidFlags,
): Promise<AvoidedBug['pattern']> {
  const bytes = folder.sequence('reduced');
  if (bytes === undefined || record.reduction?.state !== 'minimal')
    throw new UserError(`${record.id} is not reduced, so that nobody knows which choices matter`, [
      `reduce it: cgfuzz reduce ${folder.path}`,
    ]);
  const session = { context, flags: { source: undefined, trust, jobs: 1, json } };
  return withGeneratorsOf(session, folder, record, async (generators) => {
    const { test } = await openFailureTest(record, folder, generators.definition, worldOf(context));
    try {
      const { sequence } = decodeSequence(bytes, generators.alphabet);
      const made = await generators.make({ sequence, seed: 0 });
      if (made.outcome !== 'ok' || !(await test.ask(made.program)).isInteresting)
        throw new UserError(`the finding ${record.id} is not there any more`, [
          'which are: cgfuzz findings verify',
        ]);
      const pattern = await learnPattern(sequence, { generators, test, signal: context.signal });
      context.signal.throwIfAborted();
      if (pattern !== undefined) return pattern;
      throw new UserError(`${record.id} needs too many choices for a pattern, or none`, [
        'reduce it further: cgfuzz reduce; or mute it: cgfuzz findings mute',
      ]);
    } finally {
      await test.close();
    }
  });
}

function textOf(bug: AvoidedBug): string {
  const { id, kind, state, pattern } = bug;
  if (state === 'off') return `${id} is not avoided\n`;
  const choices = pattern.reduce((sum, scope) => sum + scope.choices.length, 0);
  const isLookedAt = triageKinds[kind].disprovedBy
    ? 'the first tests that have them, and some later ones, are executed to see whether the bug is there'
    : 'campaigns do not notice when this kind of bug is gone';
  return `${id} is avoided: ${counted(choices, 'choice')} of its program must not come together; ${isLookedAt}\n`;
}
