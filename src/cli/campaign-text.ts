/** How a campaign reads in lines of plain text. */
import type { StatsLine } from '../corpus/index.ts';
import { grouped } from '../choice/index.ts';

export function progressText(line: StatsLine): string {
  const rate = line.cpuMs > 0 ? (line.executions / line.cpuMs) * 1_000 : 0;
  return [
    duration(line.wallMs),
    `${grouped(line.executions)} executions (${rate.toFixed(1)} a CPU second)`,
    `${grouped(line.edges)} edges`,
    `${grouped(line.features)} features`,
    `${grouped(line.corpus)} kept`,
    `${line.findings} findings`,
  ].join(', ');
}

export function summaryText(line: StatsLine, folder: string): string {
  const { cpu } = line;
  const share = (ms: number): string => `${((100 * ms) / Math.max(1, line.cpuMs)).toFixed(1)}%`;
  const arms = Object.entries(line.arms).map(([name, { executions, cpuMs, features, edges, kept }]) => [
    name,
    String(executions),
    (cpuMs / 1_000).toFixed(1),
    String(kept),
    String(features),
    String(edges),
    cpuMs > 0 ? ((features / cpuMs) * 1_000).toFixed(1) : '-',
  ]);
  return [
    progressText(line),
    `CPU: ${(line.cpuMs / 1_000).toFixed(1)} s; ${share(cpu.generate)} generating, ${share(cpu.compile)} compiling, ${share(cpu.minimise)} minimising, ${share(cpu.engine)} the engine`,
    `not executed: ${line.duplicates} duplicates, ${line.overruns} overruns, ${line.failures} failures; rejected: ${line.rejected}; too slow: ${line.slow}`,
    '',
    ...columns([['arm', 'executions', 'CPU s', 'kept', 'features', 'edges', 'features/s'], ...arms]),
    '',
    `kept in ${folder}; the same command goes on from here`,
    '',
  ].join('\n');
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

function duration(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
