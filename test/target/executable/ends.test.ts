/** Planted ends of a harness, seen through the interface of a target: outcome, words, and the place in the person's code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Execution, ExecutionLimits } from '../../../src/serve/index.ts';
import { findTarget, type Target } from '../../../src/target/index.ts';
import { describeFailure } from '../../../src/oracle/crash/signature-of.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { unpackFeatures } from '../../../src/target/features/feature-list.ts';
import { ask, world } from '../world.ts';
import { buildHarness } from './build.ts';

interface End {
  readonly input: string;
  readonly outcome: Execution['outcome'];
  /** The signature without the outcome. */
  readonly key: string;
  readonly says?: RegExp;
  readonly limits?: Partial<ExecutionLimits>;
}

const soon = { cpuMs: 300, wallMs: 60_000 };
const little = { memoryBytes: 300e6 };
const always: readonly End[] = [
  { input: 'abort', outcome: 'signal', key: 'SIGABRT | LLVMFuzzerTestOneInput' },
  { input: 'null', outcome: 'signal', key: 'SIGSEGV | dereference_null' },
  {
    input: 'assert',
    outcome: 'assertion',
    key: 'ends.cpp: number >= 0 && "no sign is negative" | check_sign',
    says: /ends\.cpp:\d+: .*check_sign.* Assertion/,
  },
  {
    input: 'throw',
    outcome: 'signal',
    key: "terminate called after throwing an instance of 'std::runtime_error' | LLVMFuzzerTestOneInput",
    says: /what\(\): {2}boom at 5/,
  },
  { input: 'deep', outcome: 'stack-overflow', key: 'descend' },
  { input: 'hang', outcome: 'hang', key: '', limits: soon },
  { input: 'memory', outcome: 'out-of-memory', key: '', limits: little },
  {
    input: 'mistake',
    outcome: 'signal',
    key: 'SIGABRT',
    says: /LLVMFuzzerTestOneInput returned 5; allowed: 0, and -1/,
  },
];

const sanitized: readonly End[] = [
  {
    input: 'overflow',
    outcome: 'signal',
    key: 'AddressSanitizer: heap-buffer-overflow | read_behind',
    says: /^Stack:\n {2}#0 read_behind\(.*ends\.cpp:\d+\n[^]*READ of size 1/,
  },
  {
    input: 'freed',
    outcome: 'signal',
    key: 'AddressSanitizer: heap-use-after-free | read_freed',
    says: /freed by thread/,
  },
  {
    input: 'twice',
    outcome: 'signal',
    key: 'AddressSanitizer: attempting double-free | free_twice',
  },
  {
    input: 'ubsan',
    outcome: 'signal',
    key: "signed integer overflow: N + N cannot be represented in type '…' | add_too_much",
    says: /runtime error: signed integer overflow/,
  },
];

const garbage: End = {
  input: 'garbage',
  outcome: 'signal',
  key: 'MemorySanitizer: use-of-uninitialized-value | decide_by_garbage',
};

const race: End = {
  input: 'freed',
  outcome: 'signal',
  key: 'ThreadSanitizer: heap-use-after-free | read_freed',
};

const builds: readonly {
  readonly name: string;
  readonly flags: readonly string[];
  readonly ends: readonly End[];
}[] = [
  { name: 'without sanitizers', flags: [], ends: always },
  { name: 'with ASan and UBSan', flags: ['-fsanitize=address,undefined'], ends: [...always, ...sanitized] },
  { name: 'with TSan', flags: ['-fsanitize=thread'], ends: [race] },
  { name: 'with MSan', flags: ['-fsanitize=memory'], ends: [garbage] },
];

describe.each(builds)('a harness $name', ({ flags, ends }) => {
  const folder = temporaryFolder(afterAll);
  let target: Target;
  beforeAll(async () => {
    target = await (
      await findTarget(await buildHarness({ source: 'ends.cpp', folder, flags }), world)
    ).open();
  }, 180_000);
  afterAll(async () => target.close());

  it.each(ends)('comes to the end that is called $input', async ({ input, outcome, key, says, limits }) => {
    const execution = await ask(target, { source: input, language: 'text', ...(limits ? { limits } : {}) });
    const { signature, text } = await describeFailure(target, execution, world.searchPath);
    expect(signature.key).toBe([outcome, key].filter(Boolean).join(' | '));
    if (says !== undefined) expect(text).toMatch(says);
  });

  it('accepts what is good, shows the same features each time, and goes on after every end', async () => {
    const [first, again] = [
      await ask(target, { source: '1+2', language: 'text' }, { wholeSet: true }),
      await ask(target, { source: '1+2', language: 'text' }, { wholeSet: true }),
    ];
    expect(first).toMatchObject({ outcome: 'ok', exitCode: 0, text: '' });
    expect(first.features!.hitCount).toBeGreaterThan(5);
    expect(again.features!.hash).toBe(first.features!.hash);
  });

  it('tells an exit and its words from a refusal, which a harness says by -1', async () => {
    const exit = await ask(target, { source: 'exit', language: 'text' });
    expect(exit).toMatchObject({ outcome: 'rejected', exitCode: 3, text: 'it says that it ends\n' });
    expect(await ask(target, { source: 'refuse', language: 'text' })).toMatchObject({
      outcome: 'rejected',
      exitCode: -1,
    });
  });
});

describe('a program that says when it is ready', () => {
  const folder = temporaryFolder(afterAll);
  let target: Target;
  beforeAll(async () => {
    target = await (await findTarget(await buildHarness({ source: 'slow-start.c', folder }), world)).open();
  }, 60_000);
  afterAll(async () => target.close());

  it('runs each input from there, and its preparations belong to none of them', async () => {
    const ends = [];
    for (const source of ['word\n', 'no!', 'z'.repeat(101), 'word\n'])
      ends.push(await ask(target, { source, language: 'text' }, { wholeSet: true }));
    expect(ends.map(({ outcome }) => outcome)).toEqual(['ok', 'rejected', 'signal', 'ok']);
    expect(ends[1]).toMatchObject({ exitCode: 4, text: 'no word ends so\n' });
    const names = await (await findTarget(target.name, world)).names!(world);
    const functions = Array.from({ length: names.count }, (_, edge) => names.place(edge).function);
    expect(new Set(functions)).toEqual(new Set(['main', 'prepare']));
    const seen = await ask(target, { source: 'x', language: 'text' }, { wholeSet: true, remember: false });
    const { space } = target.coverage!;
    const reached = space.edgesOf(unpackFeatures(seen.features!.all!));
    expect([...reached].map((edge) => functions[edge])).not.toContain('prepare');
  });
});
