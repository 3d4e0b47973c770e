/**
 * What a report says beyond the program itself, asked once the program is small: what the compiler says of it, which
 * released compilers show the bug, who is to blame, and what every checker says of the program.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import {
  type Affected,
  checkValidity,
  classify,
  type CompilerConfiguration,
  familyOf,
  findAffected,
  findCulprit,
  findFailing,
  installedCompilers,
  type Laboratory,
  matrixOf,
} from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';

export async function finishFinding(
  { record, folder }: Finding,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const program = folder.program(folder.smallest(record.program), record.program);
  if (program === undefined) return {};
  const { compiler, args, difference, kind } = record;
  if (kind !== 'wrong-code' || difference === undefined) {
    const [execution] = await laboratory.compile(program, [{ compiler, args }]);
    if (execution !== undefined && classify(execution) === kind) folder.saveOutput(execution.text);
    return {
      affected: await failingReleases(record, program, laboratory),
      validity: await checkValidity(laboratory, program, { args }),
    };
  }
  const { expected } = difference;
  const suspect = { configuration: { compiler, args }, expected };
  const releases = [{ compiler, args }, ...levelsOf(record, laboratory)];
  return {
    affected: await findAffected(laboratory, program, expected, releases),
    culprit: await findCulprit(laboratory, program, suspect),
    validity: await checkValidity(laboratory, program, { args, thorough: true }),
  };
}

function relativesOf({ compiler, args }: FindingRecord, { world }: Laboratory): string[] {
  const family = familyOf({ compiler, args });
  return installedCompilers(world.searchPath).filter((name) => familyOf({ compiler: name, args }) === family);
}

/** All released compilers of the family, told the same. */
function failingReleases(record: FindingRecord, program: Program, laboratory: Laboratory): Promise<Affected> {
  const { compiler, args, kind } = record;
  const releases = relativesOf(record, laboratory).map((name) => ({ compiler: name, args }));
  return findFailing(laboratory, program, kind, [{ compiler, args }, ...releases]);
}

/** At every level. */
function levelsOf(record: FindingRecord, laboratory: Laboratory): CompilerConfiguration[] {
  const rest = record.args.filter((arg) => !arg.startsWith('-O'));
  return matrixOf(relativesOf(record, laboratory)).map(({ compiler, args }) => ({
    compiler,
    args: [...args, ...rest],
  }));
}
