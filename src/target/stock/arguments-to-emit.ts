/** The arguments by which each family of compilers makes a kind of result. */
import type { CompilerFamily } from '../../build/index.ts';
import type { Emit } from '../../serve/index.ts';

/**
 * Arguments that make a compiler emit this; undefined if it cannot. `nothing` means the least work that the
 * compiler allows.
 */
export function argumentsToEmit(family: CompilerFamily, emit: Emit): readonly string[] | undefined {
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
    case 'bitcode-after-passes':
      return family === 'clang' ? ['-c', '-emit-llvm', '-o', 'out'] : undefined;
    case 'bitcode-before-passes':
      return family === 'clang'
        ? ['-c', '-emit-llvm', '-Xclang', '-disable-llvm-passes', '-o', 'out']
        : undefined;
  }
}
