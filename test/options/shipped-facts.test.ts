/** Effects of options that come with cgfuzz: believed for the very package alone, and checked against this processor. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Laboratory } from '../../src/laboratory/index.ts';
import { openOptionSpace } from '../../src/options/index.ts';
import { effectsHere } from '../../src/options/probe.ts';
import { shippedEffects, shippedFolder, type ShippedFacts } from '../../src/options/shipped-facts.ts';
import { worldOf } from '../../src/session/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const world = worldOf({ env: process.env });
const laboratory = await Laboratory.open(world);
afterAll(() => laboratory.close());

const facts: ShippedFacts = {
  compiler: 'gcc-99 (Debian 99.1.0-1) 99.1.0',
  rules: 'r',
  effects: {
    active: ['-fa'],
    quiet: ['-fb'],
    elsewhere: [],
    refused: ['-fc'],
    'not-linked': [],
    different: [],
  },
};

describe('effects that come with cgfuzz', () => {
  it('are those of the release, whatever the revision of its package, under the very rules', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'gcc-99.json'), JSON.stringify(facts));
    const asked = (more: Partial<ShippedFacts>): number =>
      shippedEffects('gcc-99', { ...facts, ...more }, folder).size;
    expect(asked({})).toBe(3);
    expect(asked({ compiler: 'gcc-99 (Debian 99.1.0-2~deb13u1) 99.1.0' })).toBe(3);
    expect(asked({ compiler: 'gcc-99 (Debian 99.2.0-1) 99.2.0' })).toBe(0);
    expect(asked({ rules: 'other' })).toBe(0);
    expect(shippedEffects('gcc-98', facts, folder).size).toBe(0);
    expect(shippedEffects('gcc-99', facts, folder).get('-fb')).toBe('quiet');
  });

  it('become those of this processor: code for a newer one is for elsewhere', async () => {
    // No processor has both: one is of AMD's Bulldozer, the other of Intel's Knights Mill.
    const ways = [['-march=native'], ['-mxop', '-mavx5124fmaps'], ['-fno-plt'], ['-mfpmath=sse']];
    const known = async (effect: 'active' | 'refused', isLate: boolean): Promise<unknown[]> => {
      const here = await effectsHere(
        laboratory,
        'gcc-12',
        ways,
        () => effect,
        () => isLate,
      );
      return ways.map((way) => here.get(way));
    };
    expect(await known('active', false)).toEqual(['active', 'elsewhere', 'active', 'active']);
    expect(await known('refused', false)).toEqual(Array(4).fill('refused'));
    // Without time, only answers that do not depend on the processor count.
    expect(await known('active', true)).toEqual([undefined, undefined, 'active', undefined]);
  });

  it('are not learnt again: a campaign with gcc-12 and an empty cache tries no option', async () => {
    const cache = join(temporaryFolder(), 'cgfuzz');
    mkdirSync(cache);
    const steps: string[] = [];
    const say = (step: string): void => void steps.push(step);
    const wanted = { tier: 'documented', machines: [] } as const;
    const { space } = await openOptionSpace('gcc-12', wanted, { ...world, cache }, { say });
    expect(steps).toEqual([]);
    expect(space).toBeDefined();
    expect(readdirSync(join(cache, 'options'))).toHaveLength(1);
  });

  it.each(readdirSync(shippedFolder))('%s is of a package of Debian, and of the rules of today', (file) => {
    const { compiler, rules } = JSON.parse(readFileSync(join(shippedFolder, file), 'utf8')) as ShippedFacts;
    expect(compiler).toMatch(/Debian/);
    const gcc = JSON.parse(readFileSync(join(shippedFolder, 'gcc-12.json'), 'utf8')) as ShippedFacts;
    expect(rules).toBe(gcc.rules);
  });
});
