/** The configuration with which a campaign compiles a test. */
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import { argumentsIn } from '../../program/index.ts';
import type { ComparisonCandidate } from './candidates.ts';
import type { Campaigner } from './campaigner.ts';

export function askedFor(
  { target, argumentsOf }: Pick<Campaigner, 'target' | 'argumentsOf'>,
  { definition, program }: ComparisonCandidate,
): CompilerConfiguration {
  return { compiler: target, ...argumentsIn(argumentsOf(definition, program)) };
}
