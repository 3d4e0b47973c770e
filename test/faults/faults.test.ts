import { expect, it } from 'vitest';
import { runFaults } from './suite.ts';

/** To try it harder: `npm run -s bench -- faults`, or `FAULTS=20000 npx vitest run test/faults`. */
const count = Number(process.env['FAULTS'] ?? 2_000);

it(`nothing is lost, and nobody sees a stack, in ${count} cases of damage, kills, full disks and odd words`, async () => {
  let cases = 0;
  for await (const { cases: more, complaints } of runFaults(count, 1)) {
    expect(complaints.slice(0, 5)).toEqual([]);
    cases += more;
  }
  expect(cases).toBe(count);
}, 600_000);
