/** The work of `cgfuzz compare`: sets of campaigns, side against side. */
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
import { type Context, exitCodes } from '../command.ts';
import { Trust } from '../../session/trust.ts';
import { worldOf } from '../../session/world.ts';

interface CompareFlags {
  readonly html: string | undefined;
  readonly anyway: boolean;
  readonly json: boolean;
}

export async function compareAction(
  context: Context,
  { html, json, anyway }: CompareFlags,
  args: readonly string[],
): Promise<number> {
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
}

/** Enough points for a smooth curve, and a multiple of the number in the tables. */
const POINTS = 160;

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

/** Only the count of each list of edges: a list may have tens of thousands. */
function withCounts(reached: { readonly onlyEdges: readonly Uint32Array[] } | undefined): object {
  if (reached === undefined) return {};
  return { reached: { ...reached, onlyEdges: reached.onlyEdges.map(({ length }) => length) } };
}
