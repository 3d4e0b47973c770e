/** `cgfuzz explain`, `findings explain`: which parts of a finding may vary while the bug stays, and which matter. */
import { decodeSequence } from '../choice/index.ts';
import type { FindingFolder } from '../finding/index.ts';
import { explanationSection, findingFiles } from '../report/index.ts';
import { worldOf } from '../session/world.ts';
import { explainFinding, openFailureTest } from '../triage/index.ts';
import { UserError } from '../util/user-error.ts';
import type { Context } from './command.ts';
import { showProgress } from './progress/show-progress.ts';
import { withGeneratorsOf } from './reduce/generators-of-finding.ts';

interface ExplainFlags {
  readonly trust: boolean;
  readonly json: boolean;
}

/** Tries the variants of the smallest choices, unless an earlier command did. */
export async function explainOne(
  context: Context,
  folder: FindingFolder,
  { trust, json }: ExplainFlags,
): Promise<void> {
  const record = folder.read();
  const explanation = record.explanation ?? (await explained(context, folder, trust));
  if (json) context.stdout(`${JSON.stringify(explanation)}\n`);
  else if (explanation.length === 0)
    context.stdout('no choice of this program can be changed alone, so nothing is known of its parts\n');
  else context.stdout(`${explanationSection({ explanation }).join('\n')}\n`);
}

async function explained(
  context: Context,
  folder: FindingFolder,
  trust: boolean,
): Promise<Awaited<ReturnType<typeof explainFinding>>> {
  const record = folder.read();
  const bytes = folder.sequence('reduced');
  if (bytes === undefined)
    throw new UserError(
      record.origin.isGiven === true
        ? `no choices made ${record.origin.source}, and cgfuzz explains a finding by its choices`
        : `the finding in ${folder.path} is not reduced yet, and a large program has too many parts`,
      [
        record.origin.isGiven === true
          ? `its report: cgfuzz findings show ${folder.path}`
          : `first: cgfuzz reduce ${folder.path}`,
      ],
    );
  const flags = { source: undefined, trust, jobs: 1, json: true };
  return withGeneratorsOf({ context, flags }, folder, record, async (generators) => {
    const { sequence } = decodeSequence(bytes, generators.alphabet);
    const { test } = await openFailureTest(record, folder, generators.definition, worldOf(context));
    const progress = showProgress(context, false);
    let tried = 0;
    try {
      const explanation = await explainFinding(sequence, {
        generators,
        test,
        signal: context.signal,
        onTried: () => progress.step(`variants tried: ${++tried}`),
      });
      if (!context.signal.aborted) folder.save({ ...record, explanation }, findingFiles);
      return explanation;
    } finally {
      progress.end();
      await test.close();
    }
  });
}
