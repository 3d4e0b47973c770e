/** The toy compiler as a target of the engine: it runs in this process, and a failed assertion is its crash. */
import type { ExecuteRequest, Execution } from '../../serve/index.ts';
import { PlaceCoverage, type Target } from '../../target/index.ts';
import { compileToy, EdgeCounts, ToyCrash } from './compiler.ts';

export class ToyTarget implements Target {
  readonly name = 'toy';
  readonly #places = new PlaceCoverage();
  readonly coverage: PlaceCoverage['target'] = this.#places.target;

  async execute(request: ExecuteRequest): Promise<readonly Execution[]> {
    const edges = new EdgeCounts();
    const crash = crashOf(Buffer.from(request.program.files[0]!.bytes).toString(), edges);
    const hits = Array.from(edges.counts, ([edge, count]) => [`edge ${edge}`, count] as const);
    return request.configurations.map(() => ({
      outcome: crash === undefined ? 'ok' : 'assertion',
      text: crash ?? '',
      signal: undefined,
      exitCode: 0,
      stack: [],
      cpuMs: 0,
      sharedCpuMs: 0,
      peakRssBytes: 0,
      features: this.#places.featuresOf(hits, request, true),
      output: new Uint8Array(),
    }));
  }

  async close(): Promise<void> {}
}

/** The complaint of the toy compiler; undefined if it compiles the text. */
export function crashOf(text: string, edges: EdgeCounts = new EdgeCounts()): string | undefined {
  try {
    compileToy(text, edges);
    return undefined;
  } catch (error) {
    if (!(error instanceof ToyCrash)) throw error;
    return error.message;
  }
}
