/** The toy compiler as a target: text goes in, features and perhaps a crash come out. */

import { compileToy, EdgeCounts, ToyCrash } from './compiler.ts';
import type { Observation } from './loop.ts';

export function toyTarget(test: { readonly text: string }): Observation {
  const edges = new EdgeCounts();
  try {
    compileToy(test.text, edges);
    return { features: edges.features() };
  } catch (error) {
    if (!(error instanceof ToyCrash)) throw error;
    return { features: edges.features(), crash: error.message };
  }
}
