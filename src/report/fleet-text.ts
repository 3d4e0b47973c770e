/** A fleet in one line, as one of its workers sees it. */
import type { FleetState, FleetWorker } from '../campaign/index.ts';
import { counted, duration, grouped, percent, roughTime, table } from '../util/text.ts';

/** For a fleet of processes of one campaign: other rows tell their work. */
function processesText({ members, living, heard }: FleetState): string {
  const silent = members.filter(({ isAlive, silentMs }) => !isAlive && silentMs !== undefined);
  return [
    `${living} of ${members.length} processes at work${silent.length > 0 ? ` (${silent.length} silent)` : ''}`,
    `${counted(heard, 'test')} shared`,
  ].join('; ');
}

export function fleetText(fleet: FleetState): string {
  const { worker, workers, living, executions, cpuMs, heard, taken, struckOut, waiting, trouble } = fleet;
  if (trouble !== undefined) return `${worker} goes on alone: ${trouble}`;
  if (worker === undefined) return processesText(fleet);
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

/** Rows of a screen about each worker, the greatest contributors first; at most this number. */
export function workerRows({ members }: FleetState, most: number): string[] {
  const shown = members.toSorted((a, b) => b.features - a.features).slice(0, most);
  const rows = shown.map((worker) => [
    worker.name,
    grouped(worker.executions),
    roughTime(worker.cpuMs),
    grouped(worker.tests),
    grouped(worker.features),
    grouped(worker.findings),
    workerState(worker),
  ]);
  const head = ['worker', 'executions', 'CPU', 'tests sent', 'new features', 'findings', 'state'];
  const left = members.length - shown.length;
  return [...table([head, ...rows]), ...(left > 0 ? [`and ${left} more`] : [])];
}

export function workerState({ isAlive, silentMs }: Pick<FleetWorker, 'isAlive' | 'silentMs'>): string {
  if (silentMs === undefined) return 'ended';
  return isAlive ? 'at work' : `silent for ${duration(silentMs)}`;
}
