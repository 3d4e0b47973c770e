/** Figures of a trace, for people: the size over CPU time, where the time went, and what became of candidates. */
import type { TraceLine } from './trace.ts';

/** CPU time since when the best has been smaller than so many bytes: steps that were taken back do not count. */
export function msBelow(trace: readonly TraceLine[], bytes: number): number | undefined {
  return trace[trace.findLastIndex(({ best }) => best >= bytes) + 1]?.atMs;
}

const SECONDS = [5, 10, 20, 30, 60, 120, 300, 600] as const;
const PARTS = ['makeMs', 'scoutMs', 'compileMs', 'runMs', 'checkMs'] as const;

export function describeTrace(trace: readonly TraceLine[], cpuMs: number): string[] {
  const curve = SECONDS.flatMap((seconds) => {
    const line = trace.findLast(({ atMs }) => atMs <= seconds * 1_000);
    return line === undefined || seconds * 1_000 > cpuMs ? [] : [`${seconds} s: ${line.best}`];
  });
  const shares = PARTS.map((part) => {
    const ms = trace.reduce((sum, line) => sum + line[part], 0);
    return `${part.slice(0, -2)} ${Math.round((100 * ms) / cpuMs)}%`;
  });
  return [`bytes after ${curve.join(', ')}`, shares.join(', '), fates(trace), ...earnings(trace)];
}

function fates(trace: readonly TraceLine[]): string {
  const counts = new Map<string, number>();
  for (const { fate } of trace) counts.set(fate, (counts.get(fate) ?? 0) + 1);
  return [...counts].map(([fate, count]) => `${count} ${fate}`).join(', ');
}

/** A row for each pass: its candidates and evaluations, the choices or bytes that it took away, the CPU time of its parts. */
function earnings(trace: readonly TraceLine[]): string[] {
  const passes = new Map<
    string,
    { tried: number; evaluated: number; won: number; gained: number; ms: number }
  >();
  let best = trace[0]?.best ?? 0;
  for (const line of trace) {
    const own = passes.get(line.pass) ?? { tried: 0, evaluated: 0, won: 0, gained: 0, ms: 0 };
    passes.set(line.pass, own);
    own.tried++;
    if (line.bytes > 0) own.evaluated++;
    if (line.fate === 'interesting') own.won++;
    own.gained += best - line.best;
    own.ms += PARTS.reduce((sum, part) => sum + line[part], 0);
    best = line.best;
  }
  return [...passes].map(
    ([pass, { tried, evaluated, won, gained, ms }]) =>
      `${pass}: ${tried} tried, ${evaluated} evaluated, ${won} kept, ${gained} bytes, ${Math.round(ms / 100) / 10} s`,
  );
}
