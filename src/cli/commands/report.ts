/** `cgfuzz report`: a campaign as one page for a browser. */
import { resolve } from 'node:path';
import { campaignReport, readCampaign } from '../../report/index.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { campaignNames } from '../campaign-names.ts';
import { type Command, defineCommand, exitCodes } from '../command.ts';
import { textFlag } from '../flags.ts';
import { worldOf } from '../world.ts';

export const reportCommand: Command = defineCommand({
  name: 'report',
  summary: 'Show a campaign as a page: growth, arms, coverage by file, what blocks it, findings',
  details:
    'Writes one HTML file that needs no network and nothing beside it. The campaign may be running meanwhile. The first\n' +
    'report of a build of the target takes longer, since its edges get their names.',
  parameters: [{ name: 'DIR', doc: "a campaign's folder; default: campaign", optional: true }],
  flags: {
    output: textFlag({
      doc: 'the file to write',
      category: 'Output',
      short: 'o',
      valueName: 'FILE',
      default: undefined,
      defaultDoc: 'report.html in the campaign',
    }),
  },
  examples: [
    ['report campaign', 'write campaign/report.html'],
    ['report weekend -o ~/weekend.html', 'somewhere else'],
  ],
  async run(context, { output }, [dir = 'campaign']) {
    const folder = resolve(context.cwd, dir);
    const campaign = readCampaign(folder);
    for (const warning of campaign.corpus.warnings) context.stderr(`${warning}\n`);
    const { names, sourceTree, why } = await campaignNames(campaign.manifest, worldOf(context));
    if (why !== undefined) context.stderr(`${why}\n`);
    const file = resolve(context.cwd, output ?? `${dir}/report.html`);
    writeFileAtomic(file, campaignReport({ ...campaign, path: dir }, { names, sourceTree, whyNoNames: why }));
    campaign.corpus.close();
    context.stdout(`${file}\n`);
    return exitCodes.ok;
  },
});
