/** Binaries with Centipede's runner as targets, played by a stand-in: both ages of tags, persistent and one shot, and a worker. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unpackFeatures } from '../../../src/target/features/feature-list.ts';
import { CentipedeTarget } from '../../../src/target/centipede/centipede-target.ts';
import { prepareStackLibrary } from '../../../src/target/centipede/stack-library.ts';
import { centipedeSettings, findTarget, openTarget, type Target } from '../../../src/target/index.ts';
import { describeFailure } from '../../../src/oracle/crash/signature-of.ts';
import { cgfuzz } from '../../cli/cgfuzz.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ask, world } from '../world.ts';
import { buildStandIn, type StandInAsked } from './build.ts';

const folder = temporaryFolder(afterAll);
const build = (ways: readonly string[], more: Partial<StandInAsked> = {}): Promise<string> =>
  buildStandIn({ source: 'ends.cpp', folder, ways, ...more });
const using = async <T>(text: string, work: (target: Target) => Promise<T>): Promise<T> => {
  const target = await openTarget(text, world);
  try {
    return await work(target);
  } finally {
    await target.close();
  }
};
const text = { language: 'text' } as const;
const soon = { cpuMs: 300, wallMs: 60_000 };

const ends = [
  { input: 'abort', key: 'signal | SIGABRT | LLVMFuzzerTestOneInput' },
  { input: 'null', key: 'signal | SIGSEGV | dereference_null' },
  { input: 'assert', key: 'assertion | ends.cpp: number >= 0 && "no sign is negative" | check_sign' },
  { input: 'deep', key: 'stack-overflow | descend' },
  { input: 'hang', key: 'hang', limits: soon },
  { input: 'memory', key: 'out-of-memory', limits: { memoryBytes: 300e6 } },
  { input: 'exit', key: 'fatal-error | the target ended the process (code N)' },
  { input: '!told', key: 'fatal-error | the target says so' },
  { input: '!timeout', key: 'hang' },
  { input: '!die', key: 'fatal-error | the target ended the process (code N)' },
];

describe.each([
  { name: 'that lives on, with newer tags', ways: ['AGE=2'] },
  { name: 'that lives on, with older tags', ways: ['AGE=3'] },
  { name: 'that ends after one input', ways: ['AGE=3', 'ONE_SHOT'] },
  { name: 'that is a worker with one test', ways: ['AGE=2', 'WORKER="Suite.Only\\n"'] },
])('a binary $name', { timeout: 60_000 }, ({ ways }) => {
  it('comes to each bad end, with its words and the frames of the person’s code, and goes on', async () => {
    await using(await build(ways), async (target) => {
      const first = await ask(target, { source: '1+2', ...text }, { wholeSet: true });
      expect(first).toMatchObject({ outcome: 'ok', text: '' });
      for (const { input, key, limits } of ends) {
        const execution = await ask(target, { source: input, ...text, ...(limits ? { limits } : {}) });
        const { signature } = await describeFailure(target, execution, world.searchPath);
        expect(signature.key).toContain(key);
      }
      const again = await ask(target, { source: '1+2', ...text }, { wholeSet: true });
      expect(again.features).toMatchObject({ hash: first.features?.hash, all: first.features?.all });
      expect(again.features?.fresh).toHaveLength(0);
    });
  });
});

describe('a binary with a runner', { timeout: 60_000 }, () => {
  it('shows edges with names, and domains that nobody asked for only when asked', async () => {
    const file = await build(['AGE=2']);
    const found = await findTarget(file, world);
    expect(found).toMatchObject({ kind: 'centipede', name: `centipede:${file}` });
    const names = await found.names!(world);
    const functions = Array.from({ length: names.count }, (_, edge) => names.place(edge).function);
    expect(functions).toContain('LLVMFuzzerTestOneInput');
    const seen = async (words: string): Promise<(string | undefined)[]> =>
      using(`centipede:${file} ${words}`, async (target) => {
        const { features } = await ask(target, { source: '1', ...text }, { wholeSet: true });
        const all = unpackFeatures(features!.all!);
        return [...new Set([...all].map((feature) => target.coverage!.space.domainOf(feature)?.name))];
      });
    expect(await seen('')).toEqual(['edges', 'equal comparisons']);
    expect(await seen('callstack=5 user=1')).toEqual([
      'edges',
      'equal comparisons',
      'call stacks',
      'domain 12',
    ]);
  });

  it('takes an input of one mebibyte whole, and says of a longer one that it is too long', async () => {
    await using(await build(['AGE=2']), async (target) => {
      const most = await ask(target, { source: '1'.repeat(2 ** 20), ...text });
      expect(most.outcome).toBe('ok');
      const more = await ask(target, { source: '1'.repeat(2 ** 20 + 1), ...text });
      expect(more).toMatchObject({ outcome: 'rejected', exitCode: -1 });
      expect(more.text).toMatch(/has 1048577 bytes/);
    });
  });

  it('executes nothing more in a process that an earlier input has damaged', async () => {
    await using(await build(['AGE=2'], { source: 'brackets.c' }), async (target) => {
      const damaging = `[[[${'1,2,3,4,5,6,7,8,9,'.repeat(2)}1]]]`;
      const first = await ask(target, { source: damaging, ...text });
      const after = await ask(target, { source: '[1,[2]]', ...text });
      expect([first.outcome, after.outcome]).toEqual([first.outcome, 'ok']);
    });
  });

  it('passes its check, and leaves nothing behind', async () => {
    const input = join(folder, 'input');
    writeFileSync(input, '1+2');
    const file = await build(['AGE=3']);
    const { stdout, code } = await cgfuzz(folder, 'target', 'check', file, '--input', input);
    expect(stdout).not.toContain('FAIL');
    expect(stdout).toMatch(/accepts the input +ok/);
    expect(code).toBe(0);
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith('cgfuzz-target-'));
    expect(left.filter((name) => !existsSync(`/proc/${name.split('-')[2]}`))).toEqual([]);
    expect(readdirSync('/dev/shm').filter((name) => name.startsWith('cgfuzz-shared-'))).toEqual([]);
  });

  it('that breaks its word is told in a line', async () => {
    const file = await build(['AGE=2']);
    for (const [input, words] of [
      ['!large', /does not keep to Centipede.s protocol/],
      ['!tag', /does not keep to Centipede.s protocol/],
      ['!odd', /does not keep to Centipede.s protocol/],
      ['!setup', /executes nothing/],
    ] as const)
      await using(file, async (target) => {
        await expect(ask(target, { source: input, ...text })).rejects.toThrow(words);
      });
  });

  it('that never tells its edges is given up', async () => {
    const file = await build(['SLEEPS']);
    const opened = CentipedeTarget.open({
      ...centipedeSettings([]),
      name: 'sleeper',
      file,
      env: {},
      library: await prepareStackLibrary(world),
      catchesSignals: true,
      isWorker: false,
      startMs: 200,
    });
    await expect(opened).rejects.toThrow('sleeper does not answer');
  });

  it('without the test that was named, or with several, is refused with their names', async () => {
    const two = await build(['AGE=2', 'WORKER="Suite.One\\nSuite.Two\\n"']);
    await expect(openTarget(two, world)).rejects.toThrow('has several tests');
    await expect(openTarget(`centipede:${two} test=Suite.Three`, world)).rejects.toThrow(
      'there is no test Suite.Three',
    );
    await using(`centipede:${two} test=Suite.Two`, async (target) => {
      expect((await ask(target, { source: '1', ...text })).outcome).toBe('ok');
    });
    await expect(openTarget('centipede:/bin/true', world)).rejects.toThrow('has no runner of Centipede');
  });
});
