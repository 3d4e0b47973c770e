/** The state of a service as metrics for Prometheus, and as a page. Both only show; nothing can be changed. */
import { type FleetMember } from '../../fuzz/index.ts';
import { escapeHtml } from '../../util/html.ts';
import type { KeptWorker } from './workers.ts';

/** A finding that the newest version of the target was asked about. */
export interface AskedFinding {
  readonly id: string;
  readonly title: string;
  /** In words: `shows`, or `mended by` a version. */
  readonly verdict: string;
}

export interface ServiceState {
  readonly members: readonly FleetMember[];
  readonly kept: readonly KeptWorker[];
  readonly collections: number;
  readonly tests: number;
  readonly findings: number;
  /** Size of the fleet on the disk; undefined for a server. */
  readonly bytes: number | undefined;
  /** Bytes that pruning removed. */
  readonly pruned: number;
  /** The findings, as the newest version of the target shows them; empty before the first change. */
  readonly verdicts: readonly AskedFinding[];
}

type Row = readonly [
  name: string,
  help: string,
  values: readonly (readonly [label: string, value: number])[],
];

export function metricsOf(state: ServiceState): string {
  const { members, kept, collections, tests, findings, bytes, pruned, verdicts } = state;
  const of = (value: (member: FleetMember) => number): Row[2] =>
    members.map((member) => [`{worker="${member.name}"}`, value(member)]);
  const rows: readonly Row[] = [
    [
      'worker_alive',
      'whether a worker gave a sign of life in the last minute',
      of(({ isAlive }) => Number(isAlive)),
    ],
    ['executions', 'programs that a worker executed', of(({ line }) => line?.executions ?? 0)],
    ['cpu_seconds', 'CPU time of a worker', of(({ line }) => (line?.cpuMs ?? 0) / 1_000)],
    ['edges', 'edges that a worker reached', of(({ line }) => line?.edges ?? 0)],
    ['worker_findings', 'findings of a worker', of(({ line }) => line?.findings ?? 0)],
    [
      'starts',
      'starts of a worker by this service',
      kept.map(({ name, starts }) => [`{worker="${name}"}`, starts]),
    ],
    [
      'memory_bytes',
      'memory of the own process of a worker of this service',
      kept.map((worker) => [`{worker="${worker.name}"}`, worker.memoryBytes]),
    ],
    ['pruned_bytes', 'bytes that this service removed from the fleet', [['', pruned]]],
    [
      'mended',
      'findings that the newest version of the target does not show any more',
      [['', verdicts.filter(({ verdict }) => verdict !== 'shows').length]],
    ],
    ['collections', 'collections of the whole fleet', [['', collections]]],
    ['tests', 'tests in the collected campaign', [['', tests]]],
    ['findings', 'findings in the collected campaign', [['', findings]]],
    ...(bytes === undefined ? [] : [['fleet_bytes', 'size of the fleet on the disk', [['', bytes]]] as Row]),
  ];
  return rows
    .flatMap(([name, help, values]) => [
      `# HELP cgfuzz_${name} ${help}`,
      `# TYPE cgfuzz_${name} gauge`,
      ...values.map(([label, value]) => `cgfuzz_${name}${label} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

/** Names of workers have only letters, digits and hyphens. Titles of findings may have any text. */
export function servicePage({ members, collections, tests, findings, verdicts }: ServiceState): string {
  const rows = members.map(({ name, isAlive, silentMs, line }) => {
    const state = isAlive
      ? 'at work'
      : silentMs === undefined
        ? 'ended'
        : `silent for ${Math.round(silentMs / 1_000)} s`;
    const cells = [name, state, line?.executions ?? 0, line?.edges ?? 0, line?.findings ?? 0];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const judged = verdicts.map(
    ({ id, title, verdict }) =>
      `<tr>${[id, verdict, title].map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>cgfuzz service</title>
<p>${members.length} workers; collected ${collections} times: ${tests} tests, ${findings} findings</p>
<table><tr><th>worker<th>state<th>executions<th>edges<th>findings</tr>
${rows.join('\n')}
</table>
${judged.length === 0 ? '' : `<table><tr><th>finding<th>the newest version<th>title</tr>\n${judged.join('\n')}\n</table>\n`}`;
}
