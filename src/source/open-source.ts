/** Opens a source by its definition, whichever way it talks. */
import type { SourceDefinition } from './definition.ts';
import { type ProcessSource, processSource, type ProcessSourceOptions } from './process/process-source.ts';
import { streamSource } from './stream/stream-source.ts';

export function openSource(definition: SourceDefinition, options: ProcessSourceOptions = {}): ProcessSource {
  return definition.reach === 'stream'
    ? streamSource(definition, options)
    : processSource(definition, options);
}
