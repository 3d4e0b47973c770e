/**
 * Disks that fail, and kills, at each write. Finished work is there afterwards, earlier work is still there, and a
 * command says in a line what hindered it.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { CampaignFolder, type StatsLine } from '../../src/campaign/index.ts';
import { Corpus, readSeeds, writeSeeds } from '../../src/corpus/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { circumstanceOf } from '../../src/util/circumstance.ts';
import { growingLines } from '../report/stats-lines.ts';
import { pickOf } from './damage.ts';
import { type Family, showsStack } from './family.ts';
import { type Disk, type Fault, faults, Killed, withFaultyDisk } from './faulty-disk.ts';
import {
  addEntry,
  failureOf,
  goldenEntries,
  goldenFiles,
  sequenceOf,
  writeFiles,
  writeOther,
} from './golden.ts';
import { inFolder } from './places.ts';
import { say } from './say.ts';

/** Does something on a disk that fails, then says what was lost. */
interface Scenario {
  readonly name: string;
  readonly act: (folder: string, rng: RandomGenerator, disk: Disk) => Promise<Check> | Check;
}

/** On a disk that is whole again. */
type Check = () => readonly string[];

/** Whether it was done; what the machine refuses is no bug. */
function isDone(work: () => void, complaints: string[]): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (
      !(error instanceof Killed) &&
      circumstanceOf(error) === undefined &&
      (error as Error).name !== 'UserError'
    )
      complaints.push(`${String(error)} is no circumstance`);
    return false;
  }
}

const keepTests: Scenario = {
  name: 'a corpus',
  act(folder, rng) {
    const complaints: string[] = [];
    const kept = new Set(goldenEntries().keys());
    const removed = new Set<string>();
    let corpus: Corpus | undefined;
    isDone(() => (corpus = Corpus.open(join(folder, 'corpus'))), complaints);
    const open = corpus;
    for (let step = 0; step < 6; step++) {
      if (open === undefined) break;
      if (step === 3) {
        const id = [...goldenEntries().keys()][uniformBelow(rng, 4)]!;
        kept.delete(id);
        if (isDone(() => open.remove(id), complaints)) removed.add(id);
      } else {
        isDone(() => kept.add(addEntry(open, 60 + step)), complaints);
      }
    }
    open?.close();
    return () => {
      const again = Corpus.open(join(folder, 'corpus'));
      const missing = [...kept].filter((id) => again.info(id) === undefined);
      const back = [...removed].filter((id) => again.info(id) !== undefined);
      for (const { id } of again.entries()) again.features(id);
      const damaged = again.warnings.filter((text) => !text.includes('cut off'));
      const added = addEntry(again, 99);
      again.close();
      const last = Corpus.read(join(folder, 'corpus'));
      const isAdded = last.info(added) !== undefined;
      last.close();
      return [
        ...complaints,
        ...missing.map((id) => `the test ${id} is lost`),
        ...back.map((id) => `the test ${id} is back`),
        ...damaged,
        ...(isAdded ? [] : ['the corpus cannot be added to']),
      ];
    };
  },
};

const keepFindings: Scenario = {
  name: 'findings',
  act(folder) {
    const complaints: string[] = [];
    const path = join(folder, 'findings');
    const kept = new Map([1, 2, 3].map((number) => [`signal | f${number}`, 'there before']));
    let findings: Findings | undefined;
    isDone(() => (findings = new Findings(path, findingFiles)), complaints);
    const open = findings!;
    for (const number of [4, 5])
      if (isDone(() => open.add(failureOf(number)), complaints)) kept.set(`signal | f${number}`, 'added');
    open.countAgain('signal | f1');
    isDone(() => open.flush(), complaints);
    const { folder: first } = open.all()[0]!;
    isDone(() => first.saveProgram('reduced', programOf('int z;\n'), sequenceOf(70)), complaints);
    isDone(() => open.update('signal | f1', { title: 'another' }), complaints);
    isDone(() => first.mute('reported'), complaints);
    return () => {
      const again = new Findings(path, findingFiles);
      const there = new Map(again.all().map((each) => [each.record.signature, each]));
      const lost = [...kept].filter(([signature]) => !there.has(signature));
      const unreadable = [...there.values()].filter(
        ({ record, folder: own }) => own.program('original', record.program) === undefined,
      );
      // A half-added finding is not whole, and says so.
      const damaged = again.warnings.filter((text) => !text.includes('has no meta.json'));
      for (const number of [4, 5]) if (!there.has(`signal | f${number}`)) again.add(failureOf(number));
      return [
        ...complaints,
        ...lost.map(([signature, why]) => `the finding ${signature}, ${why}, is lost`),
        ...unreadable.map(({ record }) => `the finding ${record.id} has no program`),
        ...damaged,
        ...(again.size === 5 ? [] : ['a failure that is seen again is not kept']),
      ];
    };
  },
};

