/** `cgfuzz report`: a campaign as one page for a browser. */
import { resolve } from 'node:path';
import { KeptModules } from '../../campaign/index.ts';
import type { SourceDefinition } from '../../source/index.ts';
import { type CampaignData, campaignReport, mostTelling, readCampaign } from '../../report/index.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { campaignNames } from '../../session/campaign-names.ts';
import { type Command, type Context, defineCommand, exitCodes } from '../command.ts';
import { integerFlag, textFlag } from '../flags/flags.ts';
import { makePrograms } from '../../session/make-programs.ts';
import { refuseModules, sourceOf, sourcesIn } from '../../session/sources-given.ts';
import { Trust } from '../../session/trust.ts';
import { worldOf } from '../../session/world.ts';

export const reportCommand: Command = defineCommand({
  name: 'report',
  summary: 'Show a campaign as a page: growth, arms, coverage by file, what blocks it, findings, programs',
  details:
    'Writes one HTML file that needs no network and nothing beside it. The campaign may be running meanwhile. The first\n' +
    'report of a build of the target takes longer, since its edges get their names. No code that the campaign names is run:\n' +
    'name the modules of your own sources, and their programs are shown too.',
  parameters: [
    { name: 'DIR', doc: "a campaign's folder; default: campaign", optional: true, completion: 'folder' },
  ],
  flags: {
    programs: integerFlag({
      doc: 'show the programs of so many tests, those that brought most',
      category: 'Contents',
      default: 20,
      max: 1_000,
    }),
    source: textFlag({
      doc: 'modules that define sources of your own, with commas, to show the programs of their tests',
      category: 'Contents',
      valueName: 'FILES',
      completion: 'file',
      default: undefined,
    }),
    output: textFlag({
      doc: 'the file to write',
      category: 'Output',
      short: 'o',
      valueName: 'FILE',
      completion: 'file',
      default: undefined,
      defaultDoc: 'report.html in the campaign',
    }),
  },
  examples: [
    ['report campaign', 'write campaign/report.html'],
    ['report weekend -o ~/weekend.html', 'somewhere else'],
    ['report campaign --source ./mine.mjs', 'with the programs of a source of your own'],
  ],
  async run(context, { output, programs: count, source }, [dir = 'campaign']) {
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
  },
});

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
