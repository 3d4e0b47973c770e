/** The meaning of "the same code": real objects, damaged ones, and padding in other words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Laboratory } from '../../../src/laboratory/index.ts';
import {
  differenceIn,
  objectPartsOf,
  withPlainPadding,
} from '../../../src/oracle/invariance/object-parts.ts';
import { programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(() => laboratory.close());

async function objectOf(
  text: string,
  args: readonly string[] = [],
  compiler = 'clang-19-stock',
): Promise<Uint8Array> {
  const [execution] = await laboratory.compile(programOf(text), [{ compiler, args: ['-O1', ...args] }]);
  expect(execution?.outcome).toBe('ok');
  return execution!.output;
}

const text =
  'int g(int); static int k[3]; int f(int a) { return k[a] + g(7); } void s(int v) { k[1] = v; }\n';
const backEnds = ['x86_64', 'i686', 'aarch64', 'powerpc64le', 'riscv32', 'mips64', 's390x'].map(
  (name) => `--target=${name}-linux-gnu`,
);

describe('two objects', () => {
  it.each(backEnds)('are told apart by one constant, and equal for equal programs: %s', async (backEnd) => {
    const parts = objectPartsOf(await objectOf(text, [backEnd]))!;
    expect(differenceIn(parts, objectPartsOf(await objectOf(text, [backEnd, '-g']))!)).toBeUndefined();
    const other = objectPartsOf(await objectOf(text.replace('g(7)', 'g(8)'), [backEnd]))!;
    expect(differenceIn(parts, other)).toMatchObject({ section: '.text', on: 'f' });
  });

  it('are told apart by a symbol that a relocation names, by data, and by what others see', async () => {
    const parts = objectPartsOf(await objectOf(text))!;
    const called = objectPartsOf(await objectOf(text.replaceAll('g(', 'e(')))!;
    expect(differenceIn(parts, called)).toMatchObject({ section: '.text', on: 'f' });
    const data = async (value: string): Promise<NonNullable<ReturnType<typeof objectPartsOf>>> =>
      objectPartsOf(await objectOf(`int d[2] = {1, ${value}};\n`))!;
    expect(differenceIn(await data('2'), await data('3'))).toMatchObject({ section: '.data' });
    const hidden = objectPartsOf(
      await objectOf(text.replace('int f', '__attribute__((visibility("hidden"))) int f')),
    )!;
    expect(differenceIn(parts, hidden)).toMatchObject({ section: 'symbols' });
  });

  it('have no parts where one is cut short anywhere, or is no object', async () => {
    const object = await objectOf(text);
    for (let length = 0; length < object.length; length += 7)
      expect(() => objectPartsOf(object.subarray(0, length)), `${length}`).not.toThrow();
    expect(objectPartsOf(object.subarray(0, 100))).toBeUndefined();
    expect(objectPartsOf(Buffer.from('no object at all'))).toBeUndefined();
  });
});

it('takes padding of one length for the same, whatever its words, and leaves code alone', () => {
  const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
  const long = bytes('c3 66 2e 0f 1f 84 00 00 00 00 00 66 90');
  expect(withPlainPadding(long)).toEqual(bytes('c3 90 90 90 90 90 90 90 90 90 90 90 90'));
  expect(withPlainPadding(bytes('0f 1f 40 00 0f 1f 00'))).toEqual(bytes('90 90 90 90 90 90 90'));
  const code = bytes('48 89 e5 66 89 07 0f af c7 c3');
  expect(withPlainPadding(code)).toEqual(code);
});
