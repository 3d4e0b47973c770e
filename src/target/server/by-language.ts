/**
 * A target of two servers, for C and for C++, with the same cells. Before its next program, each server
 * counts the cells that the other one has seen.
 */
import { type ExecuteRequest, type Execution, FeatureSet } from '../../serve/index.ts';
import type { CodePlace } from '../features/symbolizer.ts';
import type { Target, TargetCompiler, TargetCoverage } from '../target.ts';
import type { ServerTarget } from './server-target.ts';

/** Limit of stacks whose server is remembered; a crash's names are requested soon after it. */
const MOST_STACKS = 256;

export class ByLanguage implements Target {
  readonly name: string;
  readonly compiler: TargetCompiler;
  readonly coverage: TargetCoverage;
  readonly #c: ServerTarget;
  readonly #cxx: ServerTarget;
  #seen = new FeatureSet();
  /** Servers that do not yet know all seen features. */
  readonly #behind = new Set<ServerTarget>();
  /** The server of each crash: addresses mean something to one server only. */
  readonly #crashed = new Map<string, ServerTarget>();

  constructor(c: ServerTarget, cxx: ServerTarget) {
    if (c.coverage.space.cells !== cxx.coverage.space.cells)
      throw new Error(
        `${c.name}: ${c.coverage.space.cells} cells for C, ${cxx.coverage.space.cells} for C++`,
      );
    this.name = c.name;
    this.compiler = c.compiler!;
    this.#c = c;
    this.#cxx = cxx;
    this.coverage = {
      space: c.coverage.space,
      assumeSeen: async (seen) => {
        this.#seen = seen.copy();
        for (const server of [c, cxx]) this.#behind.add(server);
      },
      mask: async (cells) => {
        const list = [...cells];
        for (const server of [c, cxx]) await server.coverage.mask(list);
      },
      pcs: async () => c.pcs(),
    };
  }

  async execute(request: ExecuteRequest): Promise<readonly Execution[]> {
    const isCxx = request.program.language === 'c++';
    const [server, other] = isCxx ? [this.#cxx, this.#c] : [this.#c, this.#cxx];
    if (this.#behind.delete(server)) await server.coverage.assumeSeen(this.#seen);
    const executions = await server.execute(request);
    for (const { features, stack, outcome } of executions) {
      const teaches = request.remember !== false && outcome !== 'hang' && outcome !== 'out-of-memory';
      if (teaches && features !== undefined) this.#learn(features.fresh, other);
      if (stack.length > 0) this.#note(stack, server);
    }
    return executions;
  }

  #learn(fresh: Uint32Array, other: ServerTarget): void {
    if (this.#seen.add(fresh).fresh.length > 0) this.#behind.add(other);
  }

  #note(stack: readonly bigint[], server: ServerTarget): void {
    this.#crashed.set(stack.join(), server);
    const [first] = this.#crashed.keys();
    if (this.#crashed.size > MOST_STACKS && first !== undefined) this.#crashed.delete(first);
  }

  async nameStack(stack: readonly bigint[], searchPath: string): Promise<readonly CodePlace[]> {
    return (this.#crashed.get(stack.join()) ?? this.#c).nameStack(stack, searchPath);
  }

  async close(): Promise<void> {
    await Promise.all([this.#c.close(), this.#cxx.close()]);
  }
}
