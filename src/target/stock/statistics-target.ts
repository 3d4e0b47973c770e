/** A gcc as Debian ships it that reports its passes' counters: features without instrumentation. */
import type { StockCompiler } from '../../build/index.ts';
import type { ExecuteRequest, Execution, ServerCommand } from '../../serve/index.ts';
import { PlaceCoverage } from '../features/place-coverage.ts';
import type { Target, TargetCompiler, TargetCoverage } from '../target.ts';
import { readStatistics, withStatistics } from './statistics.ts';
import { StockTarget } from './stock-target.ts';

export class StatisticsTarget implements Target {
  readonly name: string;
  readonly coverage: TargetCoverage;
  readonly compiler: TargetCompiler;
  readonly #stock: StockTarget;
  readonly #places = new PlaceCoverage();

  constructor(compiler: StockCompiler, program: string, executor: ServerCommand) {
    this.#stock = new StockTarget(compiler, program, executor, withStatistics);
    this.name = compiler.name;
    this.compiler = this.#stock.compiler;
    this.coverage = this.#places.target;
  }

  async execute(request: ExecuteRequest): Promise<readonly Execution[]> {
    const answers = await this.#stock.execute(request);
    return answers.map((answer) => {
      const { text, hits } = readStatistics(answer.text);
      const teaches = answer.outcome !== 'hang' && answer.outcome !== 'out-of-memory';
      return { ...answer, text, features: this.#places.featuresOf(hits, request, teaches) };
    });
  }

  async close(): Promise<void> {
    await this.#stock.close();
  }
}
