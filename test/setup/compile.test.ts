import { describe, expect, it } from 'vitest';
import { Checkout } from './checkout.ts';

const step = `[compileStep({
  name: 'build', why: 'a test', project: 'tsconfig.build.json', sources: ['src'], output: 'dist',
})]`;

/** A compiler that copies; the last of its arguments is the output folder. */
const copyingCompiler = `
  const { cpSync, appendFileSync } = require('node:fs');
  appendFileSync('trace', 'compiled\\n');
  cpSync('src', process.argv.at(-1), { recursive: true });`;

function newCheckout(compiler: string = copyingCompiler): Checkout {
  const checkout = new Checkout();
  checkout.writeSteps(step);
  checkout.write('src/deep/a.ts', 'first');
  for (const file of ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'])
    checkout.write(file, '{}');
  checkout.write('node_modules/typescript/bin/tsc', compiler);
  return checkout;
}

describe('a compiled folder', () => {
  it('is built once, and again when a source has another content', async () => {
    const checkout = newCheckout();
    await checkout.run();
    await checkout.run();
    checkout.write('src/deep/a.ts', 'first');
    await checkout.run();
    expect(checkout.read('trace')).toBe('compiled\n');
    checkout.write('src/deep/a.ts', 'second');
    await checkout.run();
    expect(checkout.read('trace')).toBe('compiled\ncompiled\n');
    expect(checkout.read('dist/deep/a.ts')).toBe('second');
  });

  it.each(['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'src/new.ts'])(
    'is built again when %s changes',
    async (file) => {
      const checkout = newCheckout();
      await checkout.run();
      checkout.write(file, '{ "other": 1 }');
      await checkout.run();
      expect(checkout.read('trace')).toBe('compiled\ncompiled\n');
    },
  );

  it('keeps no output of a source that is gone, and leaves nothing beside it', async () => {
    const checkout = newCheckout();
    checkout.write('dist/gone.js', 'stale');
    checkout.write('dist.next/half.js', 'of an interrupted build');
    await checkout.run();
    expect(checkout.has('dist/gone.js')).toBe(false);
    expect(checkout.has('dist/half.js')).toBe(false);
    expect(checkout.has('dist.next')).toBe(false);
    expect(checkout.has('dist.old')).toBe(false);
  });

  it('stays as it was when the compiler fails', async () => {
    const checkout = newCheckout();
    await checkout.run();
    checkout.write('src/deep/a.ts', 'second');
    checkout.write('node_modules/typescript/bin/tsc', `console.log('a.ts(1,1): wrong'); process.exit(2);`);
    const { code, output } = await checkout.run();
    expect(code).toBe(1);
    expect(output).toContain('a.ts(1,1): wrong');
    expect(checkout.read('dist/deep/a.ts')).toBe('first');
  });

  it('is built again after a run that was killed in the middle', async () => {
    const checkout = newCheckout(`
      require('node:fs').mkdirSync(process.argv.at(-1));
      require('node:fs').writeFileSync(process.argv.at(-1) + '/half.js', '');
      process.kill(process.ppid, 'SIGKILL');`);
    expect(await checkout.run()).toMatchObject({ signal: 'SIGKILL' });
    expect(checkout.has('dist')).toBe(false);
    checkout.write('node_modules/typescript/bin/tsc', copyingCompiler);
    expect(await checkout.run()).toMatchObject({ code: 0 });
    expect(checkout.read('dist/deep/a.ts')).toBe('first');
    expect(checkout.has('dist/half.js')).toBe(false);
  });
});
