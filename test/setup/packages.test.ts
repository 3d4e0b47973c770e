import { expect, it } from 'vitest';
import { needs } from '../../src/cli/doctor/packages.ts';

it('set-up installs all that `cgfuzz doctor` looks for and the first campaign needs', async () => {
  // By a variable, since plain JavaScript has no types here.
  const steps = '../../setup/steps.mjs';
  const { debianPackages } = (await import(steps)) as {
    readonly debianPackages: Readonly<Record<string, string>>;
  };
  const needed = needs.filter(({ isOptional }) => isOptional !== true).flatMap(({ packages }) => packages);
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.filter((name) => !(name in debianPackages))).toEqual([]);
});
