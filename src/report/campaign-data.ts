/**
 * A campaign on the disk, for readers, even while it runs.
 *
 * Invariant: reading writes nothing and executes nothing; missing or damaged parts are reported and left out.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CampaignFolder,
  type KeptUnusedTest,
  type Manifest,
  readUnusedTests,
  type StatsLine,
} from '../campaign/index.ts';
import { Corpus } from '../corpus/index.ts';
import { type Finding, Findings, headlineOf, type Weight, weightOf } from '../finding/index.ts';
import { cellOf, FeatureSet } from '../serve/index.ts';
import { circumstanceOf } from '../util/circumstance.ts';
import { readRegularText } from '../util/read-regular.ts';
import { UserError } from '../util/user-error.ts';

export interface FindingData {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** It shows a bug that comes with cgfuzz. */
  readonly isKnown: boolean;
  readonly count: number;
  readonly weight: Weight;
  /** Path in the finding's folder, and content. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface UnusedData extends KeptUnusedTest {
  readonly files: FindingData['files'];
}

export interface CampaignData {
  readonly path: string;
  readonly manifest: Manifest;
  readonly stats: readonly StatsLine[];
  readonly corpus: Corpus;
  /** Cells below this number are edges in the build that the campaign runs. */
  readonly edgeCells: number;
  readonly findings: readonly FindingData[];
  /** The first test of each kind that could not be used, with its files. */
  readonly unused: readonly UnusedData[];
  /** The workers of the fleet and the time of the last look; undefined if the campaign was alone. */
  readonly fleet: ReturnType<CampaignFolder['readFleet']>;
  /** Damage, in words. */
  readonly warnings: readonly string[];
}

export function readCampaign(path: string): CampaignData {
  const folder = new CampaignFolder(path);
  const manifest = folder.readManifest();
  const stats = folder.readStats();
  if (stats.length === 0) {
    throw new UserError(`the campaign in ${path} has no statistics yet`, ['let it run for some seconds']);
  }
  const corpus = Corpus.read(folder.corpus, stats.at(-1)?.corpus);
  const findings = new Findings(folder.findings, () => []);
  return {
    path,
    manifest,
    stats,
    corpus,
    edgeCells: folder.edgeCellsOf(manifest.build),
    findings: findings.all().map(readFinding),
    unused: readUnusedTests(folder.unused).map((test) => ({ ...test, files: textFiles(test.folder) })),
    fleet: folder.readFleet(),
    warnings: [...folder.warnings, ...corpus.warnings, ...findings.warnings],
  };
}

function readFinding({ record, folder }: Finding): FindingData {
  const { id, kind, count } = record;
  const weight = weightOf(record).weight;
  const isKnown = record.shipped !== undefined;
  return { id, kind, title: headlineOf(record), isKnown, count, weight, files: textFiles(folder.path) };
}

function textFiles(folder: string): { path: string; text: string }[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          entry.name !== 'meta.json' &&
          entry.name !== 'why.json' &&
          !entry.name.endsWith('.cgseq'),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => path.slice(folder.length + 1))
      // The generator's own headers are the same in every finding, and longer than the rest.
      .filter((path) => !path.startsWith('include/'))
      .map((path) => ({ path, text: textOf(join(folder, path)) }))
  );
}

/** A file that cannot be shown says why. */
function textOf(path: string): string {
  try {
    return readRegularText(path, MOST_SHOWN_BYTES);
  } catch (error) {
    const told = error instanceof UserError ? error : circumstanceOf(error);
    if (told === undefined) throw error;
    return told.message;
  }
}

/** Size limit of a file in a page; a longer file tells a person nothing. */
const MOST_SHOWN_BYTES = 2 ** 22;

/** All features of one build that tests in the corpus reached, in ascending order. */
export function reachedFeatures(corpus: Corpus, build: string): Uint32Array {
  const reached = new FeatureSet();
  for (const entry of corpus.entries()) if (entry.build === build) reached.add(corpus.features(entry.id));
  return reached.toArray();
}

/** The edges among sorted features: cells below `edgeCells`, since cells of comparisons come after them. */
export function edgesOf(features: Uint32Array, edgeCells: number): Uint32Array {
  const cells = new Set(features.map(cellOf));
  return Uint32Array.from(cells).filter((cell) => cell < edgeCells);
}
