import { describe, expect, it } from 'vitest';
import type { Terminal } from '../../../src/cli/command.ts';
import { liveScreen } from '../../../src/cli/progress/live-screen.ts';
import { plainProgress } from '../../../src/cli/progress/plain-progress.ts';
import type { FindingRecord } from '../../../src/finding/index.ts';
import type { Notice } from '../../../src/campaign/index.ts';
import { statsLine } from '../../report/stats-lines.ts';
import { fakeContext } from '../fake-context.ts';

const ESCAPE = '\u001B[';

const finding: FindingRecord = {
  id: 'f00d',
  kind: 'crash',
  signature: 's',
  title: 'assertion: a < b',
  count: 1,
  message: '',
  frames: [],
  compiler: 'clang-19',
  args: [],
  build: 'b',
  origin: { source: 'csmith' },
  program: { language: 'c', main: 'test.c', isOneFile: true, includes: [] },
};

function progress(wallMs: number, about: object = {}): Notice {
  return { type: 'progress', line: statsLine({ wallMs, cpuMs: wallMs, ...about }), rates: new Map() };
}

class FakeTerminal implements Terminal {
  readonly isTTY = true;
  columns = 80;
  rows = 24;
  readonly writes: string[] = [];
  readonly #listeners = new Set<() => void>();

  readonly write = (text: string): void => void this.writes.push(text);

  readonly onResize = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A key that was pressed; without an effect after `onKey` was stopped. */
  press: (key: string) => void = () => undefined;

  readonly onKey = (listener: (key: string) => void): (() => void) => {
    this.press = listener;
    return () => void (this.press = () => undefined);
  };

