/**
 * Tries a campaign's flags once on an empty program, before anything is made.
 *
 * If a flag is wrong, the compiler refuses every test, and a person would take each refusal for a compiler bug.
 */
import { programOf } from '../program/index.ts';
import { usualExecutionLimits } from '../serve/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import type { FoundTarget } from '../target/index.ts';
import { UserError } from '../util/user-error.ts';

const EMPTY = 'int main(void) { return 0; }\n';

export interface TriedArgs {
  readonly args: readonly string[];
  readonly sources: readonly Pick<SourceDefinition, 'language'>[];
  readonly target: Pick<FoundTarget, 'open'>;
}

/** Does nothing if no source makes programs for a compiler. */
export async function tryArgs({ args, sources, target }: TriedArgs): Promise<void> {
  const language = sources.map((source) => source.language).find((each) => each === 'c' || each === 'c++');
  if (language === undefined || args.length === 0) return;
  const opened = await target.open();
  try {
    const [execution] = await opened.execute({
      program: programOf(EMPTY, language),
      configurations: [{ args, emit: 'discarded-object' }],
      limits: usualExecutionLimits,
    });
    if (execution?.outcome !== 'rejected') return;
    throw new UserError(
      `${opened.name} refuses an empty program with --args ${JSON.stringify(args.join(' '))}`,
      [
        ...execution.text.trim().split('\n').slice(0, 3),
        'correct the flags: the campaign would find nothing but this refusal',
      ],
    );
  } finally {
    await opened.close();
  }
}
