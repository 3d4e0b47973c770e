/** The installed releases of a compiler. */
import { otherMachineOf } from '../../build/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import { familyOf, installedCompilers, installedForOthers, type Laboratory } from '../../laboratory/index.ts';

/** All released compilers of the family. */
export function relativesOf({ compiler, args }: FindingRecord, { world }: Laboratory): string[] {
  const family = familyOf({ compiler, args });
  const triple = otherMachineOf(compiler)?.triple;
  return [...installedCompilers(world.searchPath), ...installedForOthers(world.searchPath)].filter(
    (name) => familyOf({ compiler: name, args }) === family && otherMachineOf(name)?.triple === triple,
  );
}
