/**
 * A review of a patch to GCC by tests of its suite: the patch's own first, then those of the changed pass.
 *
 * Both compilers compile each test. If the code is the same, the test costs nothing more. If not, the tests that have
 * `main` run: they end with 0 if the compiler is right. Invariant: a fault that both compilers have is never told.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Laboratory } from '../../laboratory/index.ts';
import type { Execution } from '../../serve/index.ts';
import { isCrash } from '../../target/index.ts';
import { counted } from '../../util/text.ts';
import { type SessionContext, worldOf } from '../world.ts';
import { dumpsOfPasses, filesOfSuite, gccFoldersFor, type GccTest, gccTestIn } from './gcc-tests.ts';
import { type ReviewVerdict, suiteOf } from './review.ts';
import type { ChangedSeed, SeedFault } from './seeds-run.ts';
import { testsOfPatch } from './tests-of-patch.ts';

export interface GccReviewOptions {
  /** The compiler without the patch, and the compiler with it, by their targets' names. */
  readonly old: string;
  readonly target: string;
  readonly patch: {
    readonly name: string;
    /** The text of the patch, with the part that changes tests. */
    readonly text: string;
    /** Files of GCC that it changes, as `gcc/tree-vrp.cc`. */
    readonly changed: readonly string[];
  };
  /** Trees with GCC's source and with its suite, if they are here. */
  readonly source?: string | undefined;
  readonly suite?: string | undefined;
  /** CPU seconds of compilers and programs. */
  readonly seconds: number;
  readonly say: (text: string) => void;
}

/** The levels that a test of the patch has beside its own options, as GCC's torture tests have them. */
const LEVELS = ['-O1', '-O2', '-O3', '-Os'];
const LIMITS = { cpuMs: 10_000, wallMs: 60_000, memoryBytes: 2 * 1024 ** 3 };

interface Asked {
  readonly test: GccTest;
  readonly args: readonly string[];
}

