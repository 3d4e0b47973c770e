/** The tables of a code generator, as LLVM's build descriptions name them. */
import { describe, expect, it } from 'vitest';
import { tablesIn } from '../../../src/target/llvm-build/build-target.ts';

describe('the tables of a code generator', () => {
  it('are made from the definitions that were set last before each', () => {
    const description = `
set(LLVM_TARGET_DEFINITIONS RISCV.td)
tablegen(LLVM RISCVGenDAGISel.inc -gen-dag-isel)
set(LLVM_TARGET_DEFINITIONS RISCVGISel.td)
tablegen(LLVM RISCVGenPreLegalizeGICombiner.inc -gen-global-isel-combiner
              -combiners=RISCVPreLegalizerCombiner)
add_public_tablegen_target(RISCVCommonTableGen)
`;
    expect(tablesIn(description)).toEqual([
      { table: 'RISCVGenDAGISel.inc', flags: ['-gen-dag-isel'], definitions: 'RISCV.td' },
      {
        table: 'RISCVGenPreLegalizeGICombiner.inc',
        flags: ['-gen-global-isel-combiner', '-combiners=RISCVPreLegalizerCombiner'],
        definitions: 'RISCVGISel.td',
      },
    ]);
  });
});
