/** The compiler before a change, asked about tests: the compilers and the programs are real. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Control, type Controlled } from '../../src/fuzz/control.ts';
import { isSameCode } from '../../src/fuzz/control.ts';
import { programOf } from '../../src/program/index.ts';
import { Focus } from '../../src/search/index.ts';
import { featureAt } from '../../src/serve/index.ts';
import { openTarget, packFeatures, type Target } from '../../src/target/index.ts';
import { world } from '../target/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const here = packFeatures(Uint32Array.of(featureAt(7, 1)));
const place = (edge: number): Focus => new Focus({ name: 'there', edges: new Set([edge]) });

/** An object whose compiler has another name. */
function called(object: Uint8Array, name: string): Buffer {
  const folder = temporaryFolder();
  const [file, comment] = [join(folder, 'x.o'), join(folder, 'name')];
  writeFileSync(file, object);
  writeFileSync(comment, name);
  execFileSync('objcopy', [`--update-section=.comment=${comment}`, file]);
  return readFileSync(file);
}

describe('a control', () => {
  let target: Target;
  beforeAll(async () => {
    target = await openTarget('gcc-12', world);
  });
  afterAll(async () => target.close());

  /** Compiles with the control's own compiler, at another level for other code. */
  async function compare(control: Control, text: string, args = '-O1'): Promise<Controlled> {
    const program = programOf(text);
    const at = (words: string): Parameters<Target['execute']>[0] => ({
      program,
      configurations: [{ args: words.split(' '), emit: 'object' }],
    });
    return control.compare(target, at('-O1'), await target.execute(at(args)), { all: here });
  }
  const sum = (n: number): string =>
    `int f(int *p) { int s = ${n}; for (int i = 0; i < 9; i++) s += p[i]; return s; }`;

  it('tells the same code from other code, and what that cost', async () => {
    const control = new Control();
    const same = await compare(control, sum(1));
    expect(same.isOther).toBe(false);
    expect(same.cpuMs).toBeGreaterThan(0);
    expect((await compare(control, sum(1), '-O3')).isOther).toBe(true);
  });

  it('does not compare what compilers call themselves', async () => {
    const objectOf = async (text: string, ...args: readonly string[]): Promise<Uint8Array> => {
      const configurations = [{ args: ['-O1', ...args], emit: 'object' }] as const;
      const [made] = await target.execute({ program: programOf(text), configurations });
      return made!.output;
    };
    const text = `${sum(1)} int zeros[99]; char *name = "text";`;
    const object = await objectOf(text);
    const [mine, theirs] = [called(object, 'gcc'), called(object, 'gcc of somebody')];
    expect(mine.equals(theirs)).toBe(false);
    expect(isSameCode(mine, theirs)).toBe(true);
    for (const other of [text.replace('text', 'test'), text.replace('99', '98'), text.replace('= 1', '= 2')])
      expect(isSameCode(object, await objectOf(other))).toBe(false);
    expect(isSameCode(object, await objectOf(text, '-g'))).toBe(false);
    expect(isSameCode(object, object.slice(0, 900))).toBe(false);
  });

  it('asks nothing about a test that does not reach the changed functions', async () => {
    expect(await compare(new Control(place(8)), sum(1), '-O3')).toEqual({ isOther: false, cpuMs: 0 });
    expect((await compare(new Control(place(7)), sum(1), '-O3')).isOther).toBe(true);
  });

  it('does not take a refusal for the same code', async () => {
    const request = {
      program: programOf('int x = y;'),
      configurations: [{ args: ['-O1'], emit: 'object' }],
    } as const;
    const made = await target.execute({ ...request, program: programOf('int x;') });
    expect((await new Control().compare(target, request, made, { all: here })).isOther).toBe(true);
  });

  it('is asked no more if nearly every test has other code', async () => {
    const control = new Control();
    for (let n = 0; n < 40; n++) expect((await compare(control, sum(n), '-O3')).cpuMs).toBeGreaterThan(0);
    expect(await compare(control, sum(40), '-O1')).toEqual({ isOther: true, cpuMs: 0 });
  }, 120_000);
});
