/** Chains as people write them: a source and stages by name or by path, and what is said of bad ones. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modulesOf } from '../../src/generators/chains.ts';
import { findSource } from '../../src/generators/sources.ts';
import { whereSourceIs } from '../../src/session/sources-given.ts';
import { openSource } from '../../src/source/index.ts';
import { UserError } from '../../src/util/user-error.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function refusal(text: string, cwd = '/'): Promise<string> {
  try {
    await findSource(text, cwd);
  } catch (error) {
    if (error instanceof UserError) return [error.message, ...error.hints].join('\n');
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

const good = `export default {
  name: 'shout', summary: 'comments', reads: 'c',
  edit: (draw, { text }) => draw.boolean() ? [{ begin: 0, end: 0, text: '/* shout */' }] : [],
};`;

describe('a chain by name', () => {
  it('is a source of that name with its stages, however it is spaced', async () => {
    for (const text of ['small-c | relax', 'small-c|relax', ' small-c |  relax ']) {
      const { name, stages, language } = await findSource(text, '/');
      expect([name, language, stages?.map((stage) => stage.name)]).toEqual([
        'small-c | relax',
        'c',
        ['relax'],
      ]);
    }
  });

  it('takes settings of its source', async () => {
    expect((await findSource('loom size=40 | relax', '/')).name).toBe('loom size=40 | relax');
  });

  it.each([
    ['small-c | rela', /no stage named "rela"[^]*did you mean relax/],
    ['small-c | swap', /no stage named "swap"[^]*known stages: relax[^]*as in/],
    ['relax', /relax is a stage[^]*csmith-scoped \| relax/],
    ['| relax', /begins with a source/],
    ['relax | small-c', /relax is a stage/],
    ['small-c |', /a stage after each \|/],
    ['small-c | relax | relax', /relax stands twice[^]*--source "small-c \| relax"/],
  ])('is refused as %s', async (text, message) => {
    expect(await refusal(text)).toMatch(message);
  });
});

describe('a stage of somebody’s own', () => {
  it('is found by the path of its module, and found again by what the campaign noted', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'shout.mjs'), good);
    const chain = await findSource('small-c | ./shout.mjs | relax', folder);
    expect(chain.name).toBe('small-c | shout | relax');
    const modules = modulesOf(chain);
    expect(modules).toEqual({ shout: join(folder, 'shout.mjs') });
    const again = await findSource(whereSourceIs(chain.name, modules), '/');
    expect(again.name).toBe(chain.name);
    const source = openSource(again);
    const firsts = new Set<boolean>();
    for (let seed = 0; seed < 20; seed++) {
      const made = await source.run({ seed });
      if (made.outcome === 'ok')
        firsts.add(Buffer.from(made.program.files[0]!.bytes).toString().startsWith('/* shout */'));
    }
    await source.close();
    expect(firsts).toEqual(new Set([true, false]));
  });

  it.each([
    ['export default 5', /does not define a stage: its default export is no object/],
    ["export default { summary: '', reads: 'c', edit() {} }", /no name/],
    ["export default { name: 'a|b', summary: '', reads: 'c', edit() {} }", /\| or a comma/],
    ["export default { name: 'a', reads: 'c', edit() {} }", /no summary/],
    [
      "export default { name: 'a', summary: '', reads: 'java', edit() {} }",
      /reads is "java"; allowed: c, c\+\+/,
    ],
    [
      "export default { name: 'a', summary: '', reads: 'c', needs: 'luck', edit() {} }",
      /needs is "luck"; allowed: statements, run/,
    ],
    ["export default { name: 'a', summary: '', reads: 'c' }", /edit is no function/],
    ['export default {', /cannot load the stage/],
    ["throw new Error('oh')", /cannot load the stage[^]*oh/],
  ])('is refused as %s', async (text, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'stage.mjs'), text);
    expect(await refusal('small-c | ./stage.mjs', folder)).toMatch(message);
  });

  it('is refused behind a source of another language', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'shout.mjs'), good.replace("reads: 'c'", "reads: 'c++'"));
    expect(await refusal('small-c | ./shout.mjs', folder)).toMatch(
      /shout reads c\+\+, and small-c writes c\n/,
    );
  });

  it('is stopped where it never ends', { timeout: 60_000 }, async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'loop.mjs'), good.replace(/edit:.*/, 'edit: () => { for (;;); },'));
    const source = openSource(await findSource('small-c | ./loop.mjs', folder));
    const ends: string[] = [];
    for (let seed = 0; seed < 20 && !ends.includes('overrun'); seed++)
      ends.push((await source.run({ seed })).outcome);
    await source.close();
    expect(ends).toContain('overrun');
  });
});
