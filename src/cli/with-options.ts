/** Sources whose programs come with options of the compiler. */
import { openOptionSpace, type OptionsWanted } from '../options/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import type { Context } from './command.ts';
import { showProgress } from './progress/show-progress.ts';
import { worldOf } from './world.ts';

/** The same sources, with options of a target drawn for each program. What is not known of them is learnt first. */
export async function withOptions<Source extends SourceDefinition>(
  context: Context,
  sources: readonly Source[],
  target: string,
  wanted: OptionsWanted,
  isQuiet: boolean,
): Promise<Source[]> {
  const progress = showProgress(context, isQuiet);
  try {
    const isPortable = sources.every(({ isForLarge }) => isForLarge !== true);
    const space = await openOptionSpace(target, { ...wanted, isPortable }, worldOf(context), (step) =>
      progress.show({ step, done: 0, total: 0, leftMs: undefined }),
    );
    return sources.map((source) => ({ ...source, compilerOptions: space.draw }));
  } finally {
    progress.end();
  }
}

/** The arguments that a campaign gives to every program: a level among them gives way to one that is drawn. */
export function withoutLevel(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !arg.startsWith('-O'));
}
