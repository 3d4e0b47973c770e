/** Machines whose integers are not those that a source knows its outputs by. */
import { expect, it } from 'vitest';
import { checkIntegers, checkLanguage, checkRounding } from '../../src/session/with-options.ts';
import { findSource } from '../../src/generators/sources.ts';

const onArm = { target: 'arm-linux-gnueabihf-gcc-12', args: ['-O2'] };

it('loom is refused where long has 32 bits, unless it leaves such types out', async () => {
  const [all, some] = await Promise.all(
    ['loom', 'loom without=long without=int128'].map((name) => findSource(name, '/')),
  );
  expect(() => checkIntegers(onArm, [all!])).toThrow('where long has 32 bits');
  expect(() => checkIntegers({ target: 'clang-19', args: ['--target=i686-linux-gnu'] }, [all!])).toThrow(
    'i686',
  );
  checkIntegers(onArm, [some!]);
  checkIntegers({ target: 'riscv64-linux-gnu-gcc-12', args: [] }, [all!]);
  checkIntegers({ target: 'clang-19', args: ['--target=hexagon'] }, [all!]);
});

it('loom for AVR is refused where int has 32 bits, and all other programs where it has 16', async () => {
  const [usual, narrow, csmith] = await Promise.all(
    ['loom', 'loom language=avr', 'csmith-scoped'].map((name) => findSource(name, '/')),
  );
  const onClang = { target: 'clang-19', args: ['--target=avr', '-mmcu=atmega2560'] };
  for (const where of [{ target: 'avr-gcc', args: ['-O3'] }, onClang]) {
    for (const source of [usual!, csmith!])
      expect(() => checkIntegers(where, [source])).toThrow('on avr, where int has 16 bits');
    checkIntegers(where, [narrow!]);
  }
  expect(() => checkIntegers({ target: 'gcc-12', args: [] }, [narrow!])).toThrow('gcc-12 has more');
});

it('programs of ISPC are for ispc, and no other program is', async () => {
  const [ispc, usual] = await Promise.all(
    ['loom language=ispc', 'loom'].map((name) => findSource(name, '/')),
  );
  expect(() => checkLanguage('gcc-12', [ispc!])).toThrow(
    'gcc-12 does not compile programs of loom language=ispc',
  );
  expect(() => checkLanguage('ispc', [ispc!, usual!])).toThrow('ispc does not compile programs of loom');
  checkLanguage('ispc', [ispc!]);
  checkLanguage('./my-ispc', [ispc!]);
});

it('a source that knows no output is let be', async () => {
  checkIntegers(onArm, [await findSource('csmith-scoped', '/')]);
});

it('words that loosen floating point are refused for programs that round, and for no others', async () => {
  const [rounding, exact] = await Promise.all(
    ['loom with=rounding', 'loom'].map((name) => findSource(name, '/')),
  );
  for (const word of ['-ffast-math', '-Ofast', '-ffp-contract=fast', '-mfpmath=387', '-ffp-model=fast']) {
    expect(() => checkRounding([{ args: ['-O2'] }, { args: ['-O2', word] }], [rounding!])).toThrow(word);
    checkRounding([{ args: ['-O2', word] }], [exact!]);
  }
  checkRounding([{ args: ['-O3', '-march=native', '-ffp-contract=off'] }], [rounding!]);
});

it('programs that round are refused where long has 32 bits, and know strict floating point', async () => {
  const source = await findSource('loom with=rounding without=long without=int128', '/');
  expect(() => checkIntegers(onArm, [source])).toThrow('print something else');
  expect(source.compilerArgs).toContain('-ffp-contract=off');
});
