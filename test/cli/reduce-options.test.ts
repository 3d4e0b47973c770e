/** A finding whose options were drawn from another list than the compiler has today. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KeptOptions } from '../../src/campaign/index.ts';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { withKeptOptions } from '../../src/session/with-options.ts';
import { entrySequence } from '../../src/corpus/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { findSource } from '../../src/generators/sources.ts';
import { openSpaceOf } from '../../src/options/kept-space.ts';
import { documented, textOfWay } from '../../src/options/option.ts';
import { crashSignature, type Signature } from '../../src/oracle/index.ts';
import type { Program } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { type MadeProgram, SourcePool } from '../../src/source/index.ts';
import { openTarget } from '../../src/target/index.ts';
import { world } from '../target/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fakeContext } from './fake-context.ts';

/** The options of an older compiler: one of them makes today's crash, and today's list has none of them. */
const options = ['A', 'BREAKS', 'C', 'D', 'E'].map((name) => documented(name, `-D${name}`));
const list = {
  levels: [
    [1, '-O2'],
    [1, '-O1'],
  ],
  machines: [],
  options,
} as const;
const effects = Object.fromEntries(
  options.flatMap(({ ways }) => ways.map((way) => [textOfWay(way), 'active' as const])),
);
const content = {
  list,
  facts: { compiler: 'an older one', effects },
  tier: 'documented',
  machines: [],
  runnable: [],
} as const;

const module = `
export default {
  name: 'breaking',
  summary: 'programs that break where they are told to',
  language: 'c',
  promises: 'valid',
  entry: import.meta.url,
  generate: (draw) =>
    '#ifdef BREAKS\\n#pragma clang __debug llvm_fatal_error\\n#endif\\nint x = ' + draw.integer(0, 9) + ';\\n',

};
`;

/** The way in which the compiler of today fails on it. */
async function signatureOf(program: Program): Promise<Signature> {
  const target = await openTarget('clang-19-stock', world);
  try {
    const configurations = [{ args: ['-w', ...program.options!.args], emit: 'object' }] as const;
    const [execution] = await target.execute({ program, configurations });
    return crashSignature(execution!);
  } finally {
    await target.close();
  }
}

async function found(generators: SourcePool): Promise<MadeProgram> {
  for (let seed = 0; seed < 1000; seed++) {
    const made = await generators.make({ seed });
    if (made.outcome !== 'ok') throw new Error(made.outcome);
    const { args } = made.program.options!;
    if (args.includes('-DBREAKS') && args.length > 3) return made;
  }
  throw new Error('nothing breaks');
}

it(
  'is reduced to those that it needs, by the list that lies in its campaign',
  { timeout: 300_000 },
  async () => {
    const campaign = temporaryFolder();
    const file = join(campaign, 'breaking.mjs');
    writeFileSync(file, module);
    const { name, text } = openSpaceOf(content);
    new KeptOptions(campaign).keep(name, text);
    const generators = new SourcePool(withKeptOptions(await findSource(file, '/'), text), 1);
    const { program, record: sequence } = await found(generators);
    await generators.close();
    expect(program.options).toMatchObject({ list: name });
    const { folder } = new Findings(join(campaign, 'findings'), findingFiles).add({
      signature: await signatureOf(program),
      program,
      sequence: () => entrySequence(sequence, 'breaking'),
      text: '',
      compiler: 'clang-19-stock',
      args: ['-w', ...program.options!.args],
      given: ['-w'],
      build: 'b',
      origin: { source: 'breaking', module: file },
    });
    const { context, output } = fakeContext(undefined, campaign);
    const code = await runCli(
      commands,
      ['reduce', folder.path, '--trust'],
      { ...context, env: process.env },
      '1',
    );
    expect([code, output.stderr]).toEqual([0, expect.not.stringContaining('other options')]);
    const meta = JSON.parse(readFileSync(join(folder.path, 'meta.json'), 'utf8')) as {
      readonly args: readonly string[];
    };
    expect(meta.args).toEqual(['-w', '-O2', '-DBREAKS']);
  },
);

it('means the same by its choices, whatever is put into the list of today', () => {
  const alphabet = new Alphabet();
  const older = openSpaceOf(content);
  const kept = openSpaceOf(JSON.parse(older.text) as typeof content);
  const more = [documented('new', '-Dnew'), ...options];
  const today = openSpaceOf({
    ...content,
    list: { ...list, options: more },
    facts: { compiler: 'a newer one', effects: { ...effects, '-Dnew': 'active' } },
  });
  expect(kept.name).toBe(older.name);
  expect(today.name).not.toBe(older.name);
  let changed = 0;
  for (let seed = 0; seed < 200; seed++) {
    const { record } = replay(older.space.draw, { alphabet, seed });
    const drawn = [older, kept, today].map(({ space }) => {
      const made = replay(space.draw, { alphabet, sequence: record, seed: 1 });
      return made.outcome === 'ok' ? made.value : undefined;
    });
    expect(drawn[1]).toEqual(drawn[0]);
    if (JSON.stringify(drawn[2]) !== JSON.stringify(drawn[0])) changed++;
  }
  expect(changed).toBeGreaterThan(50);
});
