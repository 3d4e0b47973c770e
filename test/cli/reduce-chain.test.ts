/** A finding of a chain with a stage of somebody's own is reduced without being told where the stage is. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CAMPAIGN_FORMAT, CampaignFolder, KeptModules } from '../../src/campaign/index.ts';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { entrySequence } from '../../src/corpus/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { modulesOf } from '../../src/generators/chains.ts';
import { findSource } from '../../src/generators/sources.ts';
import { programSize } from '../../src/program/index.ts';
import { crashSignature } from '../../src/oracle/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { type MadeProgram, SourcePool } from '../../src/source/index.ts';
import { openTarget } from '../../src/target/index.ts';
import { world } from '../target/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fakeContext } from './fake-context.ts';

const stage = `export default {
  name: 'breaks', summary: 'what ends the compiler', reads: 'c',
  edit: (draw) => {
    for (let index = 0; index < 20; index++) draw.scope('idle', () => draw.boolean());
    const text = '#pragma clang __debug llvm_fatal_error\\n';
    return draw.scope('end', () => draw.boolean()) ? [{ begin: 0, end: 0, text }] : [];
  },
};`;

const textOf = ({ program }: Pick<MadeProgram, 'program'>): string =>
  Buffer.from(program.files[0]!.bytes).toString();

async function broken(generators: SourcePool): Promise<MadeProgram> {
  for (let seed = 0; seed < 200; seed++) {
    const made = await generators.make({ seed });
    if (made.outcome === 'ok' && textOf(made).includes('#pragma') && programSize(made.program) > 1_000)
      return made;
  }
  throw new Error('nothing breaks');
}

it('where it was, and by the copy in the campaign where it is gone', { timeout: 300_000 }, async () => {
  const campaign = temporaryFolder();
  const file = join(campaign, 'breaks.mjs');
  writeFileSync(file, stage);
  const definition = await findSource('small-c | ./breaks.mjs', campaign);
  const generators = new SourcePool(definition, 1);
  const { program, record } = await broken(generators);
  await generators.close();
  const target = await openTarget('clang-19-stock', world);
  const [execution] = await target.execute({
    program,
    configurations: [{ args: ['-w'], emit: 'discarded-object' }],
  });
  await target.close();
  const modules = modulesOf(definition);
  new CampaignFolder(campaign).writeManifest({
    format: CAMPAIGN_FORMAT,
    cgfuzz: '0',
    startedAt: '',
    sources: [definition.name],
    modules,
    target: 'clang-19-stock',
    build: 'b',
    seed: 1,
    strategy: 'guided',
    args: [],
  });
  new KeptModules(campaign).keep(modules);
  const { folder, record: finding } = new Findings(join(campaign, 'findings'), findingFiles).add({
    signature: crashSignature(execution!),
    program,
    sequence: () => entrySequence(record, definition.name),
    text: '',
    compiler: 'clang-19-stock',
    args: ['-w'],
    build: 'b',
    origin: { source: definition.name },
  });
  for (const isGone of [false, true]) {
    if (isGone) renameSync(file, `${file}.gone`);
    const { context, output } = fakeContext(undefined, campaign);
    const words = ['reduce', folder.path, '--trust', '--evaluations=40', ...(isGone ? ['--restart'] : [])];
    const code = await runCli(commands, words, { ...context, env: process.env }, '1');
    expect([code, output.stderr]).toEqual([0, expect.not.stringContaining('error')]);
    const reduced = folder.program('reduced', finding.program)!;
    expect(textOf({ program: reduced })).toContain('#pragma clang __debug');
    expect(programSize(reduced)).toBeLessThan(programSize(program));
  }
});
