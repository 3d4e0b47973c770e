import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Alphabet, encodeSequence, replay } from '../../src/choice/index.ts';
import { inputInShard, inputsOfShard } from '../../src/centipede/index.ts';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus, type EntryInfo, NOT_EXECUTED } from '../../src/corpus/index.ts';
import { addTest, BUILD, makeCampaign } from '../report/campaign.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz, type Said } from './cgfuzz.ts';

const corpus = (cwd: string, ...words: string[]): Promise<Said> => cgfuzz(cwd, 'corpus', ...words);

function entriesIn(campaign: string): EntryInfo[] {
  const there = Corpus.read(new CampaignFolder(campaign).corpus);
  const entries = [...there.entries()];
  there.close();
  return entries;
}

function featuresOf(campaign: string): Set<number> {
  const there = Corpus.read(new CampaignFolder(campaign).corpus);
  const features = [...there.entries()].flatMap(({ id }) => [...there.features(id)]);
  there.close();
  return new Set(features);
}

function sequenceFile(choice: number): Uint8Array {
  const { record } = replay((draw) => draw.integer(choice, choice + 1), {
    alphabet: new Alphabet(),
    seed: 1,
  });
  const provenance = { found: 'elsewhere' };
  return encodeSequence(record, { source: { name: 'toy', version: '7' }, seed: choice, provenance });
}

describe('cgfuzz corpus stats', () => {
  it('counts tests, features and edges, apart for each build of the target', async () => {
    const cwd = temporaryFolder();
    const folder = makeCampaign(join(cwd, 'a'), {
      tests: [
        [0, 1, 8],
        [8, 16],
      ],
    });
    const there = Corpus.open(new CampaignFolder(folder).corpus);
    addTest(there, 'other', 'another build', [800]);
    there.close();
    const { code, stdout } = await corpus(cwd, 'stats', 'a');
    expect(code).toBe(0);
    expect(stdout).toContain('3 tests, ');
    expect(stdout).toContain(`4 features, 3 edges, by 2 tests on ${BUILD}`);
    expect(stdout).toContain('1 feature, 1 edge, by 1 test on another build');
    new CampaignFolder(folder).noteEdgeCells(BUILD, 2);
    const { stdout: withComparisons } = await corpus(cwd, 'stats', 'a');
    expect(withComparisons).toContain(`4 features, 2 edges, by 2 tests on ${BUILD}`);
    expect(withComparisons).toContain('1 feature, 1 edge, by 1 test on another build');
    const { stdout: json } = await corpus(cwd, 'stats', 'a', '--json');
    expect(JSON.parse(json)).toMatchObject({ tests: 3, costMs: { sum: 30, median: 10, max: 10 } });
  });

  it('tells of damage, and goes on with what is whole', async () => {
    const cwd = temporaryFolder();
    const folder = makeCampaign(join(cwd, 'a'), { tests: [[0], [8], [16]] });
    const file = join(folder, 'corpus/000001.cgcorpus');
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    const { code, stdout, stderr } = await corpus(cwd, 'stats', 'a');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /000001\.cgcorpus: \d+ bytes are damaged and left alone; the entries in them are lost/,
    );
    expect(stdout).toContain('2 tests');
  });

  it.each([
    [
      'an emptied segment',
      (file: string): void => writeFileSync(file, ''),
      3,
      /statistics count 3 tests, and 0 /,
    ],
    ['a removed segment', (file: string): void => rmSync(file), 3, /statistics count 3 tests, and 0 /],
    [
      'a segment that was cut off in its last entry',
      (file: string): void => truncateSync(file, statSync(file).size - 5),
      1,
      /000001\.cgcorpus: the last \d+ bytes are no whole entry/,
    ],
    [
      'a lost first segment',
      (file: string): void => renameSync(file, file.replace('1.', '3.')),
      0,
      /000001\.cgcorpus to 000002\.cgcorpus: missing/,
    ],
    [
      'a pipe instead of a segment',
      (file: string): void => {
        rmSync(file);
        execFileSync('mkfifo', [file]);
      },
      3,
      /000001\.cgcorpus is no file; the entries in it are left out/,
    ],
    [
      'two damaged entries',
      (file: string): void => {
        const bytes = readFileSync(file);
        for (const at of [20, bytes.length >> 1]) bytes[at]! ^= 1;
        writeFileSync(file, bytes);
      },
      2,
      /the entries in them are lost \(about 2\)/,
    ],
  ] as const)('tells of %s, and how many tests are missing', async (_, harm, missing, told) => {
    const cwd = temporaryFolder();
    const folder = makeCampaign(join(cwd, 'a'), { tests: [[0], [8], [16]] });
    harm(join(folder, 'corpus/000001.cgcorpus'));
    const { code, stdout, stderr } = await corpus(cwd, 'stats', 'a');
    expect(code).toBe(0);
    expect(stderr).toMatch(told);
    if (missing > 0) expect(stderr).toContain(`; ${missing} are missing`);
    expect(stdout).toContain(`${3 - missing} test`);
    const { warnings } = JSON.parse((await corpus(cwd, 'stats', 'a', '--json')).stdout);
    expect(`${warnings.join('\n')}\n`).toBe(stderr);
    const page = await cgfuzz(cwd, 'report', 'a');
    expect(page.code).toBe(0);
    expect(page.stderr).toContain(stderr);
  });
});

