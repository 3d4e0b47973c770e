/**
 * Avoidance: with the ten loudest defects always on, does a campaign find the other ones as if the ten were not there?
 *
 * Three sides run one after another with equal flags and CPU time: with avoidance, without it, and with the ten switched
 * off, the ideal. The bench counts the other defects. Then fresh programs are asked: of those that match a pattern that the
 * campaign avoids, how many do not show its bug? Results lie in .cache/results/avoid; a side that is there is not run
 * again. `MINUTES`, `SEEDS`, `SIDES`, `SOURCE`, `TARGET`, `LOUD` (names of defects), `FRESH`, `COMPARE_SHARE` and `REDUCE_SHARE` make it
 * another measurement.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../src/build/index.ts';
import { CampaignFolder } from '../src/campaign/index.ts';
import { Laboratory } from '../src/laboratory/index.ts';
import { writeFileAtomic } from '../src/util/write-file-atomic.ts';
import { plantsOfTarget } from '../lab/planted/names.ts';
import { root } from './campaigns/campaign-side.ts';
import type { Bench, Measurement } from './harness.ts';
import { falseAvoidance } from './planted/false-avoidance.ts';
import { type Found, foundIn, hunt } from './planted/hunt.ts';
import { ownArgs } from './planted/blame.ts';
import { loudest } from './planted/loudest.ts';
import { PLANTED, truthOf } from './planted/truth.ts';

const env = process.env;
const minutes = Number(env['MINUTES'] ?? 30);
const seeds = (env['SEEDS'] ?? '1').split(',').map(Number);
const source = env['SOURCE'] ?? 'loom';
const fresh = Number(env['FRESH'] ?? 200);

const known = plantsOfTarget(PLANTED);
const loud = (env['LOUD']?.split(',') ?? loudest).filter((name) => known.includes(name));
const quiet = known.filter((name) => !loud.includes(name));

const sides = {
  avoidance: { defects: ['all'], flags: ['--avoid'] },
  without: { defects: ['all'], flags: [] },
  ideal: { defects: quiet, flags: [] },
} as const satisfies Record<
  string,
  { readonly defects: readonly string[]; readonly flags: readonly string[] }
>;
type Side = keyof typeof sides;

const asked = (env['SIDES']?.split(',') ?? Object.keys(sides)) as Side[];

export const avoid: Bench = {
  name: 'avoid',
  question:
    'with the ten loudest defects always on, does avoidance find the other ones as if the ten were off?',
  decision: 'whether a campaign avoids findings by itself, and how wide their patterns are',
  run,
};

interface Outcome {
  /** Quiet defects that were found. */
  readonly bugs: readonly string[];
  readonly findings: number;
  readonly executions: number;
  /** Findings that the campaign kept away from, and findings whose pattern it knew. */
  readonly avoided: number;
  readonly patterns: number;
  /** Fresh programs that match a pattern, and those of them that do not show its bug. */
  readonly matching: number;
  readonly wrongly: number;
}

async function* run(): AsyncIterable<Measurement> {
  const laboratory = await Laboratory.open({
    cache: cacheFolder(env),
    searchPath: env['PATH'] ?? '/usr/bin:/bin',
  });
  const outcomes = new Map<Side, Outcome[]>();
  try {
    for (const seed of seeds)
      for (const side of asked) {
        const outcome = await outcomeOf(laboratory, side, seed);
        outcomes.set(side, [...(outcomes.get(side) ?? []), outcome]);
      }
  } finally {
    await laboratory.close();
  }
  yield* measured(outcomes);
}

function* measured(outcomes: ReadonlyMap<Side, readonly Outcome[]>): Iterable<Measurement> {
  const how = `${PLANTED}, ${source}, ${minutes} CPU minutes a side, seeds ${seeds.join(', ')}`;
  const sum = (side: Side, of: (outcome: Outcome) => number): number =>
    (outcomes.get(side) ?? []).reduce((total, each) => total + of(each), 0);
  const bugs = (side: Side): number => sum(side, (outcome) => outcome.bugs.length);
  for (const side of asked) {
    const names = (outcomes.get(side) ?? []).map((outcome) => outcome.bugs.join(' ') || 'none');
    yield {
      name: `quiet bugs found: ${side}`,
      value: bugs(side),
      unit: 'bugs',
      how: `of ${quiet.length}, ${sum(side, ({ executions }) => executions)} tests, ${sum(side, ({ findings }) => findings)} findings, ${sum(side, ({ avoided }) => avoided)} avoided, ${sum(side, ({ patterns }) => patterns)} with a pattern: ${names.join('; ')}; ${how}`,
    };
  }
  if (asked.includes('avoidance') && asked.includes('ideal'))
    yield {
      name: 'share of the ideal',
      value: bugs('ideal') === 0 ? 1 : bugs('avoidance') / bugs('ideal'),
      unit: 'share',
      goal: { atLeast: 0.9 },
      how,
    };
  const matching = sum('avoidance', (outcome) => outcome.matching);
  yield {
    name: 'false avoidance: programs with a pattern that do not show its bug',
    value: matching === 0 ? 0 : sum('avoidance', ({ wrongly }) => wrongly) / matching,
    unit: 'share',
    // Without a match nothing was measured.
    ...(matching === 0 ? {} : { goal: { atMost: 0.05 } }),
    how: `of ${matching} that match, of ${fresh} fresh programs a seed; ${how}`,
  };
}

async function outcomeOf(laboratory: Laboratory, side: Side, seed: number): Promise<Outcome> {
  const results = join(
    root,
    '.cache/results/avoid',
    `${PLANTED}-${source.replaceAll(/[^\w-]+/g, '-')}-${minutes}m`,
  );
  const file = join(results, `${side}-${seed}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Outcome;
  console.error(`running ${side}, seed ${seed}`);
  const folder = join(root, '.cache/avoid', `${side}-${seed}`);
  const { defects, flags } = sides[side];
  const cli = join(root, 'dist/cli/main.js');
  await hunt({ folder, cli, source, cpuMs: minutes * 60_000, seed, defects, flags });
  const campaign = new CampaignFolder(folder);
  const found = foundIn(campaign);
  const owners = new Map<string, string>();
  for (const each of found) {
    const owner = await ownerOf(laboratory, each);
    if (owner !== undefined) owners.set(each.record.id, owner);
  }
  const bugs = new Set([...owners.values()].filter((owner) => quiet.includes(owner)));
  const outcome: Outcome = {
    bugs: [...bugs].toSorted(),
    findings: found.length,
    executions: campaign.readStats().at(-1)?.executions ?? 0,
    ...(await falseAvoidance(laboratory, campaign, { source, count: fresh, owners })),
  };
  mkdirSync(results, { recursive: true });
  writeFileAtomic(file, JSON.stringify(outcome));
  return outcome;
}

/** A failed assertion names its defect. Another finding is about the only defect that its program shows by itself. */
async function ownerOf(laboratory: Laboratory, found: Found): Promise<string | undefined> {
  const { record, original, reduced } = found;
  const named = /CGFUZZ_PLANTED\("([\w-]+)"\)/.exec(record.message)?.[1];
  if (named !== undefined) return named;
  const { showing } = await truthOf(laboratory, reduced ?? original, ownArgs(record));
  return showing.length === 1 ? showing[0] : undefined;
}
