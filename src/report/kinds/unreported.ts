/** Findings of sanitizers that do not report a fault. */
import type { FindingRecord } from '../../finding/index.ts';
import { patternOfReport } from '../../oracle/index.ts';
import { plantedKinds, type PlantedKind } from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';
import { argumentsOf, besideWith, compilerLine } from '../finding/finding-command.ts';
import { wordsOf } from '../finding/in-shell.ts';
import { miscompiled, type ReportKind, type ShownProgram } from './kind.ts';

export const unreportedReport: ReportKind = {
  says: 'A sanitizer does not report an undefined operation that runs.',
  keyword: miscompiled.keyword,
  runs: true,
  reducedBy: 'compiling',
  isUnguarded: true,
  isMiscompilation: false,
  commands: (record, { mainPath, besidePaths }) => [
    compilerLine(record, [
      ...argumentsOf(record),
      mainPath,
      ...besideWith(record, besidePaths),
      '-o',
      'program',
      '-lm',
    ]),
  ],
  script: (record, { mainPath, besidePaths }: ShownProgram) => [
    `"$CC" ${wordsOf(record)} ${[mainPath, ...besideWith(record, besidePaths)].map(quoted).join(' ')} -o "$work/program" -lm >"$work/log" 2>&1 ||`,
    '  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }',
    '(cd "$work" && ulimit -t 10 && ASAN_OPTIONS=detect_leaks=0 exec ./program) >"$work/out" 2>&1',
    `if grep -qE ${quoted(patternOfReport(faultOf(record)))} "$work/out"; then`,
    '  echo "the bug is not there"',
    '  exit 0',
    'fi',
    'cat "$work/out"',
    `echo "the bug is there: no report of the kind ${faultOf(record)}"`,
    'exit 1',
  ],
  condition(record) {
    const [reference] = record.references ?? [];
    const tells = (each: FindingRecord, name: string): string =>
      `{ ${compilerLine(each, argumentsOf(each))} ${quoted(record.program.main)} -o "$work/${name}" -lm >/dev/null 2>&1 && ` +
      `(ulimit -t 10; ASAN_OPTIONS=detect_leaks=0 exec "$work/${name}") 2>&1 | grep -qE ${quoted(patternOfReport(faultOf(record)))}; }`;
    return [
      '[ $status = 0 ] || exit 1',
      ...(reference === undefined ? [] : [`${tells({ ...record, ...reference }, 'other')} || exit 1`]),
      `! ${tells(record, 'own')}`,
    ].join('\n');
  },
  needs: () => '`./repro.sh` needs a shell, the compiler and the libraries of its sanitizers.',
  expected: (record) => `A report of the kind ${faultOf(record)}.`,
  actual: (_, output) => output.trim(),
};

/** `unreported | gcc shift | -O2` */
function faultOf({ signature }: Pick<FindingRecord, 'signature'>): PlantedKind {
  const word = signature.split(' | ')[1]?.split(' ')[1] ?? '';
  if (!Object.hasOwn(plantedKinds, word)) throw new Error(`${signature} names no fault`);
  return word as PlantedKind;
}
