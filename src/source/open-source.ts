/** Opens a source by its definition, for every kind of source. */
import { isInProcess, type SourceDefinition } from './definition.ts';
import { withCompilerOptions } from './chain/compiler-options.ts';
import { withStages } from './chain/staged-source.ts';
import { processSource } from './process/process-source.ts';
import { type Source, type SourceSettings, type GenerationRequest, runAll } from './source.ts';
import { streamSource } from './stream/stream-source.ts';
import { threadSource } from './thread/thread-source.ts';
import type { Made } from './made.ts';
import { OneAtATime } from '../util/one-at-a-time.ts';

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

/** A generator makes one program at a time: a request that comes while it is at work waits. */
function inTurn(source: Source): Source {
  return new TakenInTurn(source);
}

class TakenInTurn implements Source {
  readonly name: string;
  readonly alphabet: Source['alphabet'];
  readonly #source: Source;
  readonly #turns = new OneAtATime();

  constructor(source: Source) {
    this.name = source.name;
    this.alphabet = source.alphabet;
    this.#source = source;
  }

  run(request: GenerationRequest): Promise<Made> {
    return this.#turns.do(() => this.#source.run(request));
  }

  runAll(requests: readonly GenerationRequest[]): Promise<readonly Made[]> {
    return this.#turns.do(() => runAll(this.#source, requests));
  }

  seen(): ReadonlyMap<string, number> {
    return this.#source.seen();
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}
