/** The work of `cgfuzz status`: the state of campaigns, for people and scripts; campaigns may be running meanwhile. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CampaignFolder } from '../../campaign/index.ts';
import { readRegularText } from '../../util/read-regular.ts';
import { counted, duration, grouped, leftTable } from '../../util/text.ts';
import { type Context, exitCodes } from '../command.ts';

interface StatusFlags {
  readonly json: boolean;
}

export function statusAction(
  context: Context,
  { json }: StatusFlags,
  dirs: readonly string[],
): Promise<number> | number {
  const all = dirs.map((dir) => statusOf(dir, context.cwd));
  context.stdout(
    json
      ? all.map((status) => `${JSON.stringify(status)}\n`).join('')
      : `${leftTable([['campaign', 'state', 'time', 'executions', 'edges', 'kept', 'findings'], ...all.map(row)]).join('\n')}\n`,
  );
  return exitCodes.ok;
}

interface CampaignStatus {
  readonly dir: string;
  /** The process that writes to it; null if none does. */
  readonly process: number | null;
  readonly target: string;
  readonly sources: readonly string[];
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly executions: number;
  readonly edges: number;
  readonly corpus: number;
  readonly findings: number;
  /** Findings that show a bug that comes with cgfuzz. */
  readonly known: number;
  /** CPU time since the last new feature. */
  readonly sinceNewCpuMs: number;
}

function statusOf(dir: string, cwd: string): CampaignStatus {
  const folder = new CampaignFolder(resolve(cwd, dir));
  const { target, sources } = folder.readManifest();
  const line = folder.readStats().at(-1);
  return {
    dir,
    process: folder.writer ?? null,
    target,
    sources,
    wallMs: line?.wallMs ?? 0,
    cpuMs: line?.cpuMs ?? 0,
    executions: line?.executions ?? 0,
    edges: line?.edges ?? 0,
    corpus: line?.corpus ?? 0,
    findings: line?.findings ?? 0,
    known: knownIn(folder.findings),
    sinceNewCpuMs: line === undefined ? 0 : Math.max(0, line.cpuMs - line.lastNewCpuMs),
  };
}

/** The room of findings loads all judges, and `status` answers at once: here one field of each record is enough. */
function knownIn(findings: string): number {
  const names = existsSync(findings) ? readdirSync(findings) : [];
  return names.filter((name) => showsKnown(join(findings, name, 'meta.json'))).length;
}

function showsKnown(file: string): boolean {
  try {
    const record: unknown = JSON.parse(readRegularText(file));
    return typeof record === 'object' && record !== null && 'shipped' in record;
  } catch {
    // A damaged finding, or one that is being written: `findings list` tells of it.
    return false;
  }
}

function row({ dir, process, wallMs, executions, edges, corpus, findings, known }: CampaignStatus): string[] {
  return [
    dir,
    process === null ? 'stopped' : `runs as process ${process}`,
    duration(wallMs),
    grouped(executions),
    grouped(edges),
    grouped(corpus),
    `${counted(findings, 'finding')}${known === 0 ? '' : `, ${grouped(known)} known`}`,
  ];
}
