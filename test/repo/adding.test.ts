/** Every example of docs/adding.md is compiled as if it lay where it says, and does what it says. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Alphabet, type ChoiceSequence, type Draw, makeRandom, replay } from '../../src/choice/index.ts';
import type { Mutator } from '../../src/mutate/mutator.ts';
import type { Pass } from '../../src/reduce/choices/passes/pass.ts';
import type { Arm, ArmMaterial } from '../../src/search/arm.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { outcomesOf, programOf } from '../../src/program/index.ts';
import { type Execution, prepareExecutor, usualExecutionLimits } from '../../src/serve/index.ts';
import type { ServerCommand } from '../../src/serve/server.ts';
import { type FunctionDefinition, openSource } from '../../src/source/index.ts';
import type { Target } from '../../src/target/index.ts';
import { world } from '../target/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const page = readFileSync('docs/adding.md', 'utf8');
const examples = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code!);

/** The example in a file elsewhere, with its imports leading where they would from its own place. */
function written(about: string): string {
  const code = examples.find((example) => example.includes(about))!;
  const place = /^\/\/ (src\/\S+)$/m.exec(code)![1]!;
  const file = join(temporaryFolder(), 'example.mts');
  const from = (path: string): string => resolve(dirname(place), path);
  writeFileSync(
    file,
    code.replaceAll(/from '(\.[^']*)'/g, (_, path: string) => `from '${from(path)}'`),
  );
  return file;
}

async function load<T>(about: string, name: string): Promise<T> {
  const module = (await import(written(about))) as Readonly<Record<string, T>>;
  return module[name]!;
}

function items(draw: Draw): void {
  for (let more = 6; more > 0; more--) draw.scope('item', () => draw.integer(0, 99));
}
const alphabet = new Alphabet();
const record = (sequence?: ChoiceSequence): ChoiceSequence =>
  replay(items, { alphabet, seed: 3, ...(sequence && { sequence }) }).record;

describe('the examples of how to add things', () => {
  it('compile, and are under a hundred lines', () => {
    expect(examples.length).toBe(7);
    const declarations = ['src/target/features/lcov-parse.d.ts'];
    const files = [...declarations, ...examples.map((code) => written(code))];
    const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--skipLibCheck'];
    const module = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node', '--ignoreConfig'];
    const allow = ['--allowImportingTsExtensions', '--typeRoots', resolve('node_modules/@types')];
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, ...module, ...allow, ...files], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    for (const code of examples) expect(code.split('\n').length).toBeLessThan(100);
  });

  it('an operator names a part that another scope takes the place of', async () => {
    const mutator = await load<Mutator>('firstOverLast', 'firstOverLast');
    const material = { parent: record(), rng: makeRandom(1), donors: [], structurePreference: 1 };
    const parts = mutator.propose({ ...material, mostWords: Infinity })!;
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({ label: 'item', origin: { op: 0 } });
  });

  it('an arm asks for tests of half the size', async () => {
    const arm = await load<Arm>('half: Arm', 'half');
    const material = { seed: 9, anyEntry: () => ({ info: { choices: 31 } }) } as unknown as ArmMaterial;
    expect(arm.propose(material)).toEqual({ request: { seed: 9, limits: { maxChoices: 15 } } });
  });

  it('a pass lists sequences with half of the scopes', async () => {
    const pass = await load<Pass>('halfOfScopes', 'halfOfScopes');
    const best = record();
    const sizes: number[] = [];
    const considerFirst = (candidates: Iterable<{ make: () => ChoiceSequence }>): Promise<number> => {
      for (const candidate of candidates) sizes.push(candidate.make().scopeCount);
      return Promise.resolve(-1);
    };
    await pass.run({ best, considerFirst } as never);
    expect(sizes).toEqual([3, 3]);
  });

  it('a source knows what its programs print', { timeout: 60_000 }, async () => {
    const source = openSource(await load<FunctionDefinition>('switchesSource', 'default'));
    onTestFinished(() => source.close());
    const folder = temporaryFolder();
    const printed = new Set<string>();
    for (let seed = 0; seed < 8; seed++) {
      const made = await source.run({ seed });
      if (made.outcome !== 'ok') throw new Error(made.outcome);
      const { files, truth } = made.program;
      const file = join(folder, 'test.c');
      writeFileSync(file, files[0]!.bytes);
      expect(spawnSync('gcc-12', ['-O2', '-Werror', '-o', join(folder, 'program'), file]).status).toBe(0);
      const { stdout } = spawnSync(join(folder, 'program'));
      expect(stdout.equals(outcomesOf(truth!)[0]!.stdout)).toBe(true);
      printed.add(stdout.toString());
    }
    expect(printed.size).toBeGreaterThan(2);
  });

  it('a target accepts what it should, and nothing else', { timeout: 60_000 }, async () => {
    type Assembler = new (program: string, executor: ServerCommand) => Target;
    const AssemblerTarget = await load<Assembler>('class AssemblerTarget', 'AssemblerTarget');
    const target = new AssemblerTarget('/usr/bin/as', await prepareExecutor(world.cache, world.searchPath));
    onTestFinished(() => target.close());
    const ask = async (text: string): Promise<Execution> => {
      const configurations = [{ args: [], emit: 'object' as const }];
      const program = programOf(text, 'text');
      return (await target.execute({ program, configurations, limits: usualExecutionLimits }))[0]!;
    };
    const good = await ask('.text\nnop\n');
    expect(good.outcome).toBe('ok');
    expect(Buffer.from(good.output).subarray(1, 4).toString()).toBe('ELF');
    expect(await ask('nothing like it\n')).toMatchObject({ outcome: 'rejected' });
  });

  it('an oracle tells a compiler whose objects change', { timeout: 60_000 }, async () => {
    type Oracle = (
      laboratory: Laboratory,
      ...about: readonly unknown[]
    ) => Promise<{ key: string } | undefined>;
    const findUnstableObject = await load<Oracle>('findUnstableObject', 'findUnstableObject');
    let times = 0;
    const changing = {
      name: 'gcc-99',
      execute: () =>
        Promise.resolve([{ outcome: 'ok', output: Buffer.from([times++ >> 1]) } as unknown as Execution]),
      close: () => Promise.resolve(),
    } as unknown as Target;
    const laboratory = await Laboratory.open(world, [changing]);
    onTestFinished(() => laboratory.close());
    const program = programOf('int f(int x) { return x + 1; }');
    const found = await findUnstableObject(laboratory, program, { compiler: 'gcc-99', args: [] });
    expect(found?.key).toBe('unstable-object | gcc-99');
    const fine = await findUnstableObject(laboratory, program, { compiler: 'gcc-12', args: ['-O2'] });
    expect(fine).toBeUndefined();
  });
});
