/** The kind of a file or folder that somebody brings to cgfuzz, told from its content. */
import { existsSync, openSync, closeSync, readFileSync, readSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export type Brought =
  | 'campaign'
  | 'finding'
  | 'llvm checkout'
  | 'gcc checkout'
  | 'folder'
  | 'sequence'
  | 'patch'
  | 'harness source'
  | 'harness object'
  | 'harness'
  | 'program'
  | 'module'
  | 'other';

const PROGRAMS: readonly string[] = ['.c', '.i', '.cc', '.cpp', '.cxx', '.C', '.ll', '.bc'];
const HARNESS = 'LLVMFuzzerTestOneInput';
/** A harness has its name at the end of its file, where the symbols are. */
const MOST_BYTES = 512 * 2 ** 20;

/** Undefined if there is no such file or folder. */
export function kindOf(path: string): Brought | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isDirectory()) return kindOfFolder(path);
  if (!found.isFile()) return 'other';
  if (path.endsWith('.cgseq')) return 'sequence';
  if (/\.[cm]?[jt]sx?$/.test(path)) return 'module';
  const head = headOf(path);
  if (head.startsWith('\u007FELF')) {
    if (found.size > MOST_BYTES || !readFileSync(path).includes(HARNESS)) return 'other';
    return (found.mode & 0o111) === 0 ? 'harness object' : 'harness';
  }
  if (/\.(?:patch|diff)$/.test(path) || /^(?:diff --git |--- \S+\n\+\+\+ )/m.test(head)) return 'patch';
  if (!PROGRAMS.includes(extname(path))) return 'other';
  return readFileSync(path).includes(`${HARNESS}(`) ? 'harness source' : 'program';
}

function kindOfFolder(path: string): Brought {
  const has = (...parts: readonly string[]): boolean => existsSync(join(path, ...parts));
  if (has('campaign.json')) return 'campaign';
  if (has('meta.json')) return 'finding';
  if (has('llvm', 'CMakeLists.txt')) return 'llvm checkout';
  if (has('gcc', 'BASE-VER')) return 'gcc checkout';
  return 'folder';
}

function headOf(path: string): string {
  const bytes = Buffer.alloc(4_096);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes)).toString('latin1');
  } finally {
    closeSync(file);
  }
}
