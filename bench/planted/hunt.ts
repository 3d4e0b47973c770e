/**
 * A campaign against all planted defects at once, with the oracle for wrong code beside it.
 *
 * The two take turns: the campaign searches for a while, then tests that it kept since are compiled, run and compared,
 * those with the most new features first, for as much CPU time. What differs becomes a finding in the campaign's folder,
 * like its crashes. All that a person would have to pay for counts as CPU time.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { decodeSequence } from '../../src/choice/index.ts';
import { CampaignFolder, Corpus, type EntryInfo, type StatsLine } from '../../src/corpus/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { Generators } from '../../src/fuzz/index.ts';
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { compare, investigate, type Culprit, type Laboratory } from '../../src/oracle/index.ts';
import type { Program } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { plantNames } from '../../src/target/index.ts';
import { PLANTED, planting, references } from './truth.ts';

/** Of search, and as much of comparison. */
const TURN_MS = 60_000;

const suspect = planting(plantNames());
export const compilerArgs: readonly string[] = csmithScoped.compilerArgs ?? [];

/** A failure that the hunt came upon, new or not. */
export interface Hit {
  readonly kind: string;
  /** Equal for those that the hunt takes for the same. */
  readonly signature: string;
  readonly program: Program;
  /** How often: the programs of crashes that are known already are not kept. */
  readonly times: number;
  /** Of the whole hunt so far. */
  readonly cpuMs: number;
  readonly culprit?: Culprit;
}

export interface HuntOptions {
  readonly folder: string;
  /** The compiled `cgfuzz`. */
  readonly cli: string;
  readonly cpuMs: number;
  readonly seed: number;
  readonly laboratory: Laboratory;
}

export async function* hunt(options: HuntOptions): AsyncGenerator<Hit> {
  const hunter = new Hunter(options);
  try {
    yield* hunter.run();
  } finally {
    await hunter.close();
  }
}

class Hunter {
  readonly #options: HuntOptions;
  readonly #campaign: CampaignFolder;
  readonly #generators = new Generators(csmithScoped, 1);
  readonly #asked = new Set<string>();
  readonly #crashes = new Map<string, number>();
  #searchMs = 0;

  constructor(options: HuntOptions) {
    this.#options = options;
    this.#campaign = new CampaignFolder(options.folder);
  }

  async *run(): AsyncGenerator<Hit> {
    const { folder, cpuMs } = this.#options;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    while (this.#cpuMs < cpuMs) {
      const turnMs = Math.min(TURN_MS, (cpuMs - this.#cpuMs) / 2);
      await this.#search(this.#searchMs + turnMs);
      yield* this.#newCrashes();
      yield* this.#compare(Math.min(this.#cpuMs + turnMs, cpuMs));
    }
  }

  async close(): Promise<void> {
    await this.#generators.close();
  }

  get #cpuMs(): number {
    return this.#searchMs + this.#options.laboratory.cpuMs + this.#generators.cpuMs;
  }

  /** Goes on with the campaign until it has had so much CPU time in all. */
  async #search(cpuMs: number): Promise<void> {
    const { cli, folder, seed } = this.#options;
    const words = [
      'run',
      '--json',
      `--dir=${folder}`,
      '--source=csmith-scoped',
      `--target=${PLANTED}`,
      `--args=${suspect.args.join(' ')}`,
      `--seed=${seed}`,
      `--cpu-time=${Math.round(cpuMs)}ms`,
    ];
    const running = spawn(process.execPath, [cli, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
    const code = await new Promise((resolve) => running.on('close', resolve));
    const spent = this.#campaign.readStats<StatsLine>().at(-1)?.cpuMs;
    if (spent === undefined)
      throw new Error(`the campaign ended with ${String(code)} and without statistics`);
    this.#searchMs = Math.max(spent, cpuMs);
  }

  /** Those that the campaign noticed since it was looked at last. */
  *#newCrashes(): Generator<Hit> {
    for (const { record, folder } of this.#findings.all()) {
      if (record.kind === 'wrong-code') continue;
      const times = record.count - (this.#crashes.get(record.id) ?? 0);
      this.#crashes.set(record.id, record.count);
      const program = folder.program('original', record.program);
      const { kind, signature } = record;
      if (times > 0 && program !== undefined) yield { kind, signature, program, times, cpuMs: this.#cpuMs };
    }
  }

  async *#compare(untilMs: number): AsyncGenerator<Hit> {
    const corpus = Corpus.read(this.#campaign.corpus);
    try {
      const entries = [...corpus.entries()].filter(({ id }) => !this.#asked.has(id));
      for (const info of entries.toSorted((a, b) => b.freshCount - a.freshCount)) {
        if (this.#cpuMs >= untilMs) return;
        this.#asked.add(info.id);
        const hit = await this.#ask(info, corpus.sequenceBytes(info.id));
        if (hit !== undefined) yield hit;
      }
    } finally {
      corpus.close();
    }
  }

  async #ask(info: EntryInfo, sequence: Uint8Array): Promise<Hit | undefined> {
    const { laboratory } = this.#options;
    const decoded = decodeSequence(sequence, this.#generators.alphabet);
    const made = await this.#generators.make({ sequence: decoded.sequence });
    if (made.outcome !== 'ok') return undefined;
    const program = made.value;
    const matrix = [suspect, ...references];
    const { verdict } = await compare(laboratory, program, matrix, { args: compilerArgs });
    if (verdict.kind !== 'differ') return undefined;
    const found = await investigate(laboratory, program, verdict, { matrix, args: compilerArgs });
    if (found.kind === 'invalid-program') {
      const complaint = found.validity.reports.find(({ answer }) => answer === 'undefined')?.detail;
      return { kind: 'source', signature: `source | ${complaint}`, program, times: 1, cpuMs: this.#cpuMs };
    }
    const { signature, culprit, affected, validity } = found;
    const findings = this.#findings;
    if (!findings.isKnown(signature.key))
      findings.add({
        signature,
        culprit,
        affected,
        validity,
        program,
        sequence: () => sequence,
        text: '',
        compiler: suspect.compiler,
        args: [...suspect.args, ...compilerArgs],
        references: references.map((each) => ({ ...each, args: [...each.args, ...compilerArgs] })),
        build: info.target,
        origin: { source: info.source, test: info.origin.test, arm: info.origin.arm },
      });
    findings.flush();
    const { kind, key } = signature;
    return { kind, signature: key, program, times: 1, cpuMs: this.#cpuMs, culprit };
  }

  /** Read anew each time: the campaign writes there too. */
  get #findings(): Findings {
    return new Findings(this.#campaign.findings, findingFiles);
  }
}
