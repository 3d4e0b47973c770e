/** Debian packages, grouped by their purpose. */
import { findProgram, missingPackages, packagesFor } from '../../build/index.ts';
import { advice, type Check, type CheckGroup, missing, ok } from './check.ts';

export interface Need {
  readonly what: string;
  readonly packages: readonly string[];
  /** True if the usual `cgfuzz run` works without it. */
  readonly isOptional?: boolean;
}

export const needs: readonly Need[] = [
  { what: 'running generators', packages: ['gcc', 'libc6-dev'] },
  { what: 'the source csmith-scoped', packages: ['g++', 'make', 'patch', 'libcsmith-dev'] },
  { what: 'building the target clang-19', packages: packagesFor(19) },
  { what: 'the source csmith', packages: ['csmith', 'libcsmith-dev'], isOptional: true },
  { what: 'building the target clang-16', packages: packagesFor(16), isOptional: true },
  {
    what: 'asking sanitizers about a program',
    packages: ['clang-19', 'libclang-rt-19-dev'],
    isOptional: true,
  },
  { what: 'comparing compilers', packages: ['gcc-12', 'tcc'], isOptional: true },
];

export async function packageChecks(searchPath: string): Promise<CheckGroup> {
  const title = 'packages';
  if (findProgram('dpkg-query', searchPath) === undefined) {
    const told = 'there is no dpkg here, so that these cannot be looked up';
    const lists = needs.map(({ what, packages }) => `${what}: ${packages.join(' ')}`);
    return { title, checks: [advice(told, ...lists)] };
  }
  const lacking = new Set(await missingPackages([...new Set(needs.flatMap(({ packages }) => packages))]));
  return { title, checks: needs.map((need) => checkNeed(need, lacking)) };
}

export function checkNeed({ what, packages, isOptional }: Need, lacking: ReadonlySet<string>): Check {
  const its = packages.filter((name) => lacking.has(name));
  if (its.length === 0) return ok(what);
  const make = isOptional ? advice : missing;
  return make(
    `${what}: ${its.join(', ')} missing`,
    `sudo apt-get update && sudo apt-get install ${its.join(' ')}`,
  );
}