const keepJournal: Scenario = {
  name: 'the journal',
  act(folder) {
    const complaints: string[] = [];
    const campaign = new CampaignFolder(folder);
    const manifest = campaign.readManifest();
    const before = campaign.readStats().length;
    const states: unknown[] = [campaign.readState()];
    const learnt: unknown[] = [campaign.readLearnt()];
    let told = before;
    const lines = growingLines(12);
    isDone(() => campaign.lock(), complaints);
    isDone(() => campaign.writeManifest({ ...manifest, build: 'another' }), complaints);
    for (let step = 0; step < 3; step++) {
      states.push({ step });
      isDone(() => campaign.writeState({ step }), complaints);
      if (isDone(() => campaign.appendStats(lines[before + step] as StatsLine), complaints)) told++;
      learnt.push([step]);
      isDone(() => campaign.writeLearnt([step]), complaints);
    }
    isDone(() => campaign.noteEdgeCells('another', 7), complaints);
    isDone(() => campaign.unlock(), complaints);
    return () => {
      // The process is no more.
      if (existsSync(join(folder, 'lock'))) writeFileSync(join(folder, 'lock'), '4194305 1\n');
      const again = new CampaignFolder(folder);
      again.lock();
      again.unlock();
      again.mendStats();
      const isOneOf = (value: unknown, all: readonly unknown[]): boolean =>
        all.some((each) => JSON.stringify(each) === JSON.stringify(value));
      again.readManifest();
      return [
        ...complaints,
        ...(isOneOf(again.readState(), states) ? [] : ['the state is none that was written']),
        ...(isOneOf(again.readLearnt(), learnt) ? [] : ['what was learnt is nothing that was written']),
        ...(again.readStats().length >= told ? [] : ['lines of the statistics are lost']),
        ...again.warnings.filter((text) => !text.includes('lines are damaged')),
      ];
    };
  },
};

const replaceSeeds: Scenario = {
  name: 'seeds',
  act(folder) {
    const complaints: string[] = [];
    const path = join(folder, 'toy.cgcorpus');
    const isNew = isDone(() => writeSeeds(path, [sequenceOf(5), sequenceOf(6), sequenceOf(7)]), complaints);
    return () => {
      const { length } = readSeeds(path);
      return [
        ...complaints,
        ...((isNew ? length === 3 : [1, 3].includes(length)) ? [] : [`${length} seeds are left`]),
      ];
    };
  },
};

const commandLines: readonly (readonly string[])[] = [
  ['corpus', 'merge', 'a', 'a.other'],
  ['corpus', 'import', 'a', 'a.other', 'a/one.cgseq'],
  ['corpus', 'distill', 'a', 'a/out'],
  ['corpus', 'seeds', 'a', 'a/out'],
  ['corpus', 'export', 'a', 'a/out'],
  ['report', 'a'],
  ['compare', 'a', 'a.other', '--html', 'a/page.html'],
  ['findings', 'mute', 'ID', '--dir', 'a'],
  ['demo', '-n', '400', '--save', 'a/demo.cgseq'],
];

/** A command that says that all went well has done all. */
const command: Scenario = {
  name: 'a command',
  async act(folder, rng, disk) {
    const ids = readdirSync(join(folder, 'findings'));
    const words = pickOf(rng, commandLines).map((word) => (word === 'ID' ? ids[0]! : word));
    const said = await say(join(folder, '..'), words);
    const complaints = !disk.isKilled && showsStack(said) ? [`${words.join(' ')}: ${said.stderr}`] : [];
    return () => {
      const corpus = Corpus.read(join(folder, 'corpus'));
      const known = (id: string): boolean => corpus.info(id) !== undefined;
      const lost = [...goldenEntries().keys()].filter((id) => !known(id));
      const isMerge = words[1] === 'merge' && said.code === 0 && !disk.isKilled;
      const other = Corpus.read(join(`${folder}.other`, 'corpus'));
      const missing = isMerge ? [...other.entries()].filter(({ id }) => !known(id)) : [];
      for (const each of [corpus, other]) each.close();
      const { size, warnings } = new Findings(join(folder, 'findings'), () => []);
      return [
        ...complaints,
        ...lost.map((id) => `${words.join(' ')}: the test ${id} is lost`),
        ...missing.map(({ id }) => `${words.join(' ')}: the test ${id} was not taken over`),
        ...(size === 3 && warnings.length === 0 ? [] : [`${words.join(' ')}: findings are lost`]),
      ];
    };
  },
};

const scenarios = [keepTests, keepFindings, keepJournal, replaceSeeds, command, command];

/** More than any of them makes. */
const MOST_CHANGES: Readonly<Record<string, number>> = {
  'a corpus': 14,
  findings: 160,
  'the journal': 30,
  seeds: 8,
  'a command': 40,
};

export const disks: Family = {
  name: 'disks that fail, and kills',
  share: 35,
  run: (seed) =>
    inFolder(async (cwd) => {
      const rng = makeRandom(seed);
      const folder = join(cwd, 'a');
      writeFiles(folder, goldenFiles());
      writeSeeds(join(folder, 'toy.cgcorpus'), [sequenceOf(4)]);
      writeOther(folder);
      const scenario = pickOf(rng, scenarios);
      const fault: Fault = pickOf(rng, faults);
      const at = uniformBelow(rng, MOST_CHANGES[scenario.name]!);
      const share = uniformBelow(rng, 101) / 100;
      const check = await withFaultyDisk(folder, { fault, at, share }, (disk) =>
        scenario.act(folder, rng, disk),
      );
      const about = `${scenario.name}, ${fault} at change ${at}, after ${share} of it`;
      try {
        return check().map((text) => `${about}: ${text}`);
      } catch (error) {
        return [`${about}: afterwards ${(error as Error).stack}`];
      }
    }),
};