describe('cgfuzz corpus merge', () => {
  it('takes over what is new, with its features, once', async () => {
    const cwd = temporaryFolder();
    makeCampaign(join(cwd, 'a'), { tests: [[0], [8]] });
    makeCampaign(join(cwd, 'b'), { tests: [[0], [8], [16, 24]] });
    expect((await corpus(cwd, 'merge', 'a', 'b')).stdout).toBe('b: 1 of 3 tests new\na: 3 tests\n');
    expect((await corpus(cwd, 'merge', 'a', 'b')).stdout).toBe('b: 0 of 3 tests new\na: 3 tests\n');
    expect(featuresOf(join(cwd, 'a'))).toEqual(new Set([0, 8, 16, 24]));
  });

  it("prefers what is known of the campaign's own build", async () => {
    const cwd = temporaryFolder();
    for (const [name, build] of [
      ['old', 'an older build'],
      ['new', BUILD],
    ] as const)
      makeCampaign(join(cwd, name), { build, tests: [[build === BUILD ? 1 : 2]] });
    makeCampaign(join(cwd, 'into'), {});
    await corpus(cwd, 'merge', 'into', 'old', 'new');
    expect(entriesIn(join(cwd, 'into')).map(({ build }) => build)).toEqual([BUILD]);
    await corpus(cwd, 'merge', 'into', 'old');
    expect(featuresOf(join(cwd, 'into'))).toEqual(new Set([1]));
  });

  it('makes a corpus where there was none, of campaigns that are not changed', async () => {
    const cwd = temporaryFolder();
    makeCampaign(join(cwd, 'b'), { tests: [[0]] });
    const before = readdirSync(join(cwd, 'b'), { recursive: true });
    await corpus(cwd, 'merge', 'fresh', 'b');
    expect(entriesIn(join(cwd, 'fresh'))).toHaveLength(1);
    expect(readdirSync(join(cwd, 'fresh'))).toEqual(['corpus']);
    expect(readdirSync(join(cwd, 'b'), { recursive: true })).toEqual(before);
  });
});

describe('cgfuzz corpus distill', () => {
  it('keeps every feature of every build, what was never executed, and nothing superfluous', async () => {
    const cwd = temporaryFolder();
    const folder = makeCampaign(join(cwd, 'a'), { tests: [[0, 8, 16], [0], [8], [24], [16, 24]] });
    const there = Corpus.open(new CampaignFolder(folder).corpus);
    addTest(there, 'x', 'another build', [0]);
    addTest(there, 'y', 'another build', [0]);
    addTest(there, 'z', NOT_EXECUTED, []);
    there.close();
    const { stdout } = await corpus(cwd, 'distill', 'a', 'small');
    expect(stdout).toContain('small: 4 tests of 8 have all 5 features');
    expect(featuresOf(join(cwd, 'small'))).toEqual(featuresOf(folder));
    const builds = entriesIn(join(cwd, 'small')).map(({ build }) => build);
    expect(new Set(builds)).toEqual(new Set([BUILD, 'another build', NOT_EXECUTED]));
    expect(entriesIn(folder)).toHaveLength(8);
  });
});

