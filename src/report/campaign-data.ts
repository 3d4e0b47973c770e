/**
 * A campaign as it lies on the disk, for those who look at it, also while it runs.
 *
 * Invariant: nothing is written, nothing is executed; what is missing or damaged is told and left out.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder, type Manifest, type StatsLine } from '../campaign/index.ts';
import { Corpus } from '../corpus/index.ts';
import { UserError } from '../util/user-error.ts';

export interface FindingData {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly count: number;
  /** Path in the finding's folder, and content. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface CampaignData {
  readonly path: string;
  readonly manifest: Manifest;
  readonly stats: readonly StatsLine[];
  readonly corpus: Corpus;
  readonly findings: readonly FindingData[];
}

export function readCampaign(path: string): CampaignData {
  const folder = new CampaignFolder(path);
  const manifest = folder.readManifest();
  const stats = folder.readStats<StatsLine>();
  if (stats.length === 0) {
    throw new UserError(`the campaign in ${path} has no statistics yet`, ['let it run for some seconds']);
  }
  return {
    path,
    manifest,
    stats,
    corpus: Corpus.read(folder.corpus),
    findings: readFindings(folder.findings),
  };
}

function readFindings(folder: string): FindingData[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .flatMap((id) => readFinding(join(folder, id), id) ?? []);
}

/** Undefined where it was not written to the end. */
function readFinding(folder: string, id: string): FindingData | undefined {
  try {
    const meta = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as Partial<FindingData>;
    const { kind = 'unknown', title = id, count = 1 } = meta;
    return { id, kind, title, count, files: textFiles(folder) };
  } catch {
    return undefined;
  }
}

function textFiles(folder: string): { path: string; text: string }[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'meta.json' && !entry.name.endsWith('.cgseq'))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => path.slice(folder.length + 1))
      // Headers of the generator's: the same in every finding, and longer than all the rest.
      .filter((path) => !path.startsWith('include/'))
      .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  );
}

/** Everything that tests in the corpus reached of one build, as the numbers of features in order. */
export function reachedFeatures(corpus: Corpus, build: string): Uint32Array {
  const reached = new FeatureSet();
  for (const { id, target } of corpus.entries()) if (target === build) reached.addAll(corpus.features(id));
  return reached.toArray();
}

/** A bit for each feature: a corpus of thousands names hundreds of millions, most of them again and again. */
export class FeatureSet {
  #bits: Uint8Array = new Uint8Array(1 << 16);

  addAll(features: Uint32Array): void {
    const last = features.at(-1);
    if (last === undefined) return;
    if (last >>> 3 >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(this.#bits.length * 2, (last >>> 3) + 1));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    for (const feature of features) this.#bits[feature >>> 3]! |= 1 << (feature & 7);
  }

  toArray(): Uint32Array {
    const features: number[] = [];
    for (const [cell, bits] of this.#bits.entries()) {
      for (let bucket = 0; bits >>> bucket !== 0; bucket++) {
        if ((bits >>> bucket) & 1) features.push(cell * 8 + bucket);
      }
    }
    return Uint32Array.from(features);
  }
}

/** The edges among features, in order. */
export function edgesOf(features: Uint32Array): Uint32Array {
  return Uint32Array.from(new Set(features.map((feature) => feature >>> 3)));
}
