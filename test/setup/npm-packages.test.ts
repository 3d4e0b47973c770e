import { describe, expect, it } from 'vitest';
import { Checkout } from './checkout.ts';

/** Says whether the step thinks that the packages are there; a step that runs would need the network. */
const step = `[{ ...npmStep, run: () => { console.log('would install'); process.exit(9); } }]`;

const lock = (version: string): string =>
  JSON.stringify({
    packages: {
      '': { name: 'x' },
      'node_modules/a': { version },
      'node_modules/for-another-system': { version, optional: true },
    },
  });

function newCheckout(): Checkout {
  const checkout = new Checkout();
  checkout.writeSteps(step);
  checkout.write('package-lock.json', lock('1.0.0'));
  checkout.write('node_modules/a/package.json', '{}');
  checkout.write('node_modules/.package-lock.json', lock('1.0.0'));
  return checkout;
}

describe('the npm packages', () => {
  it('are there when npm says so and their folders are', async () => {
    const checkout = newCheckout();
    checkout.write('node_modules/for-another-system/package.json', '{}');
    expect(await checkout.run()).toMatchObject({ code: 0, output: '' });
  });

  it('may lack an optional one', async () => {
    const checkout = newCheckout();
    checkout.write('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
    expect(await checkout.run()).toMatchObject({ code: 0, output: '' });
  });

  it.each([
    ['the lock file has moved on', 'package-lock.json', lock('1.0.1')],
    ['npm was interrupted before its last word', 'node_modules/.package-lock.json', ''],
    ['npm knows another set', 'node_modules/.package-lock.json', '{"packages":{}}'],
  ])('are installed when %s', async (_why, path, text) => {
    const checkout = newCheckout();
    checkout.write('node_modules/for-another-system/package.json', '{}');
    checkout.write(path, text);
    expect(await checkout.run()).toMatchObject({ code: 9 });
  });

  it('are installed when a folder has gone', async () => {
    const checkout = newCheckout();
    expect(await checkout.run()).toMatchObject({ code: 9 });
  });
});
