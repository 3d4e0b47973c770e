/** Opens a source by its definition, for every kind of source. */
import { isInProcess, type SourceDefinition } from './definition.ts';
import { withCompilerOptions } from './chain/compiler-options.ts';
import { withStages } from './chain/staged-source.ts';
import { processSource } from './process/process-source.ts';
import { inTurn } from './in-turn.ts';
import type { Source, SourceSettings } from './source.ts';
import { streamSource } from './stream/stream-source.ts';
import { threadSource } from './thread/thread-source.ts';

export function openSource(definition: SourceDefinition, options: SourceSettings = {}): Source {
  return withCompilerOptions(
    withStages(inTurn(openGenerator(definition, options)), definition, options),
    definition,
  );
}

function openGenerator(definition: SourceDefinition, options: SourceSettings): Source {
  if (isInProcess(definition)) return threadSource(definition, options);
  return definition.reach === 'stream'
    ? streamSource(definition, options)
    : processSource(definition, options);
}