describe('cgfuzz corpus import and export', () => {
  it('takes in inputs of libFuzzer, AFL++ and Centipede, and gives them back byte for byte', async () => {
    const cwd = temporaryFolder();
    const inputs = ['\0', 'a', 'x\ny\n\n', Buffer.alloc(40, 255), 'shard one', 'shard\ntwo'].map((each) =>
      Buffer.from(each),
    );
    mkdirSync(join(cwd, 'queue/.state'), { recursive: true });
    writeFileSync(join(cwd, 'queue/.state/note'), 'no input');
    for (const [index, input] of inputs.slice(0, 4).entries())
      writeFileSync(join(cwd, `queue/id:00000${index},time:0`), input);
    const shard = Buffer.concat(inputs.slice(4).map(inputInShard));
    writeFileSync(join(cwd, 'queue/corpus.000000'), Buffer.concat([shard, shard.subarray(0, 30)]));
    const words = ['queue', '--as', 'files', '--source', 'bytes'];
    // No source writes an empty text.
    writeFileSync(join(cwd, 'queue/empty'), '');
    const left = '1 that bytes cannot write\n';
    expect((await corpus(cwd, 'import', 'new', ...words)).stdout).toBe(`6 of 7 inputs new, ${left}`);
    expect((await corpus(cwd, 'import', 'new', ...words)).stdout).toBe(`0 of 7 inputs new, ${left}`);
    await corpus(cwd, 'export', 'new', 'out', '--as', 'files');
    const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
    expect(readdirSync(join(cwd, 'out')).toSorted()).toEqual(inputs.map(sha1).toSorted());
    for (const input of inputs) expect(readFileSync(join(cwd, 'out', sha1(input)))).toEqual(input);
    await corpus(cwd, 'export', 'new', 'shards', '--as', 'centipede');
    const back = inputsOfShard(readFileSync(join(cwd, 'shards/corpus.000000')));
    expect(back.map(sha1).toSorted()).toEqual(inputs.map(sha1).toSorted());
  });

  it('take in what was given out, wherever it has been meanwhile', async () => {
    const cwd = temporaryFolder();
    for (const choice of [1, 2, 3]) writeFileSync(join(cwd, `${choice}.cgseq`), sequenceFile(choice));
    const first = await corpus(cwd, 'import', 'a', '1.cgseq', '2.cgseq', '3.cgseq', '3.cgseq');
    expect(first.stdout).toBe('3 of 4 sequence files new, 0 could not be read\n');
    expect((await corpus(cwd, 'stats', 'a')).stdout).toContain('what 3 imported tests may reach');
    await corpus(cwd, 'export', 'a', 'out');
    await corpus(cwd, 'import', 'b', 'out');
    const ids = (name: string): string[] => entriesIn(join(cwd, name)).map(({ id }) => id);
    expect(ids('b').toSorted()).toEqual(ids('a').toSorted());
  });

  it('take in whole campaigns too, and files beside them', async () => {
    const cwd = temporaryFolder();
    makeCampaign(join(cwd, 'b'), { tests: [[0], [8]] });
    writeFileSync(join(cwd, 'x.cgseq'), sequenceFile(1));
    await corpus(cwd, 'import', 'a', 'b', 'x.cgseq');
    expect(entriesIn(join(cwd, 'a')).map(({ featureCount }) => featureCount)).toEqual([1, 1, 0]);
  });

  it('take tests of a plain source into a campaign of a chain, which has to execute them', async () => {
    const cwd = temporaryFolder();
    for (const choice of [1, 2]) writeFileSync(join(cwd, `${choice}.cgseq`), sequenceFile(choice));
    await corpus(cwd, 'import', 'plain', '1.cgseq', '2.cgseq');
    const folder = new CampaignFolder(makeCampaign(join(cwd, 'chain')));
    folder.writeManifest({ ...folder.readManifest(), sources: ['toy | relax'] });
    const { stdout, stderr } = await corpus(cwd, 'import', 'chain', 'plain');
    expect(stdout).toContain('2 of 2 tests new');
    expect(stderr).toBe('');
    expect(entriesIn(join(cwd, 'chain')).map(({ source, build }) => [source, build])).toEqual([
      ['toy | relax', NOT_EXECUTED],
      ['toy | relax', NOT_EXECUTED],
    ]);
  });

  it('give out only what was asked for', async () => {
    const cwd = temporaryFolder();
    const [first] = entriesIn(makeCampaign(join(cwd, 'a'), { tests: [[0], [8]] }));
    await corpus(cwd, 'export', 'a', 'out', '--only', first!.id);
    expect(readdirSync(join(cwd, 'out'))).toEqual([`${first!.id}.cgseq`]);
    expect((await corpus(cwd, 'export', 'a', 'out', '--only', 'cafe')).stderr).toContain('no test cafe');
  });

  it('leave out files that are no sequences, and say which', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'good.cgseq'), sequenceFile(1));
    writeFileSync(join(cwd, 'bad.cgseq'), 'int main(void) {}');
    writeFileSync(join(cwd, 'torn.cgseq'), sequenceFile(2).subarray(0, 30));
    const { code, stdout, stderr } = await corpus(cwd, 'import', 'a', '.');
    expect(code).toBe(2);
    expect(stderr).toContain('bad.cgseq: left out, not a cgfuzz sequence');
    expect(stderr).toContain('torn.cgseq: left out, damaged');
    expect(stderr).toMatch(/^error: 2 of 3 sequence files could not be read$/m);
    expect(stdout).toBe('1 of 3 sequence files new, 2 could not be read\n');
  });
});

