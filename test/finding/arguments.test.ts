/** The arguments of a finding, of which some were drawn with its program. */
import { describe, expect, it } from 'vitest';
import { argumentsFor, Findings, withOptionsOf } from '../../src/finding/index.ts';
import { type DrawnOptions, programOf } from '../../src/program/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const drawn = (...args: string[]): DrawnOptions => ({ args, tier: 'documented', isForElsewhere: false });
const found = { args: ['-w', '-O3', '-funroll-loops'], options: drawn('-O3', '-funroll-loops') };

describe('the arguments of a finding', () => {
  it('have the options of each program in place of its own', () => {
    expect(argumentsFor(found, { options: drawn('-O2') })).toEqual(['-w', '-O2']);
    expect(argumentsFor(found, { options: drawn() })).toEqual(['-w']);
  });

  it('stay as they are for a program that was read from a file', () => {
    expect(argumentsFor(found, {})).toEqual(found.args);
    expect(withOptionsOf(found, {})).toEqual({ args: found.args });
  });

  it('stay as they are where they were not drawn: another compiler failed', () => {
    const other = { args: ['-O0'] };
    expect(argumentsFor(other, { options: drawn('-O3') })).toEqual(['-O0']);
    expect(withOptionsOf(other, { options: drawn('-O3') })).toEqual({ args: ['-O0'] });
  });

  it('change with the program: the next one is told apart by the new ones', () => {
    const once = withOptionsOf(found, { options: drawn('-O2', '-g') });
    expect(once).toEqual({ args: ['-w', '-O2', '-g'], options: drawn('-O2', '-g') });
    expect(argumentsFor(once, { options: drawn('-O1') })).toEqual(['-w', '-O1']);
  });

  it('are written down with what was drawn, where the compiler was told it', () => {
    const findings = new Findings(temporaryFolder(), () => []);
    const about = { text: '', compiler: 'gcc-12', build: 'b', origin: { source: 'x' } };
    const program = { ...programOf('int x;'), options: drawn('-O3') };
    const signature = { kind: 'crash', message: '', frames: [], pass: undefined } as const;
    const add = (key: string, args: readonly string[]): unknown =>
      findings.add({
        ...about,
        args,
        signature: { ...signature, key },
        program,
        sequence: () => new Uint8Array(),
      }).record.options;
    expect(add('target', ['-w', '-O3'])).toEqual(drawn('-O3'));
    expect(add('reference', ['-w', '-O0'])).toBeUndefined();
  });
});
