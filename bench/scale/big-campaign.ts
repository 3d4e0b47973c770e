/**
 * One campaign with a corpus of a given size: fills the corpus, goes on for some thousand tests, and prints one line of JSON.
 *
 * It is a process of its own, so that its memory is that of one campaign. The source is the worked example for C, which makes
 * a program in a fraction of a millisecond; the target counts words of the program, so that nearly every test reaches
 * something new, and costs next to nothing. What is measured is the engine.
 */
import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Alphabet, encodeSequence, replay } from '../../src/choice/index.ts';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { clockMeter, runCampaign } from '../../src/fuzz/index.ts';
import smallC from '../../src/generators/small-c.ts';
import { smallC as generate } from '../../src/generators/index.ts';
import { type Program } from '../../src/program/index.ts';
import { Guided, portfolio, SeedTests } from '../../src/search/index.ts';
import { FeatureSet } from '../../src/serve/index.ts';
import { FeatureSpace, packFeatures, type Target } from '../../src/target/index.ts';

const CELLS = 2 ** 24;
const FEATURES_EACH = 24;
const BUILD = 'words -O0';

function keyOf({ files }: Program): bigint {
  return BigInt(`0x${hash('sha256', files[0]!.bytes).slice(0, 15)}`);
}

/** Features of a program: most are common to many programs, and a few are its own. */
function featuresOf(program: Program): Uint32Array {
  const key = keyOf(program);
  const own = Array.from({ length: 4 }, (_, i) => Number((key >> BigInt(i * 8)) % BigInt(CELLS)) * 8);
  const common = Array.from({ length: FEATURES_EACH - 4 }, (_, i) => Number((key >> BigInt(i)) % 64n) * 8);
  return Uint32Array.from(new Set([...own, ...common])).toSorted();
}

class WordsTarget implements Target {
  readonly name = 'words';
  readonly coverage = {
    space: new FeatureSpace([{ name: 'edges', cells: CELLS, isEdges: true }]),
    assumeSeen: async (seen: FeatureSet): Promise<void> => {
      this.#seen = seen.copy();
    },
    mask: async (): Promise<void> => undefined,
  };
  #seen = new FeatureSet();

  execute: Target['execute'] = async ({ program, remember = true }) => {
    const all = featuresOf(program);
    const before = remember ? this.#seen : this.#seen.copy();
    const { fresh } = before.add(all);
    const features = {
      fresh: Uint32Array.from(fresh),
      hitCount: all.length,
      hash: keyOf(program),
      all: packFeatures(all),
    };
    return [
      {
        outcome: 'ok',
        text: '',
        signal: undefined,
        exitCode: 0,
        stack: [],
        cpuMs: 1,
        sharedCpuMs: 0,
        peakRssBytes: 0,
        features,
        output: new Uint8Array(),
      },
    ];
  };

  async close(): Promise<void> {}
}

/** Tests as a campaign would have kept them. */
function fill(folder: CampaignFolder, entries: number): void {
  mkdirSync(folder.corpus, { recursive: true });
  const corpus = Corpus.open(folder.corpus);
  const alphabet = new Alphabet();
  for (let seed = 0; corpus.size < entries; seed++) {
    const made = replay(generate, { seed, alphabet });
    if (made.outcome !== 'ok') continue;
    const features = featuresOf(made.value);
    corpus.add({
      source: smallC.name,
      target: BUILD,
      costMs: 2,
      choices: made.record.choiceCount,
      programBytes: made.value.files[0]!.bytes.length,
      featureCount: features.length,
      freshCount: 4,
      origin: { test: seed, arm: 'fresh' },
      sequence: encodeSequence(made.record, { source: { name: smallC.name, version: '1' } }),
      features: packFeatures(features),
    });
  }
  corpus.close();
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const [dir = '', entriesText = '0', testsText = '0'] = process.argv.slice(2);
const [entries, tests] = [Number(entriesText), Number(testsText)];
const folder = new CampaignFolder(join(dir, String(entries)));
if (process.argv[5] === 'fill') fill(folder, entries);
else {
  const startedMs = performance.now();
  let resumeMs = 0;
  let resumeCpuMs = 0;
  let resumeBytes = 0;
  const marks: { tests: number; cpuMs: number }[] = [];
  let count = 0;
  const line = await runCampaign({
    folder,
    sources: [smallC],
    openTarget: async () => new WordsTarget(),
    build: BUILD,
    configurations: () => [{ args: [], emit: 'nothing' }],
    makeStrategy: (knowledge) =>
      new Guided({ ...knowledge, arms: portfolio, seedTests: new Map<string, SeedTests>() }),
    meter: clockMeter,
    clock: { dateMs: () => Date.now(), monotonicMs: () => performance.now(), cpuMs },
    seed: 1,
    jobs: 1,
    budget: { executions: tests },
    renderFinding: () => [],
    searchPath: '/usr/bin:/bin',
    signal: new AbortController().signal,
    onEvent(event) {
      if (event.type !== 'tested') return;
      if (count++ === 0) {
        resumeMs = performance.now() - startedMs;
        resumeCpuMs = cpuMs();
        resumeBytes = process.memoryUsage().rss;
      }
      if (count % 100 === 0) marks.push({ tests: count, cpuMs: cpuMs() });
    },
  });
  const [first, last] = [marks[Math.floor(marks.length / 4)]!, marks.at(-1)!];
  console.log(
    JSON.stringify({
      resumeMs,
      resumeCpuMs,
      resumeBytes,
      peakBytes: process.resourceUsage().maxRSS * 1_024,
      testMs: (last.cpuMs - first.cpuMs) / (last.tests - first.tests),
      engineMs: line.cpu.engine / count,
      corpus: line.corpus,
    }),
  );
}
