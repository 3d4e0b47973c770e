/** Arguments of a compile know which words were given and which were drawn. */
import { describe, expect, it } from 'vitest';
import {
  argumentsAgain,
  argumentsAnd,
  argumentsFrom,
  argumentsIn,
  type DrawnOptions,
  languageArgs,
} from '../../src/program/index.ts';

const drawn = (...args: string[]): DrawnOptions => ({ args, tier: 'documented', isForElsewhere: false });
const person = ['-O2', '-w'];
const source = ['-std=c11'];
const made = argumentsFrom({ person, source, drawn: drawn('-O3', '-funroll-loops') });

describe('arguments of a compile', () => {
  it('keep the level of the person if nothing is drawn', () => {
    expect(argumentsFrom({ person, source })).toEqual({ args: ['-O2', '-w', '-std=c11'] });
  });

  it('lose the level of the person if options are drawn, which come last', () => {
    expect(made.args).toEqual(['-w', '-std=c11', '-O3', '-funroll-loops']);
    expect(made.given).toEqual(['-w', '-std=c11']);
  });

  it('take the options of another program in place of those of the first', () => {
    const again = argumentsAgain(made, drawn('-O1', '-g'));
    expect(again.args).toEqual(['-w', '-std=c11', '-O1', '-g']);
    expect(argumentsAgain(again, drawn()).args).toEqual(['-w', '-std=c11']);
  });

  it('stay for a program that was read from a file', () => {
    expect(argumentsAgain(made)).toEqual(made);
  });

  it('stay if nothing was drawn for them, whatever a program brings', () => {
    expect(argumentsAgain({ args: ['-O0'] }, drawn('-O3'))).toEqual({ args: ['-O0'] });
  });

  it('take more words before those that are drawn, so that the options of a program can still vary', () => {
    const more = argumentsAnd(made, ['--target=riscv64'], drawn('-O3'));
    expect(more.args).toEqual(['-w', '-std=c11', '--target=riscv64', '-O3']);
    expect(argumentsAgain(more, drawn('-O1')).args).toEqual(['-w', '-std=c11', '--target=riscv64', '-O1']);
    expect(argumentsAnd({ args: ['-O2'] }, ['-g'])).toEqual({ args: ['-O2', '-g'] });
  });

  it('are taken out of a value that holds more', () => {
    expect(argumentsIn({ ...made, emit: 'object' } as typeof made)).toEqual(made);
  });

  it('for a checker are those without which the program is another one, or is refused', () => {
    const kept = ['-std=c11', '-I', 'headers', '-fwrapv', '-Wno-parentheses'];
    const other = ['-O2', '-w', '-mllvm', '-verify-each', '-fsanitize=undefined'];
    expect(languageArgs([...other, ...kept])).toEqual(kept);
  });
});
