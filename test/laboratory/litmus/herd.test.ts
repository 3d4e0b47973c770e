/** The models of Armv8, RISC-V and POWER against verdicts of herd7, which `npm run bench -- litmus-herd` asks for more of. */
import { expect, it } from 'vitest';
import {
  drawMachineTest,
  herdText,
  statesByHerd,
  statesByJudge,
} from '../../../bench/litmus/machine-tests.ts';
import { herdArmv8 } from './herd-armv8.ts';
import { herdPower } from './herd-power.ts';
import { herdRiscV } from './herd-riscv.ts';

const verdicts = { armv8: herdArmv8, riscv: herdRiscV, power: herdPower };
const names = ['armv8', 'riscv', 'power'] as const;

it.each(names)(
  'gives random programs on %s all the outcomes that herd7 gives them, and no others',
  (name) => {
    const lines = verdicts[name];
    expect(lines.length).toBeGreaterThan(200);
    for (const line of lines) {
      const [text = '', states = ''] = line.split(' -> ');
      expect(statesByJudge(name, text), text).toEqual(states.split(', '));
    }
  },
);

it.each(names)(
  'leaves accesses out of programs on %s where nobody looks at a location, and no outcome is lost or won by it',
  (name) => {
    for (const line of verdicts[name]) {
      const [text = '', states = ''] = line.split(' -> ');
      const seen = states.split(', ').map((state) =>
        state
          .split(' ')
          .filter((each) => each.includes(':'))
          .join(' '),
      );
      const asked = { hasLocations: false };
      expect(statesByJudge(name, text, asked), text).toEqual([...new Set(seen)].toSorted());
    }
  },
);

it('draws the same program for the same seed, in words of herd7 too', () => {
  const text = drawMachineTest('riscv', 3);
  expect(drawMachineTest('riscv', 3)).toBe(text);
  expect(drawMachineTest('riscv', 4)).not.toBe(text);
  expect(herdText('riscv', 'T1', text)).toMatch(/^RISCV T1\n\{ 0:x9=x; /);
});

it('reads what herd7 prints', () => {
  const printed = 'Test T1 Allowed\nStates 2\n0:X6=1; [x]=2;\n0:X6=0; [x]=1;\nNo\nWitnesses\n';
  const read = new Map([['T1', ['0:X6=0 x=1', '0:X6=1 x=2']]]);
  expect(statesByHerd(printed)).toEqual(read);
  expect(statesByHerd(printed.replace('No\n', 'Loop No\n'))).toEqual(read);
});
