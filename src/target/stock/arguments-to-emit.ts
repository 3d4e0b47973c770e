/** How each family of compilers is told what to make of a program. */
import type { CompilerFamily } from '../../build/index.ts';
import type { Emit } from '../../serve/index.ts';

/**
 * Arguments that make a compiler emit this, or undefined when it cannot. `nothing` is as little as the compiler can do.
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
