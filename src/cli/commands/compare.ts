/** `cgfuzz compare`: sets of campaigns, side against side. */
import { resolve } from 'node:path';
import { CampaignFolder } from '../../campaign/index.ts';
import {
  type CampaignData,
  compareCampaigns,
  type ComparisonText,
  comparisonPage,
  comparisonText,
  differencesByPlace,
  MOST_SIDES,
  type Pair,
  rankCampaigns,
  rankingPage,
  rankingText,
  readCampaign,
} from '../../report/index.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { campaignNames } from '../../session/campaign-names.ts';
import { type Command, type Context, defineCommand, exitCodes } from '../command.ts';
import { switchFlag, textFlag } from '../flags/flags.ts';
import { Trust } from '../../session/trust.ts';
import { worldOf } from '../../session/world.ts';

/** Enough points for a smooth curve, and a multiple of the number in the tables. */
const POINTS = 160;

export const compareCommand: Command = defineCommand({
  name: 'compare',
  summary:
    'Compare campaigns: growth, time to equal coverage, how sure a difference is, what only one side reached',
  details: [
    'Growth is compared at the CPU time of the shortest campaign, over the medians of both sides, A and B. How sure a',
    'difference is: Mann-Whitney U, with the exact probability of chance, and Vargha-Delaney A12, which is how often a',
    'campaign of A is ahead of one of B. Three campaigns a side are few, ten are good. Edges that only one side reached',
    'are those of whole campaigns.',
    '',
    'Three and more sides are ranked, by findings and by coverage, and each pair of them has its A12 and probability.',
    'Edges of different builds of the target, or with different flags, are different things: cgfuzz compares such',
    'campaigns only with --anyway. It then compares two sides by growth alone, and ranks more sides by findings alone.',
  ].join('\n'),
  parameters: [
    {
      name: 'DIR... -- DIR',
      doc: "folders of campaigns: A's, then --, then B's, and so on",
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
    anyway: switchFlag({
      doc: 'compare campaigns of different builds of the target as far as they can be compared',
      category: 'Comparison',
    }),
    json: switchFlag({ doc: 'print the figures as one object', category: 'Output' }),
  },
  examples: [
    ['compare guided-1 guided-2 guided-3 -- random-1 random-2 random-3', 'is guided ahead of random?'],
    ['compare loom-1 loom-2 -- csmith-1 csmith-2 -- yarpgen-1 yarpgen-2', 'which source is first?'],
    ['compare --html monday.html monday -- tuesday', 'with a page'],
  ],
  async run(context, { html, json, anyway }, args) {
    const sides = sidesOf(args);
    refuseOtherBuilds(context, sides.flat(), anyway);
    const campaigns = sides.map((dirs) => dirs.map((dir) => readCampaign(resolve(context.cwd, dir))));
    for (const { warnings } of campaigns.flat()) for (const text of warnings) context.stderr(`${text}\n`);
    const told = await (isPair(campaigns) && isPair(sides)
      ? tellPair(context, campaigns, sides, json && html === undefined)
      : tellRanks(context, campaigns, sides, json && html === undefined));
    for (const { corpus } of campaigns.flat()) corpus.close();
    if (html !== undefined) writeFileAtomic(resolve(context.cwd, html), told.page());
    context.stdout(json ? `${JSON.stringify(told.plain)}\n` : told.text());
    return exitCodes.ok;
  },
});

/** One comparison in three forms. */
interface Told {
  readonly plain: object;
  text(): string;
  page(): string;
}

function isPair<Value>(values: readonly Value[]): values is Pair<Value> {
  return values.length === 2;
}

async function tellPair(
  context: Context,
  campaigns: Pair<readonly CampaignData[]>,
  sides: Pair<readonly string[]>,
  isPlain: boolean,
): Promise<Told> {
  const comparison = compareCampaigns(campaigns, POINTS);
  const { reached, ...rest } = comparison;
  const places = isPlain ? '' : await placesOf(context, campaigns, reached?.onlyEdges);
  const told: ComparisonText = { comparison, sides, places };
  return {
    plain: { ...rest, ...withCounts(reached) },
    text: () => comparisonText(told),
    page: () => comparisonPage(told),
  };
}

async function tellRanks(
  context: Context,
  campaigns: readonly (readonly CampaignData[])[],
  sides: readonly (readonly string[])[],
  isPlain: boolean,
): Promise<Told> {
  const ranking = rankCampaigns(campaigns, POINTS);
  const { reached, ...rest } = ranking;
  const places = isPlain ? '' : await placesOf(context, campaigns, reached?.onlyEdges);
  return {
    plain: { ...rest, ...withCounts(reached) },
    text: () => rankingText({ ranking, sides, places }),
    page: () => rankingPage({ ranking, sides, places }),
  };
}

function sidesOf(args: readonly string[]): readonly (readonly string[])[] {
  const sides: string[][] = [[]];
  for (const word of args) {
    if (word === '--') sides.push([]);
    else sides.at(-1)!.push(word);
  }
  const [alone = []] = sides;
  const parted = sides.length === 1 && alone.length === 2 ? alone.map((dir) => [dir]) : sides;
  if (parted.length > MOST_SIDES) throw new UserError(`at most ${MOST_SIDES} sides can be compared at once`);
  if (parted.length > 1 && parted.every((side) => side.length > 0)) return parted;
  throw new UserError('which campaigns are to be compared with which?', [
    'write: cgfuzz compare DIR... -- DIR...',
  ]);
}

/** Runs before any figure: edges of different builds cannot be compared. */
function refuseOtherBuilds(context: Context, dirs: readonly string[], isAnyway: boolean): void {
  const builds = dirs.map((dir) => new CampaignFolder(resolve(context.cwd, dir)).readManifest().build);
  if (new Set(builds).size < 2) return;
  const about =
    'these campaigns ran different builds of the target, or different flags: their edges cannot be compared';
  const lines = builds.map((build, index) => `${dirs[index]}: ${build}`);
  if (!isAnyway)
    throw new UserError(about, [...lines, 'to compare them all the same, as far as that goes: --anyway']);
  context.stderr(`${[about, ...lines.map((line) => `  ${line}`)].join('\n')}\n`);
}

async function placesOf(
  context: Context,
  campaigns: readonly (readonly CampaignData[])[],
  onlyEdges: readonly Uint32Array[] | undefined,
): Promise<ComparisonText['places']> {
  const first = campaigns[0]?.[0];
  if (onlyEdges === undefined || first === undefined) {
    return 'the campaigns ran different builds of the target, or different flags, so that what they reached cannot be set against each other';
  }
  const world = worldOf(context);
  const isOwn = new Trust(world.cache, false).isOwn(first.path);
  const { names, sourceTree, why } = await campaignNames(first.manifest, world, isOwn);
  return names === undefined ? (why ?? '') : differencesByPlace(names, onlyEdges, sourceTree);
}

/** Edges as numbers and not as lists: there may be tens of thousands. */
function withCounts(reached: { readonly onlyEdges: readonly Uint32Array[] } | undefined): object {
  if (reached === undefined) return {};
  return { reached: { ...reached, onlyEdges: reached.onlyEdges.map(({ length }) => length) } };
}
