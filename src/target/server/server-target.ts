/** A target behind a server: the compile server, or any program linked with the coverage runtime. */
import {
  type AddressMap,
  type ExecuteRequest,
  type Execution,
  type ExecutionAsked,
  type Hello,
  type LoadedModule,
  type Payload,
  type PcTable,
  Server,
  type ServerCommand,
  compilePayload,
  encodeExecute,
  usualExecutionLimits,
} from '../../serve/index.ts';
import { FeatureSpace } from '../features/feature-space.ts';
import { Symbolizers } from '../features/kept-symbolizer.ts';
import { type CodePlace, withoutReporters } from '../features/symbolizer.ts';
import { NO_PASSES_OF_LEVEL, pipelineIn, withoutPipeline } from '../../program/index.ts';
import type { Target, TargetCompiler, TargetCoverage } from '../target.ts';

export interface ServerTargetOptions {
  readonly name: string;
  readonly command: ServerCommand;
  /** The compiler that was instrumented. */
  readonly compiler?: TargetCompiler;
  readonly payloadOf?: (request: ExecuteRequest) => Payload;
  /** For servers without configurations: each configuration becomes a request of its own. */
  readonly oneByOne?: boolean;
}

export class ServerTarget implements Target {
  readonly name: string;
  readonly coverage: TargetCoverage;
  readonly compiler?: TargetCompiler;
  readonly server: Server;
  readonly #payloadOf: (request: ExecuteRequest) => Payload;
  readonly #oneByOne: boolean;
  #addresses: AddressMap | undefined;
  readonly #names = { symbolizers: new Symbolizers(), places: new Map<bigint, readonly CodePlace[]>() };

  private constructor(
    { name, compiler, payloadOf = compilePayload, oneByOne = false }: ServerTargetOptions,
    server: Server,
    hello: Hello,
  ) {
    this.name = name;
    this.server = server;
    if (compiler !== undefined) this.compiler = compiler;
    this.coverage = {
      space: spaceOf(hello),
      assumeSeen: async (seen) => server.assumeSeen(seen),
      mask: async (cells) => server.mask(cells),
      pcs: async () => this.pcs(),
    };
    this.#payloadOf = payloadOf;
    this.#oneByOne = oneByOne;
  }

  static async start(options: ServerTargetOptions): Promise<ServerTarget> {
    const server = new Server(options.command);
    return new ServerTarget(options, server, await server.hello());
  }

  async execute(asked: ExecuteRequest): Promise<readonly Execution[]> {
    const [executions = []] = await this.executeAll([asked]);
    return executions;
  }

  async executeAll(all: readonly ExecuteRequest[]): Promise<readonly (readonly Execution[])[]> {
    const answers = await this.server.executeAll(all.flatMap((asked) => this.#framesOf(asked)));
    if (!this.#oneByOne) return answers;
    let at = 0;
    return all.map(({ configurations }) => answers.slice(at, (at += configurations.length)).flat());
  }

  /** The requests to the server for one request. */
  #framesOf(given: ExecuteRequest): readonly ExecutionAsked[] {
    const request = this.compiler === undefined ? given : withPipelinesTold(given);
    const { configurations, limits = usualExecutionLimits, remember = true } = request;
    const frame = encodeExecute(request, limits, this.#payloadOf(request));
    const times = this.#oneByOne ? configurations.length : 1;
    const asked = { answers: configurations.length / times, wallMs: limits.wallMs };
    return Array.from({ length: times }, () => ({ frame, remember, asked }));
  }

  async pcs(): Promise<readonly PcTable[]> {
    return (await this.#map()).tables;
  }

  /**
   * The stack of a crash as names, innermost first. The symbolizer is asked once for each address.
   */
  async nameStack(stack: readonly bigint[], searchPath: string): Promise<CodePlace[]> {
    const unknown = [...new Set(stack)].filter((address) => !this.#names.places.has(address));
    if (unknown.length > 0) {
      const map = await this.#map();
      for (const address of unknown) this.#names.places.set(address, []);
      for (const { path, base, end } of codeOf(map)) {
        const inside = unknown.filter((address) => address >= base && address < end);
        const relative = inside.map((address) => address - base);
        const places = await this.#names.symbolizers.nameAddresses(path, relative, searchPath);
        for (const [index, address] of inside.entries()) this.#names.places.set(address, places[index] ?? []);
      }
    }
    return withoutReporters(stack.flatMap((address) => this.#names.places.get(address) ?? []));
  }

  async #map(): Promise<AddressMap> {
    return (this.#addresses ??= await this.server.addresses());
  }

  async close(): Promise<void> {
    this.#names.symbolizers.close();
    await this.server.close();
  }
}

/** The server has its own option for a pipeline of passes, which LLVM reads like its own options. */
function withPipelinesTold(request: ExecuteRequest): ExecuteRequest {
  const { configurations } = request;
  if (configurations.every(({ args }) => pipelineIn(args) === undefined)) return request;
  return {
    ...request,
    configurations: configurations.map(({ args, emit }) => {
      const pipeline = pipelineIn(args);
      const others = withoutPipeline(args);
      if (pipeline === undefined || emit === 'ir-before-passes') return { args: others, emit };
      return { args: [...others, ...NO_PASSES_OF_LEVEL, '-mllvm', `-cgfuzz-passes=${pipeline}`], emit };
    }),
  };
}

/** After the edges of the code come cells of comparisons, if they are wanted. */
function spaceOf({ edges, cells }: Hello): FeatureSpace {
  return new FeatureSpace([
    { name: 'edges', cells: edges, isEdges: true },
    ...(cells > edges ? [{ name: 'comparisons', cells: cells - edges }] : []),
  ]);
}

/** The modules with meaningful frames: the program, and libraries that were also built for coverage. */
function codeOf({ tables, modules }: AddressMap): readonly LoadedModule[] {
  const instrumented = new Set(tables.map(({ path }) => path));
  return modules.filter(({ path }, index) => index === 0 || instrumented.has(path));
}