  resize(columns: number): void {
    this.columns = columns;
    for (const listener of this.#listeners) listener();
  }

  /** The text written since the last call. */
  taken(): string {
    return this.writes.splice(0).join('');
  }
}

describe('the live screen', () => {
  it('shows how far what is built meanwhile is, until it is there', () => {
    const terminal = new FakeTerminal();
    const view = liveScreen(terminal, { title: 'a campaign', stats: [], findings: [] });
    view.show(progress(1_000));
    view.show({ type: 'meanwhile', text: 'compiling, 3 of 414' });
    expect(terminal.taken()).toMatch(/meanwhile +compiling, 3 of 414/);
    view.show({ type: 'meanwhile', text: undefined });
    terminal.resize(80);
    expect(terminal.taken().split(`${ESCAPE}2J`).at(-1)).not.toContain('meanwhile');
  });

  it('writes a frame at once, and of the next one only what changed', () => {
    const terminal = new FakeTerminal();
    const view = liveScreen(terminal, { title: 'a campaign', stats: [], findings: [] });
    view.show(progress(1_000));
    expect(terminal.writes.length).toBe(1);
    expect(terminal.taken()).toContain('a campaign');
    view.show(progress(1_000, { unstable: 42 }));
    expect(terminal.writes.length).toBe(1);
    const patch = terminal.taken();
    expect(patch).toContain('42 unstable');
    expect(patch).not.toContain('a campaign');
    expect(patch).not.toContain(`${ESCAPE}2J`);
  });

  it('leaves a line for each finding above itself', () => {
    const terminal = new FakeTerminal();
    const view = liveScreen(terminal, { title: 'a campaign', stats: [], findings: [] });
    view.show(progress(1_000));
    view.show({ type: 'finding', finding });
    const text = terminal.taken();
    const [line, title, latest] = [
      'finding f00d: assertion: a < b\n',
      'a campaign',
      'latest, 0 s ago: assertion: a < b',
    ];
    expect(text.lastIndexOf(line)).toBeGreaterThan(0);
    expect(text.lastIndexOf(line)).toBeLessThan(text.lastIndexOf(title));
    expect(text.lastIndexOf(title)).toBeLessThan(text.lastIndexOf(latest));
  });

  it('says how long ago the last finding came, also of an earlier run', () => {
    const terminal = new FakeTerminal();
    const stats = [1, 2, 2].map((findings, index) => statsLine({ wallMs: (index + 1) * 10_000, findings }));
    const view = liveScreen(terminal, { title: 'a campaign', stats, findings: [finding] });
    view.show(progress(60_000, { findings: 2 }));
    expect(terminal.taken()).toContain('latest, 40 s ago: assertion');
    view.show({ type: 'finding', finding });
    terminal.resize(80);
    expect(terminal.taken()).toContain('latest, 0 s ago: assertion');
  });

  it('asks for the number of all edges again: a campaign goes over to another build', () => {
    const terminal = new FakeTerminal();
    const builds = [100, 200];
    const edgesInAll = (): number => builds.shift()!;
    const view = liveScreen(terminal, { title: 'a campaign', stats: [], findings: [], edgesInAll });
    view.show(progress(1_000, { edges: 50 }));
    expect(terminal.taken()).toContain('50% of all');
    view.show(progress(2_000, { edges: 50 }));
    terminal.resize(80);
    expect(terminal.taken()).toContain('25% of all');
  });

  it('is drawn anew when the terminal becomes narrower, until it ends', () => {
    const terminal = new FakeTerminal();
    const view = liveScreen(terminal, { title: 'x'.repeat(70), stats: [], findings: [] });
    view.show(progress(1_000));
    terminal.taken();
    terminal.resize(40);
    const text = terminal.taken();
    expect(text).toContain(`${ESCAPE}2J`);
    expect(text).toContain(`${'x'.repeat(39)}…\n`);
    view.end();
    terminal.taken();
    terminal.resize(30);
    expect(terminal.taken()).toBe('');
  });

  it('opens the legend and the findings by a key, turns their pages, and goes back by another', () => {
    const terminal = new FakeTerminal();
    const view = liveScreen(terminal, { title: 'a campaign', stats: [], findings: [finding] });
    view.show(progress(1_000));
    expect(terminal.taken()).toContain('Keys: ? explains');
    const after = (key: string): string => {
      terminal.press(key);
      terminal.resize(80);
      return terminal.taken().split(`${ESCAPE}2J`).at(-1)!;
    };
    expect(after('?')).toContain('the rows');
    expect(after('?')).toMatch(/Page 2 of/);
    expect(after('f')).toContain('f00d');
    expect(after('f')).toContain('a campaign');
    expect(after('?')).toContain('Page 1 of');
    expect(after('x')).toContain('a campaign');
    terminal.press('?');
    terminal.taken();
    view.show({ type: 'finding', finding });
    expect(terminal.taken()).toContain('finding f00d');
    view.end();
    terminal.taken();
    expect(after('?')).toBe('');
  });

  it('shows the campaign in the end, whatever was open', () => {
    const terminal = new FakeTerminal();
    const view = liveScreen(terminal, { title: 'a campaign', stats: [], findings: [] });
    view.show(progress(1_000));
    terminal.press('?');
    terminal.taken();
    view.end();
    expect(terminal.taken()).toContain('a campaign');
  });

  it('knows what earlier runs of the campaign found', () => {
    const terminal = new FakeTerminal();
    const view = liveScreen(terminal, { title: 'a campaign', stats: [], findings: [finding, finding] });
    view.show(progress(1_000, { findings: 2 }));
    expect(terminal.taken()).toContain('2 crash');
  });
});

describe('progress without a terminal', () => {
  it('is a line at a time, rarer the longer it takes', () => {
    const { context, output } = fakeContext();
    const view = plainProgress(context);
    const countUntil = (seconds: number, from = 0): number => {
      output.stdout = '';
      for (let second = from; second < seconds; second++) view.show(progress(second * 1_000));
      return output.stdout.split('\n').length - 1;
    };
    expect(countUntil(10)).toBeGreaterThan(4);
    const hour = countUntil(3_600, 10);
    expect(hour).toBeGreaterThan(15);
    expect(hour).toBeLessThan(40);
    expect(countUntil(7_200, 3_600)).toBe(6);
    expect(output.stdout).toMatch(/^0\d:\d\d:\d\d, 1,554 executions/);
  });

  it('tells every finding at once', () => {
    const { context, output } = fakeContext();
    plainProgress(context).show({ type: 'finding', finding });
    expect(output.stdout).toBe('finding f00d: assertion: a < b\n');
  });
});
