/**
 * A campaign in continuous integration: it fails for new findings, and for nothing else.
 *
 * A finding is new if this run found it, it is not muted (`known.json`), and it is no known bug that comes
 * with cgfuzz. A finding from the campaign's folder at the start is old.
 */
import { extname, join, relative, resolve } from 'node:path';
import { CampaignFolder, type StatsLine } from '../campaign/index.ts';
import { type FindingRecord, Findings, headlineOf } from '../finding/index.ts';
import {
  annotation,
  type CiRun,
  findingFiles,
  gitlabReport,
  junitReport,
  sarifReport,
} from '../report/index.ts';
import { counted } from '../util/text.ts';
import { UserError } from '../util/user-error.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';
import type { Context } from './command.ts';

const REPORTS: Readonly<Record<string, (run: CiRun) => string>> = {
  '.xml': junitReport,
  '.sarif': sarifReport,
  '.json': gitlabReport,
};

interface CiFlags {
  readonly ci: boolean;
  readonly 'ci-report': string;
  readonly time: number | undefined;
  readonly execs: number | undefined;
}

/** Refuses a campaign without an end, and a report in an unknown format. */
export function checkCi({ ci, time, execs, 'ci-report': report }: CiFlags): void {
  if (ci && time === undefined && execs === undefined)
    throw new UserError('--ci needs an end', [
      'as in: --ci --time 10m',
      'or a count of tests: --ci --execs 5000',
    ]);
  if (report === '') return;
  if (!ci) throw new UserError('--ci-report is for --ci', [`as in: --ci --ci-report ${report}`]);
  if (REPORTS[extname(report)] === undefined)
    throw new UserError(`--ci-report ${report} has no ending that says its format`, [
      'JUnit: --ci-report cgfuzz.xml',
      'SARIF: --ci-report cgfuzz.sarif',
      "GitLab's code quality: --ci-report cgfuzz.json",
    ]);
}

export class CiWatch {
  readonly #seen = new Set<string>();

  hear({ id }: FindingRecord): void {
    this.#seen.add(id);
  }

  /**
   * Writes the report if the person wants one. Returns the number of new findings, and lines about them: in a workflow
   * of GitHub, annotations come first.
   */
  end(
    { cwd, env }: Pick<Context, 'cwd' | 'env'>,
    line: StatsLine,
    dir: string,
    report: string,
  ): { readonly count: number; readonly text: string } {
    const campaign = new CampaignFolder(resolve(cwd, dir));
    const findings = new Findings(campaign.findings, findingFiles).all().map(({ record, folder }) => ({
      record,
      folder: relative(cwd, folder.path) || '.',
      isNew: this.#seen.has(record.id) && record.shipped === undefined && !folder.isMuted,
    }));
    const { target, sources } = campaign.readManifest();
    const run: CiRun = {
      title: `cgfuzz: ${sources.join(', ')} on ${target}`,
      seconds: Math.round(line.wallMs / 1_000),
      executions: line.executions,
      findings,
    };
    if (report !== '') writeFileAtomic(resolve(cwd, report), REPORTS[extname(report)]!(run));
    const fresh = findings.filter(({ isNew }) => isNew);
    const lines = fresh.map(
      ({ record, folder }) => `new: ${headlineOf(record)}\n     ${join(folder, 'README.md')}\n`,
    );
    const notes = fresh.map(({ record, folder }) =>
      annotation(env, {
        file: join(folder, 'README.md'),
        title: `cgfuzz, new: ${record.kind}`,
        text: `${record.compiler}: ${headlineOf(record)}`,
      }),
    );
    const old = findings.length - fresh.length;
    const text = `${notes.join('')}${lines.join('')}${counted(fresh.length, 'new finding')}, ${old} known or old\n`;
    return { count: fresh.length, text };
  }
}
