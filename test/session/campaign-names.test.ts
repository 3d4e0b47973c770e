/** Names of edges for a campaign that came from somebody else: looking starts no program. */
import { expect, it } from 'vitest';
import type { Manifest } from '../../src/campaign/index.ts';
import { campaignNames } from '../../src/session/campaign-names.ts';
import { world } from '../target/world.ts';

const manifest: Manifest = {
  format: 1,
  cgfuzz: '0.1.0',
  startedAt: '',
  sources: ['json'],
  target: 'executable:/bin/parser',
  build: 'parser-0123456789abcdef',
  seed: 1,
  strategy: 'guided',
  args: [],
};

it('does not start the program of a stranger, and says so', async () => {
  const { names, why } = await campaignNames(manifest, world, false);
  expect(names).toBeUndefined();
  expect(why).toContain('executable:/bin/parser is not started');
});

it('names the edges of a compiler that cgfuzz built, whoever began the campaign', async () => {
  const { why } = await campaignNames({ ...manifest, target: 'clang-19', build: 'gone' }, world, false);
  expect(why).toContain('the build gone of the target is not on this machine');
});
