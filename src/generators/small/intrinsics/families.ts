/** The families of intrinsics by name, each read once from the headers of a compiler. */
import { UserError } from '../../../util/user-error.ts';
import { readNeon, readSve } from './arm.ts';
import type { Family } from './family.ts';
import { readX86 } from './x86.ts';

const names = ['x86', 'neon', 'sve'] as const;
export type FamilyName = (typeof names)[number];

interface Reader {
  readonly read: (compiler: string) => Family;
  /** The compiler whose headers are read, if nobody names one. */
  readonly headers: string;
}

const families: Readonly<Record<FamilyName, Reader>> = {
  x86: { read: readX86, headers: 'gcc' },
  neon: { read: readNeon, headers: 'aarch64-linux-gnu-gcc-12' },
  sve: { read: readSve, headers: 'clang-19' },
};

export function familyName(word: string): FamilyName {
  const found = names.find((name) => name === word);
  if (found !== undefined) return found;
  throw new UserError(`no intrinsics of "${word}"`, [`known: ${names.join(', ')}`]);
}

const known = new Map<string, Family>();

/** Reads the headers once. */
export function readFamily(name: FamilyName, compiler: string = families[name].headers): Family {
  const key = `${name} ${compiler}`;
  const read = known.get(key) ?? families[name].read(compiler);
  known.set(key, read);
  return read;
}
