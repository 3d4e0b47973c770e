/** A campaign with something of everything, to be damaged. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Alphabet, encodeSequence, replay } from '../../src/choice/index.ts';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { type Failure, Findings } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { packFeatures } from '../../src/target/index.ts';
import { BUILD, makeCampaign } from '../report/campaign.ts';
import { growingLines } from '../report/stats-lines.ts';

/** Paths in the folder, and contents. */
export type Files = ReadonlyMap<string, Buffer>;

export function sequenceOf(number: number): Uint8Array {
  const { record } = replay(
    (draw) => draw.scope('item', () => [draw.integer(number, number + 9), draw.pick(3), draw.boolean()]),
    { alphabet: new Alphabet(), seed: number },
  );
  return encodeSequence(record, { source: { name: 'toy', version: '7' }, seed: number });
}

export function addEntry(corpus: Corpus, number: number): string {
  const info = corpus.add({
    source: 'toy',
    build: BUILD,
    costMs: 10 + number,
    choices: 3,
    programBytes: 100,
    featureCount: 3,
    freshCount: 1,
    origin: { test: number, arm: 'fresh', parents: [] },
    sequence: sequenceOf(number),
    features: packFeatures(Uint32Array.of(1, 2, 100 + number)),
  });
  if (info === undefined) throw new Error('the entry is there already');
  return info.id;
}

export function failureOf(number: number): Failure {
  return {
    signature: {
      kind: 'crash',
      key: `signal | f${number}`,
      message: 'SIGSEGV',
      frames: [`f${number}`, 'main'],
      pass: 'LICM',
    },
    program: programOf(`int x${number};\n`),
    sequence: () => sequenceOf(number),
    text: 'boom\n',
    compiler: 'clang-19',
    args: ['-O2'],
    build: BUILD,
    origin: { source: 'toy', test: number, arm: 'fresh', parents: [] },
  };
}

function makeGolden(path: string): void {
  const folder = new CampaignFolder(makeCampaign(path, { stats: growingLines(8) }));
  for (const [segment, from] of [
    ['000002', 10],
    ['000001', 0],
  ] as const) {
    const corpus = Corpus.open(folder.corpus);
    const ids = Array.from({ length: 5 }, (_, index) => addEntry(corpus, from + index));
    corpus.remove(ids[1]!);
    corpus.close();
    if (segment === '000002')
      renameSync(join(folder.corpus, '000001.cgcorpus'), join(folder.corpus, '000002.cgcorpus'));
    // A corpus appends to the last segment that there is, and this one is to stand in front of it.
    if (segment === '000002') renameSync(folder.corpus, `${folder.corpus}.later`);
  }
  renameSync(join(`${folder.corpus}.later`, '000002.cgcorpus'), join(folder.corpus, '000002.cgcorpus'));
  rmSync(`${folder.corpus}.later`, { recursive: true });
  const findings = new Findings(folder.findings, findingFiles);
  for (const number of [1, 2, 3]) findings.add(failureOf(number));
  const { folder: reduced } = findings.all()[1]!;
  reduced.saveProgram('reduced', programOf('int y;\n'), sequenceOf(50));
  findings.update('signal | f2', {
    reduction: {
      state: 'minimal',
      choices: { from: 9, to: 3 },
      bytes: { from: 8, to: 7 },
      evaluations: 5,
      cpuMs: 3,
    },
  });
  findings.all()[2]!.folder.mute('known');
  folder.noteEdgeCells(BUILD, 500);
  folder.writeState({ line: growingLines(8).at(-1), strategy: { tests: 3 }, masked: [7] });
  folder.writeLearnt({ accounts: { a: [1, 2, 3] }, classes: [] });
  writeFileSync(join(path, 'one.cgseq'), sequenceOf(1));
}

export function readFiles(folder: string): Files {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path): [string, Buffer] => [path.slice(folder.length + 1), readFileSync(path)]),
  );
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

let made: Files | undefined;

/** The same at each call. */
export function goldenFiles(): Files {
  if (made !== undefined) return made;
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-golden-'));
  try {
    makeGolden(join(folder, 'a'));
    return (made = readFiles(join(folder, 'a')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Its ids, and the whole record of each entry as it lies in a segment. */
export function goldenEntries(): ReadonlyMap<string, Buffer> {
  return (entries ??= findEntries());
}

let entries: ReadonlyMap<string, Buffer> | undefined;

function findEntries(): ReadonlyMap<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-golden-'));
  try {
    writeFiles(folder, goldenFiles());
    const found = new Map<string, Buffer>();
    const corpus = Corpus.read(join(folder, 'corpus'));
    const segments = [...goldenFiles()]
      .filter(([path]) => path.endsWith('.cgcorpus'))
      .map(([, bytes]) => bytes);
    for (const { id } of corpus.entries()) {
      const sequence = corpus.sequenceBytes(id);
      const segment = segments.find((bytes) => bytes.includes(Buffer.from(sequence)))!;
      found.set(id, recordAround(segment, segment.indexOf(Buffer.from(sequence))));
    }
    corpus.close();
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HEAD_BYTES = 12;

function recordAround(segment: Buffer, at: number): Buffer {
  for (let from = 0; ;) {
    const end = from + HEAD_BYTES + segment.readUInt32LE(from + 4);
    if (at < end) return segment.subarray(from, end);
    from = end;
  }
}

/** A second campaign beside it, with tests that the first has not. */
export function writeOther(path: string): void {
  cpSync(path, `${path}.other`, { recursive: true });
  const corpus = Corpus.open(join(`${path}.other`, 'corpus'));
  for (const number of [31, 32, 33]) addEntry(corpus, number);
  corpus.close();
}
