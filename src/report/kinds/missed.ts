/** Findings of blocks that never run and are not removed any more. */
import { familyOfName, snapshotGccVersion } from '../../build/index.ts';
import type { FindingRecord, MissedBlock } from '../../finding/index.ts';
import { RTL_PASS } from '../../oracle/index.ts';
import { quoted } from '../../util/quoted.ts';
import { argumentsOf, compilerLine, compilerOf } from '../finding/finding-command.ts';
import { introducedText } from '../finding/introduced.ts';
import type { ReportKind, ShownProgram } from './kind.ts';

export const missedReport: ReportKind = {
  says: 'The compiler keeps a block that never runs. An older release, a lower level or less knowledge removes it.',
  keyword: 'missed-optimization',
  runs: false,
  reducedBy: 'compiling',
  isMiscompilation: false,
  commands(record, { mainPath }) {
    const { marker, removing } = blockOf(record);
    return [record, { ...record, ...removing }].flatMap((each, index) => [
      compilerLine(each, [...argumentsOf(each), '-c', mainPath, '-o', `${index}.o`]),
      `nm -u ${index}.o | grep ${marker}`,
    ]);
  },
  script: (record, { mainPath }) => [
    'command -v nm >/dev/null || { echo "nm is not installed"; exit 77; }',
    ...staysInShell(record, mainPath),
    'if stays; then',
    `  echo "the bug is there: ${blockOf(record).marker} stays"`,
    '  exit 1',
    'fi',
    'echo "the bug is not there"',
    'exit 0',
  ],
  condition: conditionOf,
  needs: () => '`./repro.sh` needs a shell, the compiler and `nm`. Nothing is run.',
  expected(record) {
    const { marker, removing } = blockOf(record);
    return `The block with the call of ${marker} never runs. ${words(record, removing)} removes it.`;
  },
  actual: (record) => `The object calls ${blockOf(record).marker}.`,
  suiteTest: suiteTestOf,
  heading(record) {
    const { how, pass, removing } = blockOf(record);
    const by = pass === undefined ? '' : ` (${words(record, removing)} removed it by ${pass})`;
    if (how === 'refinement') return `Dead code is not eliminated if a true fact is known${by}`;
    if (how === 'inversion') return `Dead code is not eliminated${by}`;
    const numbers = releasesIn(record);
    const bracket = numbers === '' ? '' : `[${numbers} Regression] `;
    const since = introducedText(record);
    return `${bracket}Dead code is not eliminated${since === undefined ? '' : `, introduced ${since}`}${by}`;
  },
};

/** Given the object of the compiler: it has the marker, and the object of the other side has not. */
function conditionOf(record: FindingRecord): string {
  const { marker, removing } = blockOf(record);
  const other = { ...record, ...removing };
  const quotedArgs = argumentsOf(other).map((arg) => `"${arg.replace(/^-I(?!\/)/, '-I$here/')}"`);
  const named = (object: string): string => `nm -u "$work/${object}" | grep -qw ${marker}`;
  return [
    `[ $status = 0 ] && ${named('out.o')} || exit 1`,
    `${compilerOf(other)} ${quotedArgs.join(' ')} -c ${quoted(record.program.main)} -o "$work/other.o" >/dev/null 2>&1 || exit 1`,
    `! { ${named('other.o')}; }`,
  ].join('\n');
}

/**
 * The program as GCC's suite has such tests, with the marker as `foo`. Passes over RTL run after the last dump of a
 * tree, so the assembly tells of them.
 */
function suiteTestOf(record: FindingRecord, { program }: ShownProgram): string | undefined {
  const { marker, pass } = blockOf(record);
  if (familyOfName(record.compiler) !== 'gcc') return undefined;
  const main = program.files.find(({ path }) => path === program.main);
  const text = Buffer.from(main?.bytes ?? []).toString();
  const isOfRtl = pass?.startsWith(RTL_PASS) === true;
  const options = [...argumentsOf(record), ...(isOfRtl ? [] : ['-fdump-tree-optimized'])];
  const scan = isOfRtl ? 'scan-assembler-not "foo"' : 'scan-tree-dump-not "foo" "optimized"';
  return [
    '/* { dg-do compile } */',
    `/* { dg-options "${options.join(' ')}" } */`,
    '',
    text.replaceAll(new RegExp(`\\b${marker}\\b`, 'g'), 'foo').trimEnd(),
    '',
    `/* { dg-final { ${scan} } } */`,
  ].join('\n');
}

function blockOf({ id, missed }: FindingRecord): MissedBlock {
  if (missed === undefined) throw new Error(`finding ${id} names no block`);
  return missed;
}

function words(record: FindingRecord, { compiler, args }: MissedBlock['removing']): string {
  return compilerLine({ ...record, compiler }, args);
}

/** `16/17` for gcc-16 and gcc-snapshot: the releases that keep the block. */
function releasesIn({ affected, compiler }: FindingRecord): string {
  const labels = affected?.failing ?? [compiler];
  const numbers = labels.flatMap((label) => /^(?:gcc|clang)-(\d+|snapshot)/.exec(label)?.[1] ?? []);
  return [...new Set(numbers.map((each) => (each === 'snapshot' ? snapshotGccVersion : each)))].join('/');
}

/** A shell function that tells whether the block stays, and exits with 77 if the compiler could not be asked. */
export function staysInShell(record: FindingRecord, mainPath: string): string[] {
  const { marker, how, removing } = blockOf(record);
  const keeps = (args: readonly string[]): string[] => [
    `"$CC" ${args.map(quoted).join(' ')} -c ${quoted(mainPath)} -o "$work/test.o" >"$work/log" 2>&1 ||`,
    '    { cat "$work/log"; echo "$CC does not compile it"; exit 77; }',
    `  nm -u "$work/test.o" | grep -qw ${marker}`,
  ];
  const lower = keeps(argumentsOf({ ...record, ...removing }));
  return [
    'stays() {',
    ...indented(keeps(argumentsOf(record))),
    ...(how !== 'regression'
      ? [
          `  # ${how === 'inversion' ? 'At the lower level' : 'Without the fact'} it goes.`,
          '  [ $? = 0 ] || return 1',
          ...indented(lower),
          '  [ $? != 0 ]',
        ]
      : []),
    '}',
  ];
}

function indented([first = '', ...rest]: readonly string[]): string[] {
  return [`  ${first}`, ...rest];
}
