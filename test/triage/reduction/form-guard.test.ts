/** A crash of a compiler needs no run: another compiler must accept the program, and that is all. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { FormGuard } from '../../../src/triage/reduction/form-guard.ts';
import { world } from '../../target/world.ts';

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(() => laboratory.close());

const open = (text: string): Promise<FormGuard> => FormGuard.open(laboratory, programOf(text), ['-O2']);

it(
  'allows undefined behaviour, and refuses what no compiler should have to accept',
  { timeout: 60_000 },
  async () => {
    const guard = await open('int f(void) { return 1; }\nint main(void) { return f() - 1; }\n');
    expect(guard.verdict).toBe('valid');
    const allows = (text: string): Promise<boolean> => guard.allows(programOf(text));
    expect(await allows('int a[1];\nint main(void) { return a[7] / 0; }\n')).toBe(true);
    for (const text of [
      'int main(void) { return f() - 1; }\n',
      'int main(void) { return *; }\n',
      'int main(void) { int *p = 1; return *p; }\n',
    ])
      expect(await allows(text)).toBe(false);
  },
);

it('asks no more of a program than the original gives', { timeout: 60_000 }, async () => {
  const loose = await open('int f(void) {}\nint main(void) { return f(); }\n');
  expect(loose.verdict).toBe('suspicious');
  expect(await loose.allows(programOf('int f(void) {}\nint main(void) { f(); }\n'))).toBe(true);
  const broken = await open('int main(void) { return *; }\n');
  expect(broken.verdict).toBe('unknown');
  expect(await broken.allows(programOf('int main(void) { return +; }\n'))).toBe(true);
});
