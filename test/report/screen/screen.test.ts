import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
          const lines = screenLines(state({ line, findings, note, meanwhile, history: growingLines(9) }), {
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
