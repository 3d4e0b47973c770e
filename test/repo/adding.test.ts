/** Every example of docs/adding.md is compiled as if it lay where it says, and does what it says. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Alphabet, type ChoiceSequence, type Draw, makeRandom, replay } from '../../src/choice/index.ts';
import type { Mutator } from '../../src/mutate/mutator.ts';
import type { Pass } from '../../src/reduce/choices/passes/pass.ts';
import type { Arm, ArmMaterial } from '../../src/search/arm.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const page = readFileSync('docs/adding.md', 'utf8');
const examples = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code!);

/** The example in a file elsewhere, with its imports leading where they would from its own place. */
function written(about: string): string {
  const code = examples.find((example) => example.includes(about))!;
  const place = /^\/\/ (src\/\S+)$/m.exec(code)![1]!;
  const file = join(temporaryFolder(), 'example.ts');
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
    expect(examples.length).toBe(3);
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
});
