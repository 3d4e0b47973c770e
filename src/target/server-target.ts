/** A target behind a server: the compile server, or any program linked with the coverage runtime. */
import { encodeCompile, encodeExecute, type Hello, type PcTable } from './protocol.ts';
import { Server, type ServerCommand } from './server.ts';
import { defaultLimits, type ExecuteRequest, type Execution, type Target } from './target.ts';

export class ServerTarget implements Target {
  readonly name: string;
  readonly featureLimit: number;
  readonly server: Server;
  readonly #encode: (request: ExecuteRequest) => Uint8Array;

  private constructor(
    name: string,
    server: Server,
    hello: Hello,
    encode: (request: ExecuteRequest) => Uint8Array,
  ) {
    this.name = name;
    this.server = server;
    this.featureLimit = hello.cells * 8;
    this.#encode = encode;
  }

  static async start(
    name: string,
    command: ServerCommand,
    encode: (request: ExecuteRequest) => Uint8Array = encodeCompile,
  ): Promise<ServerTarget> {
    const server = new Server(command);
    return new ServerTarget(name, server, await server.hello(), encode);
  }

  async execute(request: ExecuteRequest): Promise<readonly Execution[]> {
    const frame = encodeExecute(request, request.limits ?? defaultLimits, this.#encode(request));
    return this.server.execute(frame, request.remember ?? true);
  }

  async pcs(): Promise<readonly PcTable[]> {
    return this.server.pcs();
  }

  async close(): Promise<void> {
    await this.server.close();
  }
}
