/** `cgfuzz corpus history` and `cgfuzz findings history`: the tests from which a test was made. */
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { CampaignFolder } from '../campaign/index.ts';
import { Corpus, historyOf } from '../corpus/index.ts';
import type { FindingRecord } from '../finding/index.ts';
import { historyText } from '../report/index.ts';
import { UserError } from '../util/user-error.ts';
import type { Context } from './command.ts';
import { findFinding } from './find-finding.ts';

interface Asked {
  readonly dir: string;
  /** The first letters of an entry's or a finding's id. */
  readonly word: string;
  readonly json: boolean;
}

/** Prints one JSON object a line, or a table. */
export function showHistory(context: Context, asked: Asked): void {
  const { dir, word, json } = asked;
  const folder = new CampaignFolder(resolve(context.cwd, dir));
  if (!existsSync(folder.corpus))
    throw new UserError(`there is no corpus in ${dir}`, ["a campaign's folder holds a folder corpus"]);
  const corpus = Corpus.read(folder.corpus, folder.countedTests);
  try {
    for (const warning of corpus.warnings) context.stderr(`${warning}\n`);
    const entries = corpus.idsBeginning(word);
    const meant = corpus.info(word) === undefined ? entries : [word];
    if (meant.length > 1) throw moreThanOne(word, meant);
    const finding = meant.length === 1 ? undefined : findingOf(context, folder, asked);
    if (finding !== undefined) tellFinding(context, finding, json);
    const steps = historyOf(corpus, finding === undefined ? meant : (finding.origin.parents ?? []));
    if (json) for (const { id, info, parents } of steps) context.stdout(line({ ...info, id, parents }));
    else if (steps.length > 0) context.stdout(historyText(steps));
  } finally {
    corpus.close();
  }
}

function findingOf(context: Context, folder: CampaignFolder, { dir, word }: Asked): FindingRecord {
  const ids = existsSync(folder.findings) ? readdirSync(folder.findings) : [];
  const isThere = existsSync(resolve(context.cwd, word)) || ids.some((id) => id.startsWith(word));
  const found = isThere ? findFinding(context.cwd, dir, word) : undefined;
  if (found !== undefined) return found.read();
  throw new UserError(`no test and no finding of ${dir} begins with ${word}`, [
    "ids of tests stand in the report's table: cgfuzz report",
    'ids of findings: cgfuzz findings list',
  ]);
}

function tellFinding(context: Context, { id, title, origin, program }: FindingRecord, json: boolean): void {
  const { arm, operator, parents = [], test, source } = origin;
  if (json) {
    context.stdout(line({ finding: id, title, origin, parents }));
    return;
  }
  const how = [arm, operator].filter(Boolean).join(', ') || 'in a way that was not kept';
  const when = test === undefined ? '' : `, test ${test}`;
  context.stdout(`finding ${id}: ${title}\nmade by ${how} from ${source}${when}: ${program.main}\n`);
  context.stdout(parents.length === 0 ? 'It was made from no other test.\n' : '\n');
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function moreThanOne(word: string, meant: readonly string[]): UserError {
  return new UserError(`more than one test begins with ${word}`, [
    `known tests: ${meant.slice(0, 12).join(', ')}`,
  ]);
}
