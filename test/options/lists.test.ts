/** The options that cgfuzz reads from the lists that compilers print. */
import { describe, expect, it } from 'vitest';
import { clangOptions, readLlvmOptions } from '../../src/options/clang.ts';
import { gccOptions, namesAfter, readParams, readSwitches } from '../../src/options/gcc.ts';
import { type CompilerOption, textOfWay } from '../../src/options/option.ts';

const waysOf = (options: readonly CompilerOption[]): string[] =>
  options.flatMap(({ ways }) => ways.map(textOfWay));

describe('the options of gcc', () => {
  it('are left on, if declining one takes something else from a program', () => {
    expect(waysOf(readSwitches('  -fnon-call-exceptions    [disabled]\n'))).toEqual([
      '-fnon-call-exceptions',
    ]);
  });

  it('are switches, choices and small ranges; what changes programs is left out', () => {
    const text = [
      'The following options control optimizations:',
      '  -O<number>                            ',
      '  -faggressive-loop-optimizations       [enabled]',
      '  -falign-functions=                    16',
      '  -fassociative-math                    [disabled]',
      '  -fira-region=[one|all|mixed]          one',
      '  -flifetime-dse=<0,2>                  2',
      '  -fno-inline-stringops                 [enabled]',
      '  -fpack-struct                         [disabled]',
      '  -ftree-loop-if-convert                ',
      '  -munroll-only-small-loops             [enabled]',
    ].join('\n');
    expect(waysOf(readSwitches(text))).toEqual([
      '-faggressive-loop-optimizations',
      '-fno-aggressive-loop-optimizations',
      '-fira-region=one',
      '-fira-region=all',
      '-fira-region=mixed',
      '-flifetime-dse=0',
      '-flifetime-dse=1',
      '-flifetime-dse=2',
      '-ftree-loop-if-convert',
      '-fno-tree-loop-if-convert',
    ]);
  });

  it('have parameters, with values inside their range and never the default', () => {
    const text = [
      '  --param=avg-loop-niter=<1,65536>      10',
      '  --param=asan-stack=<0,1>              1',
      '  --param=early-inlining-insns=         6',
      '  --param=logical-op-non-short-circuit=<0,1> -1',
    ].join('\n');
    const options = readParams(text);
    expect(options.map(({ name, tier }) => `${tier} ${name}`)).toEqual([
      'hidden --param=avg-loop-niter',
      'hidden --param=early-inlining-insns',
      'hidden --param=logical-op-non-short-circuit',
    ]);
    expect(waysOf(options.slice(0, 1)).map((way) => Number(way.split('=').at(-1)))).toEqual([
      1, 2, 3, 5, 20, 100, 65_536,
    ]);
    expect(waysOf(options.slice(2))).toEqual([
      '--param=logical-op-non-short-circuit=0',
      '--param=logical-op-non-short-circuit=1',
    ]);
  });

  it('have processors, of which those of 32 bits are left out', () => {
    const text =
      '  Known valid arguments for -march= option:\n    i386 i686 pentium4m x86-64 native\n    znver5\n\n  Known';
    expect(namesAfter(text, 'Known valid arguments for -march= option:')).toEqual(['x86-64', 'znver5']);
    expect(namesAfter(text, 'Known nothing:')).toEqual([]);
  });
});

describe('the options of LLVM', () => {
  it('are switches and numbers of what works here', () => {
    const text = [
      '  --aarch64-enable-ccmp                      - Enable the CCMP formation pass',
      '  --align-all-blocks=<uint>                  - Force the alignment of all blocks',
      '  --print-after-all                          - Print IR after each pass',
      '  --regalloc=<value>                         - Register allocator to use',
      '  --x86-early-ifcvt                          - Enable early if-conversion on X86',
    ].join('\n');
    expect(readLlvmOptions(text).map(({ name }) => name)).toEqual([
      '-mllvm -align-all-blocks',
      '-mllvm -x86-early-ifcvt',
    ]);
    expect(waysOf(readLlvmOptions(text)).at(-1)).toBe('-mllvm -x86-early-ifcvt=false');
  });
});

it('no option of the installed compilers refuses programs that throw', async () => {
  for (const { options } of [await gccOptions('gcc-12'), await clangOptions('clang-19')]) {
    expect(options.length).toBeGreaterThan(100);
    expect(waysOf(options).filter((way) => /-fno-(?:exceptions|rtti)/.test(way))).toEqual([]);
  }
});
