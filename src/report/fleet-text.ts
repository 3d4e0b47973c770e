/** A fleet in one line, as one of its workers sees it. */
import type { FleetState } from '../campaign/index.ts';
import { counted, grouped, percent, roughTime } from '../util/text.ts';

export function fleetText(fleet: FleetState): string {
  const { worker, workers, living, executions, cpuMs, heard, taken, struckOut, waiting, trouble } = fleet;
  if (trouble !== undefined) return `${worker} goes on alone: ${trouble}`;
  const others = fleet.findingsElsewhere;
  return [
    `${worker} of ${living} at work${workers > living ? ` (${workers - living} silent)` : ''}`,
    `${counted(executions, 'execution')} in ${roughTime(cpuMs)} of CPU`,
    `heard of ${grouped(heard)} tests, took ${percent(taken, Math.max(1, heard))}`,
    ...(struckOut > 0 ? [`${grouped(struckOut)} were known already`] : []),
    ...(waiting > 0 ? [`${grouped(waiting)} to send`] : []),
    ...(others > 0 ? [`${counted(others, 'finding')} elsewhere`] : []),
  ].join('; ');
}
