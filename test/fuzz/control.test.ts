/** The compiler before a change, asked about tests: the compilers and the programs are real. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Control, type Controlled } from '../../src/fuzz/control.ts';
import { programOf } from '../../src/program/index.ts';
import { Focus } from '../../src/search/index.ts';
import { featureAt } from '../../src/serve/index.ts';
import { openTarget, packFeatures, type Target } from '../../src/target/index.ts';
import { world } from '../target/world.ts';

const here = packFeatures(Uint32Array.of(featureAt(7, 1)));
const place = (edge: number): Focus => new Focus({ name: 'there', edges: new Set([edge]) });

describe('a control', () => {
  let target: Target;
  beforeAll(async () => {
    target = await openTarget('gcc-12', world);
  });
  afterAll(async () => target.close());

  /** Compiles with the control's own compiler, at another level for other code. */
  async function compare(control: Control, text: string, level = '-O1'): Promise<Controlled> {
    const program = programOf(text);
    const at = (word: string): Parameters<Target['execute']>[0] => ({
      program,
      configurations: [{ args: [word], emit: 'object' }],
    });
    return control.compare(target, at('-O1'), await target.execute(at(level)), { all: here });
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