export async function reviewGcc(context: SessionContext, options: GccReviewOptions): Promise<ReviewVerdict> {
  const { patch, suite, source, say, old, seconds } = options;
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-review-'));
  const laboratory = await Laboratory.open(worldOf(context));
  try {
    const asTree = { tree: suite ?? folder, into: folder, signal: context.signal, pattern: GCC_TESTS };
    const { files, left } = await testsOfPatch(patch.text, asTree);
    const own = files.flatMap((file) => gccTestIn(file, folder) ?? []);
    const folders = suite === undefined ? [] : gccFoldersFor(patch.changed);
    say(
      `${counted(own.length, 'test')} in the patch; ${folders.join(', ') || 'no suite'}; ${seconds} CPU seconds`,
    );
    const passes = patch.changed.flatMap((file) => {
      const path = join(source ?? '', file);
      return source !== undefined && existsSync(path) ? dumpsOfPasses(readFileSync(path, 'utf8')) : [];
    });
    const asking = new Asking(laboratory, options, passes);
    const askedAll = function* (): Generator<Asked> {
      for (const test of own) yield { test, args: test.args };
      for (const test of own) for (const level of LEVELS) yield { test, args: [...test.args, level] };
      if (suite === undefined) return;
      for (const file of filesOfSuite(suite, folders)) {
        const test = gccTestIn(file, suite);
        if (test !== undefined) yield { test, args: test.args };
      }
    };
    for (const asked of askedAll()) {
      if (context.signal.aborted || laboratory.cpuMs > seconds * 1_000) break;
      await asking.ask(asked);
    }
    const { faults, kinds, reasons } = asking;
    return {
      patch: patch.name,
      compiler: old,
      changedFiles: patch.changed,
      testsOfPatch: own.length,
      left,
      folders,
      faults,
      suite: suiteOf(asking.changed),
      generalises: [],
      notReached: [],
      counts: {
        cpuSeconds: laboratory.cpuMs / 1_000,
        seeds: asking.tests.size,
        kinds,
        reasons,
        folders: {},
        known: 0,
      },
    };
  } finally {
    await laboratory.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const GCC_TESTS = /^gcc\/testsuite\/.*\.(?:c|C|cc|cpp|h|H)$/;

/** Asks both compilers about tests, and keeps what they answered. */
class Asking {
  readonly faults: SeedFault[] = [];
  readonly changed: ChangedSeed[] = [];
  readonly kinds: Record<string, number> = {};
  readonly reasons: Record<string, number> = {};
  readonly tests = new Set<string>();
  readonly #laboratory: Laboratory;
  readonly #options: GccReviewOptions;
  readonly #passes: readonly string[];

  constructor(laboratory: Laboratory, options: GccReviewOptions, passes: readonly string[]) {
    this.#laboratory = laboratory;
    this.#options = options;
    this.#passes = passes;
  }

  async ask(asked: Asked): Promise<void> {
    const { test, args } = asked;
    // A test that gets this wrong at its own options mostly does so at other levels.
    if (this.faults.some(({ seed }) => seed === test.name)) return;
    this.tests.add(test.name);
    const [before, after] = await this.#compiled(asked);
    const failed = isCrash(after.outcome) ? 'crash' : after.outcome === 'hang' ? 'hang' : undefined;
    if (failed !== undefined) {
      const isNew = before.outcome === 'ok' || before.outcome === 'rejected';
      if (isNew) this.#fault(asked, failed, after.text);
      return this.#count(isNew ? failed : 'known');
    }
    if (before.outcome !== 'ok' || after.outcome !== 'ok')
      return this.#count(before.outcome === after.outcome ? 'not compiled' : 'refused by one');
    const [old, code] = [codeOf(before), codeOf(after)];
    if (old.join('\n') === code.join('\n')) return this.#count('unchanged');
    const where = await this.#differingDumps(asked);
    const seed = [
      test.name,
      args.at(-1) ?? '',
      ...(where.length === 0 ? [] : [`(${where.join(', ')})`]),
    ].join(' ');
    this.changed.push({ seed, cost: costOf(code), controlCost: costOf(old) });
    await this.#judge(asked);
  }

  async #judge(asked: Asked): Promise<void> {
    if (!/\bmain\s*\(/.test(sourceOf(asked.test))) return this.#notJudged('it has no main');
    const said: string[] = [];
    // Twice: a program whose result changes by itself says nothing.
    for (let turn = 0; turn < 2; turn++) {
      const behaviours = await this.#laboratory.behave(asked.test.program, this.#both(asked));
      const ends = behaviours.flatMap((each) => (each.kind === 'ran' ? [each.run] : []));
      const [before, after] = ends;
      if (before === undefined || after === undefined) return this.#notJudged('it does not link');
      if (before.end !== 'exit' || before.exitCode !== 0) return this.#notJudged('fails without the patch');
      const isRight = after.end === 'exit' && after.exitCode === 0 && after.stdout === before.stdout;
      if (isRight) return this.#count(turn === 0 ? 'kept' : 'unstable');
      said.push(
        `${after.signal ?? `exit ${after.exitCode}`}, and not exit 0 as without the patch${after.stdout === before.stdout ? '' : `; it prints ${after.stdout.slice(0, 200)}, and not ${before.stdout.slice(0, 200)}`}`,
      );
    }
    this.#fault(asked, 'wrong', said[0] ?? '');
    this.#count('wrong');
  }

  /** The dumps of the test and of the changed passes that are different. */
  async #differingDumps(asked: Asked): Promise<string[]> {
    const dumps = [...new Set([...asked.test.dumps, ...this.#passes])];
    const different: string[] = [];
    for (const dump of dumps) {
      const more = ['-fdump-noaddr', '-fdump-unnumbered', `-fdump-${dump}=stderr`];
      const [before, after] = await this.#compiled({ ...asked, args: [...asked.args, ...more] });
      if (before.text !== after.text) different.push(dump.replace(/^\w+-/, ''));
    }
    return different;
  }

  #both({ args }: Asked): { readonly compiler: string; readonly args: readonly string[] }[] {
    const { old, target } = this.#options;
    return [old, target].map((compiler) => ({ compiler, args }));
  }

  async #compiled(asked: Asked): Promise<readonly [Execution, Execution]> {
    const about = { compileLimits: LIMITS };
    const [before, after] = await this.#laboratory.compile(
      asked.test.program,
      this.#both(asked),
      about,
      'assembly',
    );
    return [before!, after!];
  }

  #count(kind: string): void {
    this.kinds[kind] = (this.kinds[kind] ?? 0) + 1;
  }

  #notJudged(reason: string): void {
    this.reasons[reason] = (this.reasons[reason] ?? 0) + 1;
    this.#count('not judged');
  }

  #fault({ test, args }: Asked, kind: string, why: string): void {
    this.faults.push({
      kind,
      why:
        why
          .trim()
          .split('\n')
          .find((line) => /error|Error/.test(line)) ?? why.trim(),
      seed: test.name,
      changes: [],
      passes: '',
      options: args,
      cpu: '',
      command: [this.#options.target, ...args, test.program.main].join(' '),
      before: sourceOf(test),
      after: '',
      cpuSeconds: this.#laboratory.cpuMs / 1_000,
    });
  }
}

function sourceOf({ program: { files, main } }: GccTest): string {
  return Buffer.from(files.find(({ path }) => path === main)?.bytes ?? []).toString();
}

/** Lines of the assembly that make code or data: no names of compilers and files. */
function codeOf({ output }: Execution): string[] {
  const lines = Buffer.from(output).toString('latin1').split('\n');
  return lines.filter((line) => !/^\s*\.(?:ident|file)\b/.test(line));
}

/** Number of instructions. */
function costOf(code: readonly string[]): number {
  return code.filter((line) => /^\t[a-z]/.test(line)).length;
}