describe('cgfuzz corpus', () => {
  it.each([
    [['stats', 'nowhere'], 'there is no corpus in nowhere'],
    [['merge', 'a', 'nowhere'], 'there is no corpus in nowhere'],
    [['merge', 'a'], 'nothing to merge'],
    [['distill', 'a'], 'OUT is missing'],
    [['distill', 'a', 'a'], 'there is a corpus in a already'],
    [['import', 'a', 'nowhere.cgseq'], 'there is no such file'],
    [['import', 'a', 'empty'], 'there is nothing to import in empty'],
    [['import', 'a', 'empty', '--as', 'files', '--source', 'json'], 'json cannot take in inputs'],
    [['import', 'a', 'empty', '--as', 'files'], 'no source named "toy"'],
    [['import', 'new', 'empty', '--as', 'files'], 'no source is named that takes in inputs'],
    [['import', 'a', 'gone', '--as', 'files', '--source', 'bytes'], 'there is no such file'],
    [['stats', 'a', 'b'], 'one argument too many: "b"'],
    [['stats', 'other'], 'made by cgfuzz 9.9.9; its format is 99'],
    [['import', 'other', 'a'], 'made by cgfuzz 9.9.9; its format is 99'],
    [['merge', 'a', 'other'], 'made by cgfuzz 9.9.9; its format is 99'],
    [['dsitill', 'a'], 'did you mean distill?'],
    [['export', 'a', 'out', '--programs'], 'no source named "toy"'],
  ])('says what is wrong with %j', async (words, message) => {
    const cwd = temporaryFolder();
    makeCampaign(join(cwd, 'a'), { tests: [[0]] });
    const other = new CampaignFolder(makeCampaign(join(cwd, 'other'), { tests: [[0]] }));
    other.writeManifest({ ...other.readManifest(), format: 99, cgfuzz: '9.9.9' });
    mkdirSync(join(cwd, 'empty'));
    const { code, stderr } = await corpus(cwd, ...words);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('does not write to a campaign that runs, and reads from it', async () => {
    const cwd = temporaryFolder();
    const folder = new CampaignFolder(makeCampaign(join(cwd, 'a'), { tests: [[0]] }));
    makeCampaign(join(cwd, 'b'), { tests: [[8]] });
    folder.lock();
    const { code, stderr } = await corpus(cwd, 'merge', 'a', 'b');
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is running already'),
    });
    expect((await corpus(cwd, 'merge', 'c', 'a')).stdout).toContain('c: 1 test');
    folder.unlock();
  });
});
