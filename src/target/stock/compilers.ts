/** The compilers that Debian ships and cgfuzz knows how to speak to. */
import type { Emit } from '../../serve/index.ts';

export type Family = 'clang' | 'gcc' | 'tcc';

export interface StockCompiler {
  readonly name: string;
  readonly family: Family;
}

export const stockCompilers: readonly StockCompiler[] = [
  ...[13, 14, 15, 16, 19].map((version): StockCompiler => ({ name: `clang-${version}`, family: 'clang' })),
  ...[11, 12].map((version): StockCompiler => ({ name: `gcc-${version}`, family: 'gcc' })),
  { name: 'tcc', family: 'tcc' },
];

/** What makes a compiler emit this, or undefined when it cannot. `nothing` is as little as the compiler can do. */
export function argumentsToEmit(family: Family, emit: Emit): readonly string[] | undefined {
  switch (emit) {
    case 'object':
    case 'discarded-object':
    case 'nothing':
      return ['-c', '-o', 'out'];
    case 'assembly':
      return family === 'tcc' ? undefined : ['-S', '-o', 'out'];
    case 'ir-after-passes':
      return family === 'clang' ? ['-S', '-emit-llvm', '-o', 'out'] : undefined;
    case 'ir-before-passes':
      return family === 'clang'
        ? ['-S', '-emit-llvm', '-Xclang', '-disable-llvm-passes', '-o', 'out']
        : undefined;
  }
}
