import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FleetState, FleetWorker } from '../../../src/campaign/index.ts';
import { Growth, screenLines, type ScreenState } from '../../../src/report/index.ts';
import { growingLines, statsLine } from '../stats-lines.ts';

const usual = { columns: 80, rows: 24 };

function state(about: Partial<ScreenState> = {}): ScreenState {
  return { title: 'cgfuzz: csmith on clang-19 -O2', line: statsLine(), history: [], findings: [], ...about };
}

function armOf(features: number, cpuMs: number): object {
  return { executions: 10, cpuMs, features, edges: 3, kept: 2 };
}

const anyText = fc.string({ unit: 'binary', size: 'small' });

describe('the screen of a campaign', () => {
  it('shows at 80 columns everything that counts', () => {
    const lines = growingLines(100);
    const shown = screenLines(
      state({
        line: statsLine({
          ...lines.at(-1)!,
          wallMs: 3_723_000,
          findings: 3,
          unstable: 17,
          lastNewCpuMs: 40_000,
        }),
        history: lines,
        findings: [
          { kind: 'assertion', title: 'assertion: first' },
          { kind: 'signal', title: 'signal: second' },
          { kind: 'assertion', title: 'assertion: third' },
        ],
      }),
      usual,
    ).join('\n');
    expect(shown).toMatch(/time +01:02:03 +1,554 executions, 15\.5 a CPU second/);
    expect(shown).toMatch(/features +230,756 +▁.*█$/m);
    expect(shown).toMatch(/edges +46,151 +▁.*█$/m);
    expect(shown).toMatch(/corpus +1,286 +last new feature 60 s of CPU ago, 17 unstable edges/);
    expect(shown).toMatch(/findings +3 +2 assertion, 1 signal\n +latest: assertion: third/);
    expect(shown).toMatch(/40% generate, 50% compile, 10% engine$/m);
    expect(shown).toMatch(/no use +75 +3 duplicates, 67 overruns, 5 slow$/m);
  });

  it('has no rows and columns of zeros for a compiler without coverage', () => {
    const arms = { fresh: { ...armOf(0, 30_000), kept: 0, edges: 0 } } as never;
    const line = statsLine({ executions: 12, features: 0, edges: 0, corpus: 0, arms });
    const shown = screenLines(state({ line }), usual).join('\n');
    expect(shown).not.toMatch(/features|edges|corpus|kept/);
    expect(shown).toMatch(/^ fresh +10 +100%$/m);
  });

  it('says in words what is done with programs of a compiler without coverage', () => {
    const checked = { compare: 120, truth: 900, invariance: 0, ir: 14 };
    const judged = { tests: 2_000, notAsked: 20, cpuMs: 5 };
    const line = statsLine({ executions: 12, features: 0, edges: 0, corpus: 0, checked, judged });
    const shown = screenLines(state({ line, edgesInAll: Infinity }), usual).join('\n');
    expect(shown).toMatch(/^ coverage +none +cgfuzz looks for failures and wrong code alone$/m);
    expect(shown).toMatch(/^ judged +2,000 +on paper; not asked 20 \(1\.0%\)$/m);
    expect(shown).toMatch(/^ checked +1,034 +900 outputs checked, 120 compared, 14 by their IR$/m);
    expect(shown).not.toContain('twice');
  });

  it('says which part of all edges was reached, if the target knows how many there are', () => {
    const line = statsLine({ edges: 46_151 });
    const shown = screenLines(state({ line, history: growingLines(20), edgesInAll: 508_120 }), usual);
    expect(shown.join('\n')).toMatch(/^ edges +46,151 +▁.*█ 9\.1% of all$/m);
    for (const edgesInAll of [undefined, 0, Infinity])
      expect(screenLines(state({ line, edgesInAll }), usual).join('\n')).not.toContain('of all');
  });

  it('says how long ago the last finding came', () => {
    const findings = [{ kind: 'signal', title: 'signal: 11' }];
    const line = statsLine({ wallMs: 200_000, findings: 1 });
    const shown = screenLines(state({ line, findings, lastFindingWallMs: 170_000 }), usual).join('\n');
    expect(shown).toContain('latest, 30 s ago: signal: 11');
    const known = { ...findings[0]!, shipped: { name: 'x', title: 'x', address: '' } };
    const both = screenLines(state({ line, findings: [...findings, known] }), usual).join('\n');
    expect(both).toContain('2 signal; 1 known');
  });

  it('says what is left until the campaign ends by itself, and nothing if only a person ends it', () => {
    const line = statsLine({ wallMs: 60_000, cpuMs: 90_000, executions: 1_554 });
    const left = (budget: ScreenState['budget']): string | undefined =>
      screenLines(state({ line, budget }), usual).find((text) => text.startsWith(' left'));
    expect(left({ wallMs: 180_000 })).toBe(' left      2.0 min of 3.0 min');
    expect(left({ cpuMs: 100_000, executions: 2_000 })).toBe(
      ' left      10 s of 1.7 min of CPU, 446 of 2,000 executions',
    );
    expect(left({ executions: 1_000 })).toContain('0 of 1,000 executions');
    expect(left({})).toBeUndefined();
  });

  it('says of each arm what it earned in all, and lately', () => {
    const history = [
      statsLine({ cpuMs: 40_000, arms: { fresh: armOf(900, 30_000) } as never }),
      statsLine({ cpuMs: 95_000, arms: { fresh: armOf(990, 55_000) } as never }),
    ];
    const line = statsLine({
      cpuMs: 100_000,
      arms: { fresh: armOf(1_000, 60_000), graft: armOf(500, 20_000) } as never,
    });
    const shown = screenLines(state({ line, history }), usual).join('\n');
    // The last tenth began after the first of the two lines.
    expect(shown).toMatch(/^ fresh +10 +75% +2 +1,000 +3 +16\.7 +3\.33$/m);
    expect(shown).toMatch(/^ graft +10 +25% +2 +500 +3 +25\.0 +25\.0$/m);
  });

  it('does not say what an arm earned lately before there is a lately', () => {
    const line = statsLine({ cpuMs: 5_000, arms: { fresh: armOf(1_000, 5_000) } as never });
    expect(screenLines(state({ line }), usual).at(-1)).toMatch(/200 +-$/);
  });

  it('fits every terminal, whatever happened', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 200 }),
        fc.integer({ min: 2, max: 60 }),
        fc.array(fc.record({ kind: fc.constant('signal'), title: anyText }), { maxLength: 3 }),
        anyText,
        fc.integer({ min: 0, max: 2 ** 50 }),
        (columns, rows, findings, note, count) => {
          const meanwhile = note;
          const line = statsLine({
            features: count,
            cpuMs: count,
            arms: { fresh: armOf(count, 1) } as never,
          });
          const more = {
            lastFindingWallMs: 1,
            edgesInAll: 2 ** 40,
            budget: { cpuMs: 2 ** 51, executions: 9 },
          };
          const history = growingLines(9);
          const lines = screenLines(state({ line, findings, note, meanwhile, history, ...more }), {
            columns,
            rows,
          });
          expect(lines.length).toBeLessThan(rows);
          expect(lines.filter((text) => Array.from(text).length > columns)).toEqual([]);
          // oxlint-disable-next-line eslint/no-control-regex
          expect(lines.filter((text) => /[\u0000-\u001F\u007F-\u009F]/.test(text))).toEqual([]);
        },
      ),
    );
  });
});

