/**
 * Corruptions: files of a campaign are damaged, and commands are given on it. Nothing that is intact is lost, nothing that
 * was lost is passed over in silence, who only looks changes nothing, and nobody sees a stack.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { damageFile, type Kind, pickOf } from './damage.ts';
import { type Family, showsStack } from './family.ts';
import { type Files, goldenEntries, goldenFiles, readFiles, writeFiles } from './golden.ts';
import { inFolder } from './places.ts';
import { say } from './say.ts';

/** By whether they only look. */
const looking: readonly (readonly string[])[] = [
  ['corpus', 'stats', 'a'],
  ['corpus', 'stats', 'a', '--json'],
  ['corpus', 'distill', 'a', 'out'],
  ['corpus', 'export', 'a', 'out'],
  ['corpus', 'seeds', 'a', 'out'],
  ['corpus', 'merge', 'out', 'a'],
  ['corpus', 'history', 'a', '3'],
  ['findings', 'list', '--dir', 'a', '--all'],
  ['findings', 'list', '--dir', 'a', '--json'],
  ['findings', 'show', 'ID', '--dir', 'a'],
  ['findings', 'history', 'ID', '--dir', 'a'],
  ['findings', 'verify', '--dir', 'a'],
  ['reduce', 'ID', '--dir', 'a', '--export', 'out'],
  ['report', 'a', '-o', 'page.html'],
  ['compare', 'a', '--', 'a', '--html', 'page.html'],
  ['show', 'a/one.cgseq'],
  ['show', 'a/one.cgseq', '--json'],
  ['run', '--dir', 'a'],
];
const writing: readonly (readonly string[])[] = [
  ['corpus', 'import', 'a', 'a/one.cgseq'],
  ['corpus', 'merge', 'a', 'a'],
  ['findings', 'mute', 'ID', '--dir', 'a'],
  ['reduce', 'ID', '--dir', 'a'],
];

interface Damage {
  readonly path: string;
  readonly kind: Kind;
}

export const corruptions: Family = {
  name: 'corruptions',
  share: 30,
  run: (seed) =>
    inFolder(async (cwd) => {
      const rng = makeRandom(seed);
      const folder = join(cwd, 'a');
      writeFiles(folder, goldenFiles());
      const damages = Array.from({ length: 1 + uniformBelow(rng, 3) }, () => damageSome(folder, rng));
      const before = readFiles(folder);
      const complaints: string[] = [];
      const ids = readdirSync(join(folder, 'findings'));
      for (let turn = 0; turn < 2; turn++) {
        const isLooking = uniformBelow(rng, 3) > 0;
        const words = pickOf(rng, isLooking ? looking : writing).map((word) =>
          word === 'ID' ? pickOf(rng, ids).slice(0, 6) : word,
        );
        const said = await say(cwd, words);
        if (showsStack(said)) complaints.push(`${words.join(' ')}: ${said.stderr}`);
        if (isLooking && turn === 0 && !isSame(before, readFiles(folder)))
          complaints.push(`${words.join(' ')} changed the campaign that it looks at`);
      }
      complaints.push(...lossesIn(folder, before, damages));
      return complaints.map((text) => `${JSON.stringify(damages)}: ${text}`);
    }),
};

function damageSome(folder: string, rng: RandomGenerator): Damage {
  const path = pickOf(rng, [...readFiles(folder).keys()]);
  return { path, kind: damageFile(folder, path, rng) };
}

function isSame(before: Files, after: Files): boolean {
  return before.size === after.size && [...before].every(([path, bytes]) => after.get(path)?.equals(bytes));
}

function lossesIn(folder: string, before: Files, damages: readonly Damage[]): string[] {
  return [...lostEntries(folder, before, damages), ...lostFindings(folder, before), ...wrongState(folder)];
}

function lostEntries(folder: string, before: Files, damages: readonly Damage[]): string[] {
  const path = join(folder, 'corpus');
  // A folder in the place of a segment is refused, whatever is in it.
  if (readdirSync(path, { withFileTypes: true }).some((entry) => entry.isDirectory())) return [];
  const segments = [...before].filter(([name]) => name.endsWith('.cgcorpus')).map(([, bytes]) => bytes);
  const corpus = Corpus.read(path);
  try {
    const known = [...goldenEntries()];
    const missing = known.filter(([id]) => corpus.info(id) === undefined);
    const lost = missing.filter(([, record]) => segments.some((bytes) => bytes.includes(record)));
    // The remains of a killed process, and a missing file, look like nothing.
    const isSilent = damages.some(({ kind }) => ['cut', 'empty', 'gone'].includes(kind));
    const torn = missing.length > 0 && corpus.warnings.length === 0 && !isSilent && !endsTorn(segments);
    return [
      ...lost.map(([id]) => `the intact test ${id} is lost`),
      ...(torn ? [`${missing.length} tests are lost without a word`] : []),
    ];
  } finally {
    corpus.close();
  }
}

/** Whether damage happens to look like the beginning of a record that was not written to its end. */
function endsTorn(segments: readonly Buffer[]): boolean {
  return segments.some((bytes) => {
    const at = bytes.lastIndexOf('CGR1');
    return at >= 0 && (at + 12 > bytes.length || at + 12 + bytes.readUInt32LE(at + 4) > bytes.length);
  });
}

function lostFindings(folder: string, before: Files): string[] {
  const { warnings, ...findings } = readFindings(folder);
  const losses: string[] = [];
  const golden = [...goldenFiles()].filter(([path]) => /^findings\/[0-9a-f]+\/meta\.json$/.test(path));
  for (const [path, bytes] of golden) {
    const id = path.split('/')[1]!;
    const isRead = findings.ids.includes(id);
    if (!isRead && before.get(path)?.equals(bytes)) losses.push(`the intact finding ${id} is lost`);
    const isThere = existsSync(join(folder, 'findings', id, 'original.cgseq')) && before.has(path);
    if (!isRead && isThere && !warnings.some((text) => text.includes(id)))
      losses.push(`the finding ${id} is left out without a word`);
  }
  return losses;
}

function readFindings(folder: string): {
  readonly warnings: readonly string[];
  readonly ids: readonly string[];
} {
  const findings = new Findings(join(folder, 'findings'), () => []);
  return { warnings: findings.warnings, ids: findings.all().map((each) => each.folder.id) };
}

const golden = goldenState();

function goldenState(): ReadonlyMap<string, unknown> {
  const read = (name: string): unknown =>
    (JSON.parse(goldenFiles().get(name)!.toString()) as { content: unknown }).content;
  return new Map(['state.json', 'learnt.json'].map((name) => [name, read(name)]));
}

/** State that may be lost is right or not there, and the campaign tells its loss. */
function wrongState(path: string): string[] {
  const folder = new CampaignFolder(path);
  const read: Readonly<Record<string, unknown>> = {
    'state.json': folder.readState(),
    'learnt.json': folder.readLearnt(),
  };
  return Object.entries(read).flatMap(([name, value]) => {
    if (value !== undefined && !isDeepStrictEqual(value, golden.get(name)))
      return [`${name} is believed, and wrong`];
    const isTold = folder.warnings.some((text) => text.includes(name));
    return value === undefined && existsSync(join(path, name)) && !isTold
      ? [`${name} is lost without a word`]
      : [];
  });
}
