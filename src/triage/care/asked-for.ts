/** The configuration that a campaign compiles a test under. */
import type { CompilerConfiguration } from '../../oracle/index.ts';
import type { ComparisonCandidate } from './candidates.ts';
import type { Campaigner } from './campaigner.ts';

export function askedFor(
  { target, argsFor }: Pick<Campaigner, 'target' | 'argsFor'>,
  { definition, program }: ComparisonCandidate,
): CompilerConfiguration {
  return { compiler: target, args: argsFor(definition, program) };
}
