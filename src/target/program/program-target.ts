/** A program that only writes coverage files when it ends (`.sancov`, gcc's `--coverage`): executed for each input. */
import {
  type ExecuteRequest,
  type Execution,
  Server,
  type ServerCommand,
  encodeExecute,
  runsPayload,
  usualExecutionLimits,
} from '../../serve/index.ts';
import type { Target, TargetCoverage } from '../target.ts';
import { PlaceCoverage, type PlaceHits } from '../features/place-coverage.ts';
import { readLcov } from '../features/lcov.ts';
import { judgeText } from '../judge-text.ts';
import type { ProgramOptions } from '../executable/executable-target.ts';
import { signalOfExitCode } from '../stock/stock-target.ts';

/** Hits by place, in the places of the format; the count is 1 if the format has none. */
export type ReadCoverage = (written: Uint8Array) => Promise<Iterable<PlaceHits>>;

/** Runs after the program: gathers its coverage files into one file. */
interface FileCoverage {
  readonly env: Readonly<Record<string, string>>;
  /**
   * True if the program keeps a memory limit itself: sanitizers reserve more addresses than a limit would
   * allow.
   */
  readonly limitsMemory?: boolean;
  readonly gather: string;
  readonly read: ReadCoverage;
}

const sancovMagic = 0xc0bfffffffffff64n;

/** `.sancov`: a magic number, then the addresses of the blocks that ran. Several files one after the other. */
export async function readSancov(written: Uint8Array): Promise<[string, number][]> {
  const words = new BigUint64Array(new Uint8Array(written.subarray(0, written.length & ~7)).buffer);
  return [...words].filter((word) => word !== sancovMagic).map((word) => [word.toString(16), 1]);
}

async function readLines(written: Uint8Array): Promise<[string, number][]> {
  if (written.length === 0) return [];
  const counts = await readLcov(Buffer.from(written).toString());
  return [...counts].flatMap(([file, lines]) =>
    [...lines].flatMap(([line, hits]): [string, number][] => (hits > 0 ? [[`${file}:${line}`, hits]] : [])),
  );
}

export const sancov: FileCoverage = {
  env: { ASAN_OPTIONS: 'coverage=1:hard_rss_limit_mb=2048', UBSAN_OPTIONS: 'coverage=1' },
  limitsMemory: true,
  // Only regular files: a pipe would never end.
  gather: "find . -maxdepth 1 -type f -name '*.sancov' -exec cat {} + > out",
  read: readSancov,
};

/** For programs built by gcc with `--coverage` under the folder; uses the tool `lcov`. */
export function gccCoverage(buildFolder: string): FileCoverage {
  const quoted = `'${buildFolder.replaceAll("'", `'\\''`)}'`;
  return {
    env: {},
    gather: [
      `find ${quoted} -name '*.gcno' -exec cp --parents {} "$GCOV_PREFIX" \\;`,
      'lcov --quiet --capture --directory "$GCOV_PREFIX" --output-file out >/dev/null 2>&1',
    ].join('\n'),
    read: readLines,
  };
}

export class FileCoverageTarget implements Target {
  readonly name: string;
  readonly coverage: TargetCoverage;
  readonly server: Server;
  readonly #options: ProgramOptions;
  readonly #format: FileCoverage;
  readonly #places = new PlaceCoverage();

  constructor(options: ProgramOptions, format: FileCoverage, executor: ServerCommand) {
    this.name = options.name;
    this.coverage = this.#places.target;
    this.#options = options;
    this.#format = format;
    this.server = new Server({ ...executor, env: { ...executor.env, ...format.env, ...options.env } });
  }

  async execute(request: ExecuteRequest): Promise<readonly Execution[]> {
    const { program, configurations, limits = usualExecutionLimits } = request;
    const { file, args = [] } = this.#options;
    const words = args.map((word) => (word === '@@' ? program.main : word));
    const script = `export GCOV_PREFIX="$PWD/gcov"; mkdir -p "$GCOV_PREFIX"; "$@" < '${program.main}'; status=$?\n${this.#format.gather}\nrm -rf ./*.sancov gcov; exit $status`;
    const run = ['/bin/sh', '-c', script, 'sh', file, ...words];
    const ownLimits = this.#format.limitsMemory === true ? { ...limits, memoryBytes: 0 } : limits;
    const frame = encodeExecute(
      request,
      ownLimits,
      runsPayload(
        program,
        configurations.map(() => run),
      ),
    );
    const patience = { answers: configurations.length, wallMs: limits.wallMs };
    const answers = await this.server.execute(frame, false, patience);
    return Promise.all(answers.map(async (answer) => this.#judge(answer, request)));
  }

  async #judge(answer: Execution, request: ExecuteRequest): Promise<Execution> {
    const signal = answer.signal ?? signalOfExitCode[answer.exitCode];
    const told = answer.outcome === 'hang' ? undefined : judgeText(answer.text, answer.exitCode);
    const outcome =
      told ?? (signal !== undefined && answer.outcome === 'rejected' ? 'signal' : answer.outcome);
    const features = this.#places.featuresOf(
      await this.#format.read(answer.output),
      request,
      outcome !== 'hang' && outcome !== 'out-of-memory',
    );
    return { ...answer, outcome, signal, features, output: new Uint8Array() };
  }

  async close(): Promise<void> {
    await this.server.close();
  }
}
