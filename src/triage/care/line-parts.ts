/** The parts of each side line that judges tests. */
import type { SharedLaboratory } from './campaigner.ts';
import type { CareOptions } from './care-options.ts';
import type { Takers } from './take-inspection.ts';

export interface LineParts extends Takers {
  readonly options: CareOptions;
  readonly laboratory: SharedLaboratory;
}
