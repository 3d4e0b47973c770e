/** Builds GCC with a patch, finds its suite, and has the patch reviewed. */
import { stockCompilers } from '../../build/index.ts';
import {
  buildGcc,
  changedFiles,
  findPatches,
  type GccSpec,
  gccNamed,
  makeGccTests,
  nameOfGccSpec,
  type Progress,
  readPatches,
  sourceOfGcc,
  stockName,
} from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type SessionContext, worldOf } from '../world.ts';
import { reviewGcc } from './gcc-review.ts';
import type { ReviewVerdict } from './review.ts';

interface Question {
  /** A file with a patch, or a folder of several. */
  readonly patches: string;
  readonly compiler: string;
  readonly seconds: number;
  readonly say: (text: string) => void;
  readonly onProgress: (progress: Progress) => void;
}

export function isGcc(compiler: string): boolean {
  return gccNamed(compiler) !== undefined;
}

/** The build of `regress` is the same: the campaign after the review does not build again. */
export async function reviewGccPatch(
  context: SessionContext,
  { patches, compiler, seconds, say, onProgress }: Question,
): Promise<ReviewVerdict> {
  const found = findPatches(patches, context.cwd, sourceOfGcc);
  const spec: GccSpec = {
    ...gccNamed(compiler)!,
    profile: 'patched',
    coverage: 'edges',
    assertions: true,
    patches: found,
  };
  const { cache, searchPath } = worldOf(context);
  const { signal } = context;
  const nowMs = context.monotonicMs;
  const { sourceTree } = await buildGcc(spec, { cache, searchPath, signal, nowMs, onProgress });
  const old = stockCompilers.find(({ name }) => name === compiler);
  return reviewGcc(context, {
    old: old === undefined ? compiler : stockName(old),
    target: nameOfGccSpec(spec),
    patch: {
      name: found.name,
      text: readPatches(found.folder),
      changed: changedFiles(found.folder, sourceOfGcc),
    },
    source: sourceTree,
    suite: await suiteOf(spec, { cache, say, signal }),
    seconds,
    say,
  });
}

/** Undefined if the source cannot be fetched: the tests of the patch are there without it. */
async function suiteOf(
  spec: GccSpec,
  options: Parameters<typeof makeGccTests>[1],
): Promise<string | undefined> {
  try {
    return await makeGccTests(spec, options);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    options.say(`only the tests of the patch: ${error.message}`);
    return undefined;
  }
}
