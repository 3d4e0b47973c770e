/** A campaign in a folder, made up, for those who look at campaigns. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CAMPAIGN_FORMAT, CampaignFolder, type StatsLine } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import type { FindingRecord } from '../../src/finding/index.ts';
import { packFeatures, type EdgeNames } from '../../src/target/index.ts';
import { growingLines } from './stats-lines.ts';

export interface MadeUp {
  readonly stats?: readonly StatsLine[];
  readonly build?: string;
  /** Features of each test that was kept. */
  readonly tests?: readonly (readonly number[])[];
  /** Files of each finding, by their paths; what `meta.json` does not say is made up. */
  readonly findings?: readonly Readonly<Record<string, string>>[];
}

export const BUILD = 'clang-19-toy-0123 -O2';

export function makeCampaign(
  path: string,
  { stats: given, build = BUILD, tests = [], findings = [] }: MadeUp = {},
): string {
  const folder = new CampaignFolder(path);
  const stats = given ?? growingLines(50).map((line) => ({ ...line, corpus: tests.length }));
  folder.writeManifest({
    format: CAMPAIGN_FORMAT,
    cgfuzz: '1.2.3',
    startedAt: '2026-01-01T00:00:00.000Z',
    sources: ['toy'],
    target: 'clang-19-toy',
    build,
    seed: 1,
    strategy: 'guided',
    args: ['-O2'],
  });
  for (const line of stats) folder.appendStats(line);
  const corpus = Corpus.open(folder.corpus);
  for (const [index, features] of tests.entries()) addTest(corpus, `${index}`, build, features);
  corpus.close();
  for (const [index, files] of findings.entries()) {
    const own = join(folder.findings, `finding-${index}`);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(own, name)), { recursive: true });
      writeFileSync(join(own, name), name === 'meta.json' ? wholeRecord(index, text) : text);
    }
  }
  return path;
}

function wholeRecord(index: number, text: string): string {
  const record: FindingRecord = {
    id: `finding-${index}`,
    kind: 'crash',
    signature: `signature ${index}`,
    title: 'signal: 11',
    count: 1,
    message: '',
    frames: [],
    compiler: 'clang-19-toy',
    args: ['-O2'],
    build: BUILD,
    origin: { source: 'toy' },
    program: { language: 'c', main: 'test.c', isOneFile: true, includes: [] },
  };
  return JSON.stringify({ ...record, ...(JSON.parse(text) as Partial<FindingRecord>) });
}

export function addTest(corpus: Corpus, content: string, target: string, features: readonly number[]): void {
  corpus.add({
    source: 'toy',
    build: target,
    costMs: 10,
    choices: 3,
    programBytes: 100,
    featureCount: features.length,
    freshCount: features.length,
    origin: { test: 1, arm: 'fresh' },
    sequence: new TextEncoder().encode(content),
    features: packFeatures(Uint32Array.from(features)),
  });
}

/** Edges of functions of 4 edges each, 10 lines apart, 3 functions a file. */
export const toyNames: EdgeNames = {
  count: 48,
  place: (edge) => {
    const inFunction = Math.floor(edge / 4);
    return {
      function: `function${inFunction}(int)`,
      file: `/tree/lib/part${Math.floor(inFunction / 3)}.cpp`,
      line: inFunction * 10 + (edge % 4) + 1,
    };
  },
  isFunctionEntry: (edge) => edge % 4 === 0,
};
