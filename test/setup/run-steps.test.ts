import { describe, expect, it } from 'vitest';
import { Checkout } from './checkout.ts';

/** Two steps that leave a file each, and a trace of every time they run. */
const twoSteps = `[
  { ...common, name: 'make a', isDone: has('a'), run: sh('echo a >> trace; touch a') },
  { ...common, name: 'make b', isDone: has('b'), run: sh('echo b >> trace; touch b') },
]`;

/** A step that takes its time: it begins, waits for the test's word, and ends. */
const slowStep = `[
  {
    ...common, name: 'be slow', isDone: has('slow'),
    run: sh('echo begun >> trace; touch begun; while [ ! -e go-on ]; do sleep 0.02; done; echo ended >> trace; touch slow'),
  },
]`;

function checkoutWith(steps: string): Checkout {
  const checkout = new Checkout();
  checkout.writeSteps(steps);
  return checkout;
}

describe('setting up', () => {
  it('runs what is left, in order, and says so', async () => {
    const checkout = checkoutWith(twoSteps);
    const { code, output } = await checkout.run();
    expect(code).toBe(0);
    expect(checkout.read('trace')).toBe('a\nb\n');
    expect(output).toMatch(/\[1\/2\] make a \(for a test\)[^]*make a: done[^]*\[2\/2\] make b/);
  });

  it('skips what is done, and is silent when all is', async () => {
    const checkout = checkoutWith(twoSteps);
    checkout.write('a', '');
    expect((await checkout.run()).output).toMatch(/^\[1\/1\] make b/);
    expect(await checkout.run()).toMatchObject({ code: 0, output: '' });
    expect(checkout.read('trace')).toBe('b\n');
  });

  it('tells what to do by hand where a step fails, and stops there', async () => {
    const checkout = checkoutWith(`[
      { ...common, name: 'make a', isDone: has('a'), run: sh('echo no such wire >&2; exit 7') },
      { ...common, name: 'make b', isDone: has('b'), run: sh('touch b') },
    ]`);
    const { code, output } = await checkout.run();
    expect(code).toBe(1);
    expect(output).toContain('error: could not make a, needed for a test');
    expect(output).toContain('exit code 7\n  no such wire\n  by hand:\n    do it yourself');
    expect(output).not.toMatch(/^\s+at /m);
    expect(checkout.has('b')).toBe(false);
  });

  it('does not believe a command that ends well and leaves nothing', async () => {
    const checkout = checkoutWith(
      `[{ ...common, name: 'make a', isDone: has('a'), run: sh('echo all fine') }]`,
    );
    const { code, output } = await checkout.run();
    expect(code).toBe(1);
    expect(output).toMatch(/the result is not whole\n {2}all fine/);
  });

  it('shows a bug of a step with its stack', async () => {
    const checkout = checkoutWith(
      `[{ ...common, name: 'make a', isDone: has('a'), run: () => { throw new Error('bug'); } }]`,
    );
    expect((await checkout.run()).output).toMatch(/Error: bug\n\s+at /);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('can be interrupted by %s and goes on later', async (signal) => {
    const checkout = checkoutWith(slowStep);
    const { child, ended } = checkout.start();
    await checkout.until('begun');
    child.kill(signal);
    expect(await ended).toMatchObject({ code: signal === 'SIGINT' ? 130 : 143 });
    checkout.write('go-on', '');
    expect(await checkout.run()).toMatchObject({ code: 0 });
    expect(checkout.read('trace')).toBe('begun\nbegun\nended\n');
  });

  it('runs each step once when started twice at the same time', async () => {
    const checkout = checkoutWith(slowStep);
    const first = checkout.start();
    await checkout.until('begun');
    const second = checkout.start();
    checkout.write('go-on', '');
    expect(await first.ended).toMatchObject({ code: 0 });
    expect(await second.ended).toMatchObject({ code: 0 });
    expect(checkout.read('trace')).toBe('begun\nended\n');
  });

  it('waits for what a killed run has left behind', async () => {
    const checkout = checkoutWith(slowStep);
    const first = checkout.start();
    await checkout.until('begun');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = checkout.start();
    checkout.write('go-on', '');
    expect(await second.ended).toMatchObject({ code: 0 });
    expect(checkout.read('trace')).toBe('begun\nended\n');
  });
});
