/** `cgfuzz compare`: two sets of campaigns. */
import { resolve } from 'node:path';
import {
  type CampaignData,
  compareCampaigns,
  type CampaignComparison,
  type ComparisonText,
  comparisonPage,
  comparisonText,
  differencesByPlace,
  each,
  type Pair,
  readCampaign,
} from '../../report/index.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { campaignNames } from '../../session/campaign-names.ts';
import { type Command, type Context, defineCommand, exitCodes } from '../command.ts';
import { switchFlag, textFlag } from '../flags/flags.ts';
import { Trust } from '../../session/trust.ts';
import { worldOf } from '../../session/world.ts';

/** Enough for a smooth curve, and a multiple of what the tables show. */
const POINTS = 160;

export const compareCommand: Command = defineCommand({
  name: 'compare',
  summary:
    'Compare campaigns: growth, time to equal coverage, how sure a difference is, what only one side reached',
  details: [
    'Growth is compared at the CPU time of the shortest campaign, over the medians of both sides, A and B. How sure a',
    'difference is: Mann-Whitney U, with the exact probability of chance, and Vargha-Delaney A12, which is how often a',
    'campaign of A is ahead of one of B. Three campaigns a side are few, ten are good. What only one side reached is',
    'looked at over whole campaigns, where all ran the same build of the target with the same flags.',
  ].join('\n'),
  parameters: [
    {
      name: 'DIR... -- DIR',
      doc: "folders of campaigns: A's, then --, then B's",
      several: true,
      completion: 'folder',
    },
  ],
  keepsSeparator: true,
  flags: {
    html: textFlag({
      doc: 'also write a page, with the curves and longer tables',
      category: 'Output',
      valueName: 'FILE',
      completion: 'file',
      default: undefined,
    }),
    json: switchFlag({ doc: 'print the figures as one object', category: 'Output' }),
  },
  examples: [
    ['compare guided-1 guided-2 guided-3 -- random-1 random-2 random-3', 'is guided ahead of random?'],
    ['compare --html monday.html monday -- tuesday', 'with a page'],
  ],
  async run(context, { html, json }, args) {
    const sides = sidesOf(args);
    const campaigns = each(sides, (dirs) => dirs.map((dir) => readCampaign(resolve(context.cwd, dir))));
    for (const { warnings } of campaigns.flat()) for (const text of warnings) context.stderr(`${text}\n`);
    for (const text of otherBuilds(campaigns.flat(), sides.flat())) context.stderr(`${text}\n`);
    const comparison = compareCampaigns(campaigns, POINTS);
    const places = json && html === undefined ? '' : await placesOf(context, campaigns, comparison);
    for (const { corpus } of campaigns.flat()) corpus.close();
    const told: ComparisonText = { comparison, sides, places };
    if (html !== undefined) writeFileAtomic(resolve(context.cwd, html), comparisonPage(told));
    context.stdout(json ? `${JSON.stringify(plain(comparison))}\n` : comparisonText(told));
    return exitCodes.ok;
  },
});

function sidesOf(args: readonly string[]): Pair<readonly string[]> {
  const separator = args.indexOf('--');
  const sides: Pair<readonly string[]> =
    separator < 0 ? [args.slice(0, 1), args.slice(1)] : [args.slice(0, separator), args.slice(separator + 1)];
  const isClear = separator >= 0 ? !sides[1].includes('--') : args.length === 2;
  if (isClear && sides.every((side) => side.length > 0)) return sides;
  throw new UserError('which campaigns are to be compared with which?', [
    'write: cgfuzz compare DIR... -- DIR...',
  ]);
}

/** Said before any figure: edges of one build and of another are not the same things. */
function otherBuilds(campaigns: readonly CampaignData[], dirs: readonly string[]): string[] {
  const builds = campaigns.map(({ manifest }) => manifest.build);
  if (new Set(builds).size < 2) return [];
  return [
    'these campaigns ran different builds of the target, or different flags: their edges cannot be compared',
    ...builds.map((build, index) => `  ${dirs[index]}: ${build}`),
  ];
}

async function placesOf(
  context: Context,
  [[first], ..._others]: Pair<readonly CampaignData[]>,
  { reached }: CampaignComparison,
): Promise<ComparisonText['places']> {
  if (reached === undefined || first === undefined) {
    return 'the campaigns ran different builds of the target, or different flags, so that what they reached cannot be set against each other';
  }
  const world = worldOf(context);
  const isOwn = new Trust(world.cache, false).isOwn(first.path);
  const { names, sourceTree, why } = await campaignNames(first.manifest, world, isOwn);
  return names === undefined ? (why ?? '') : differencesByPlace(names, reached.onlyEdges, sourceTree);
}

/** Edges are counted, not listed: there may be tens of thousands. */
function plain({ reached, ...rest }: CampaignComparison): object {
  const onlyEdges = reached === undefined ? undefined : each(reached.onlyEdges, ({ length }) => length);
  return { ...rest, ...(reached === undefined ? {} : { reached: { ...reached, onlyEdges } }) };
}