describe('growth', () => {
  it('keeps the first and the newest line, and few of all others', () => {
    const growth = new Growth();
    const lines = 200_000;
    for (let second = 1; second <= lines; second++) growth.add(statsLine({ cpuMs: second * 1_000 }));
    expect(growth.lines[0]!.cpuMs).toBe(1_000);
    expect(growth.lines.at(-1)!.cpuMs).toBe(lines * 1_000);
    expect(growth.lines.length).toBeLessThan(1_300);
  });
});

describe('the screen of a campaign in a fleet', () => {
  const worker = (number: number): FleetWorker => ({
    name: `w${number}`,
    isAlive: number !== 3,
    silentMs: number === 4 ? undefined : number === 3 ? 90_000 : 1_000,
    executions: 100 * number,
    cpuMs: 1_000,
    findings: 0,
    tests: 7,
    features: 10 * number,
  });
  const fleet = (count: number): FleetState => ({
    worker: undefined,
    members: Array.from({ length: count }, (_, index) => worker(index + 1)),
    workers: count,
    living: count,
    executions: 1,
    cpuMs: 1,
    findingsElsewhere: 0,
    heard: 0,
    taken: 0,
    struckOut: 0,
    waiting: 0,
    trouble: undefined,
  });

  it('has a row for each worker, the one that brought most first, and says who is silent and who has ended', () => {
    const shown = screenLines(state({ fleet: fleet(4) }), { columns: 100, rows: 60 }).join('\n');
    expect(shown).toMatch(/w4 .*ended\n.*w3 .*silent for 00:01:30\n.*w2 .*at work\n.*w1 .*at work/);
  });

  it('has eight rows for a large one, and says how many workers are left out', () => {
    const shown = screenLines(state({ fleet: fleet(40) }), { columns: 100, rows: 60 }).join('\n');
    expect(shown.match(/^ +w\d+ /gm)).toHaveLength(8);
    expect(shown).toContain('and 32 more');
  });
});
