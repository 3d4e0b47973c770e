/** The work of `cgfuzz report`: a campaign as one page for a browser. */
import { resolve } from 'node:path';
import { KeptModules } from '../../campaign/index.ts';
import type { SourceDefinition } from '../../source/index.ts';
import { type CampaignData, campaignReport, mostTelling, readCampaign } from '../../report/index.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { campaignNames } from '../../session/campaign-names.ts';
import { type Context, exitCodes } from '../command.ts';
import { makePrograms } from '../../session/make-programs.ts';
import { refuseModules, sourceOf, sourcesIn } from '../../session/sources-given.ts';
import { Trust } from '../../session/trust.ts';
import { worldOf } from '../../session/world.ts';

interface ReportFlags {
  readonly programs: number;
  readonly source: string | undefined;
  readonly output: string | undefined;
}

export async function reportAction(
  context: Context,
  { output, programs: count, source }: ReportFlags,
  [dir = 'campaign']: readonly string[],
): Promise<number> {
  const folder = resolve(context.cwd, dir);
  const campaign = readCampaign(folder);
  for (const warning of campaign.warnings) context.stderr(`${warning}\n`);
  const world = worldOf(context);
  const isOwn = new Trust(world.cache, false).isOwn(folder);
  const { names, sourceTree, why } = await campaignNames(campaign.manifest, world, isOwn);
  if (why !== undefined) context.stderr(`${why}\n`);
  const programs = await programsOf(context, campaign, count, await sourcesIn(source, context.cwd));
  const file = resolve(context.cwd, output ?? `${dir}/report.html`);
  writeFileAtomic(
    file,
    campaignReport({ ...campaign, path: dir }, { names, sourceTree, whyNoNames: why, programs }),
  );
  campaign.corpus.close();
  context.stdout(`${file}\n`);
  return exitCodes.ok;
}

/**
 * The programs are in the order of the table. Even if a source is missing or fails, the page shows the rest.
 */
async function programsOf(
  context: Context,
  { corpus, manifest, path }: CampaignData,
  count: number,
  given: readonly SourceDefinition[],
): Promise<ReadonlyMap<string, string>> {
  const entries = mostTelling(corpus, count);
  const texts = new Map<string, string>();
  const modules = new KeptModules(path).found(manifest.modules ?? {});
  for (const source of new Set(entries.map((info) => info.source))) {
    try {
      await makePrograms({
        corpus,
        entries: entries.filter((info) => info.source === source),
        definition: await sourceOf(source, given, context.cwd, refuseModules(context.cwd), modules),
        signal: context.signal,
        onProgram: (id, { files }) => {
          texts.set(id, files.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n'));
        },
        onFailure: (id, why) => context.stderr(`${id}: no program, ${why}\n`),
      });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      context.stderr(
        [`no programs of ${source}: ${error.message}`, ...error.hints, ''].join('\n  ').trimEnd() + '\n',
      );
    }
  }
  return new Map(entries.flatMap(({ id }) => (texts.has(id) ? [[id, texts.get(id)!]] : [])));
}
