/** Keys of a campaign in a real pseudo terminal, and how the terminal stands when the campaign has ended. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keysIn } from '../../../src/cli/keyboard.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const program = resolve('dist/cli/main.js');
const usual = { echo: true, lines: true, signals: true };
/** Ctrl-C and the others stay the kernel's. */
const byKeys = { echo: false, lines: false, signals: true };
const CURSOR_BACK = '\u001B[?25h';
const LIMIT_MS = 110_000;

type Step = { readonly after: string } & (
  { readonly types: string } | { readonly signal: 'SIGTERM' | 'SIGUSR2' }
);

interface Job {
  readonly steps: readonly Step[];
  readonly env?: Readonly<Record<string, string>>;
  readonly background?: boolean;
  readonly words?: readonly string[];
  /** Modules that Node loads before the program. */
  readonly before?: string;
}

interface Session {
  readonly shown: string;
  readonly stepsLeft: number;
  /** Negative if a signal ended it. */
  readonly code: number;
  readonly before: typeof usual;
  readonly atSteps: readonly (typeof usual)[];
  readonly after: typeof usual;
}

/** A campaign of programs of one line, until something ends it. */
function campaign({ steps, env = {}, background = false, words = [], before }: Job): Session {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, 'lines.mjs'),
    `export default { name: 'lines', summary: 'one line', language: 'c',
      generate: (draw) => 'int x = ' + draw.integer(0, 1_000_000) + ';\\n' };`,
  );
  if (before !== undefined) writeFileSync(join(cwd, 'before.mjs'), before);
  const command = [
    process.execPath,
    ...(before === undefined ? [] : ['--import', './before.mjs']),
    program,
    ...'run --dir c --trust --source ./lines.mjs --target gcc-12 --strategy random'.split(' '),
    ...words,
  ];
  const colours = { NO_COLOR: '1', ...env };
  const job = JSON.stringify({ command, cwd, steps, background, env: colours });
  const { stdout, stderr } = spawnSync('python3', ['test/cli/progress/terminal.py'], {
    input: job,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('a campaign in a terminal', { timeout: LIMIT_MS }, () => {
  it('explains its words and lists its findings by a key, and ends by Ctrl-C as before', () => {
    const session = campaign({
      steps: [
        { after: 'Keys: ? explains', types: '?' },
        { after: 'the rows', types: 'x' },
        { after: 'a CPU second', types: 'f' },
        { after: 'no findings yet', types: '\u0003' },
      ],
    });
    expect(session).toMatchObject({ stepsLeft: 0, code: 130, before: usual, after: usual });
    expect(session.atSteps).toEqual([byKeys, byKeys, byKeys, byKeys]);
    // The last screen is the campaign's, whatever was open, and what is said after it stands below.
    const last = session.shown.slice(session.shown.lastIndexOf('no findings yet'));
    expect(last).toContain('a CPU second');
    expect(last).toContain('the same command goes on from here');
    expect(last).toContain(CURSOR_BACK);
  });

  it.each([
    ['SIGTERM', 'SIGTERM', 130],
    ['a crash', 'SIGUSR2', 3],
  ] as const)('gives the terminal back after %s', (_, signal, code) => {
    const before = `process.on('SIGUSR2', () => { throw new Error('planted'); });`;
    const session = campaign({ before, steps: [{ after: 'Keys:', signal }] });
    expect(session).toMatchObject({ stepsLeft: 0, code, atSteps: [byKeys], after: usual });
    expect(session.shown).toContain(CURSOR_BACK);
  });

  it('reads keys again after Ctrl-Z and fg', () => {
    const session = campaign({
      steps: [
        { after: 'Keys:', types: '\u001A' },
        { after: '<stopped>', types: '?' },
        { after: 'the rows', types: '\u0003' },
      ],
    });
    expect(session).toMatchObject({ stepsLeft: 0, code: 130, after: usual });
    expect(session.atSteps.at(-1)).toEqual(byKeys);
  });

  it('leaves the keyboard alone in the background, where it would be stopped', () => {
    const session = campaign({
      background: true,
      words: ['--execs', '8'],
      steps: [{ after: 'a CPU second', types: '?' }],
    });
    expect(session).toMatchObject({ stepsLeft: 0, code: 0, atSteps: [usual], after: usual });
    expect(session.shown).not.toContain('<stopped>');
    expect(session.shown).not.toContain('Keys:');
  });

  it('has colours, unless it is told not to', () => {
    const words = ['--execs', '3'];
    const bold = '\u001B[1mcgfuzz: ';
    expect(campaign({ words, steps: [], env: { NO_COLOR: '', TERM: 'xterm' } }).shown).toContain(bold);
    expect(campaign({ words, steps: [] }).shown).not.toContain(bold);
  });
});

it('a key is a character, and an arrow is one key', () => {
  expect(keysIn('?f')).toEqual(['?', 'f']);
  expect(keysIn('\u001B[A')).toEqual(['\u001B[A']);
});
