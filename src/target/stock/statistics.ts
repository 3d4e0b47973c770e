/**
 * Statistics of gcc as features: the counters of each pass. So guidance works for a gcc as Debian ships it,
 * and for every version and architecture, without a build.
 *
 * A program of many functions has thousands of lines of statistics. So the shell sums them up beside the
 * compiler: a place is a pass with a counter, and its hits are the sum.
 */
import { quoted } from '../../util/quoted.ts';
import type { PlaceHits } from '../features/place-coverage.ts';

/** The line before the sums in the compiler's output. */
const MARK = '#cgfuzz-statistics';

const [counts, remarks] = ['cgfuzz-statistics.txt', 'cgfuzz-remarks.txt'];

/** Lines such as `44 fre "RPO num values == 10" "f" 1`; the number distinguishes passes of one name. */
const sumUp = [
  `FILENAME == "${remarks}" { sub(/^[^ ]*:[0-9]+:[0-9]+: /, ""); gsub(/[0-9]+/, "N"); gsub(/[^ ]*_N/, "NAME"); sum["opt " $0]++; next }`,
  '{ split($0, part, "\\""); count = $NF; name = part[2];',
  'if (match(name, / == -?[0-9]+$/)) { count = substr(name, RSTART + 4); name = substr(name, 1, RSTART - 1) }',
  'split(part[1], pass, " "); sum[pass[1] " " pass[2] " " name] += count }',
  'END { for (key in sum) print sum[key] " " key }',
].join('\n');

/** The same command, with statistics after the compiler's own output. */
export function withStatistics(command: readonly string[]): readonly string[] {
  const script = [
    `"$@" -fdump-statistics=${counts} -fopt-info-optall=${remarks}`,
    `status=$?; touch ${counts} ${remarks}; echo '${MARK}' >&2`,
    `awk ${quoted(sumUp)} ${counts} ${remarks} | LC_ALL=C sort >&2; rm -f ${counts} ${remarks}; exit $status`,
  ].join('\n');
  return ['/bin/sh', '-c', script, 'sh', ...command];
}

export interface Told {
  /** Words of the compiler. */
  readonly text: string;
  readonly hits: readonly PlaceHits[];
}

export function readStatistics(text: string): Told {
  const at = text.lastIndexOf(`${MARK}\n`);
  if (at < 0) return { text, hits: [] };
  const lines = text.slice(at + MARK.length + 1).split('\n');
  const hits = lines.flatMap((line): PlaceHits[] => {
    const [, count = '', place] = /^(-?\d+) (.+)$/.exec(line) ?? [];
    // A counter with the value 0 still counts as reached.
    return place === undefined ? [] : [[place, Math.max(1, Math.abs(Number(count)))]];
  });
  return { text: text.slice(0, at), hits };
}
