/** Judges that a person gives: what their answers mean, and what a refuted compile is called. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Laboratory } from '../../../src/laboratory/index.ts';
import {
  findBlindJudge,
  GivenJudge,
  inspectRefutation,
  type JudgeCommand,
  judgedConfiguration,
} from '../../../src/oracle/index.ts';
import { plainWords } from '../../../src/oracle/given/refutation.ts';
import { programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';

const byRunning = resolve('test/oracle/given/by-running.sh');
const trigger = programOf(readFileSync('lab/planted/triggers/or-as-add.c'));

function judgeOf(...words: readonly string[]): GivenJudge {
  const command: JudgeCommand = { words, about: 'functions', timeoutMs: 5_000 };
  return new GivenJudge(command, world);
}

describe('a judge that a person gives', () => {
  it.each([
    ['exit 0', 'right', ''],
    ['echo; echo it is wrong; echo more; exit 1', 'wrong', 'it is wrong'],
    ['exit 2', 'unknown', 'exit code 2'],
    ['kill -9 $$', 'unknown', 'SIGKILL'],
    ['exec no-such-program', 'unknown', 'exit code 127'],
  ])('that does `%s` says %s', async (script, kind, says) => {
    const judge = judgeOf('sh', '-c', script);
    const pair = { before: Buffer.from('a'), after: Buffer.from('b'), names: ['a.ll', 'b.ll'] } as const;
    expect(await judge.ask(pair)).toMatchObject({ kind, says });
  });

  it('gets both files, behind its own arguments', async () => {
    const judge = judgeOf('sh', '-c', 'echo "$(cat "$1") $(cat "$2")"; exit 1', 'name');
    const pair = { before: Buffer.from('a'), after: Buffer.from('b'), names: ['a.ll', 'b.ll'] } as const;
    expect(await judge.ask(pair)).toMatchObject({ kind: 'wrong', says: 'a b' });
  });

  it('that takes too long is ended, and says nothing', async () => {
    const judge = new GivenJudge(
      { words: ['sh', '-c', 'sleep 60'], about: 'functions', timeoutMs: 50 },
      world,
    );
    const pair = { before: Buffer.from(''), after: Buffer.from(''), names: ['a', 'b'] } as const;
    expect(await judge.ask(pair)).toMatchObject({ kind: 'unknown', says: 'no answer within 0.05 s' });
  });

  it('is blind if it always says the same', async () => {
    expect(await findBlindJudge(judgeOf(byRunning))).toBeUndefined();
    expect(await findBlindJudge(judgeOf('true'))).toContain('x + 5 in place of x + 4 is right to it');
    expect(await findBlindJudge(judgeOf('false'))).toContain('does not say that a program may stay as it is');
  });

  it('gives a reason that has nothing of the program', () => {
    expect(plainWords('ERROR: Value mismatch')).toBe('Value mismatch');
    expect(plainWords("t.c:3:9: note: 'f1' returns %x.1 = 17, not 0xff")).toBe("'' returns % = N, not N");
  });
});

describe('a compile that a judge refutes', () => {
  const judge = judgeOf(byRunning);

  it('is none if the compiler is right', async () => {
    const laboratory = await Laboratory.open(world);
    const tools = { laboratory, judge };
    const asked = judgedConfiguration(tools, trigger, { compiler: 'clang-19-stock', args: ['-O2'] });
    const found = await inspectRefutation(tools, trigger, asked);
    await laboratory.close();
    expect(found).toMatchObject({ kind: 'nothing', why: 'right' });
  });

  it('of a gcc is one of the program and its assembly', async () => {
    const laboratory = await Laboratory.open(world);
    const looks = 'grep -q printf "$1" && grep -q "^main:" "$2" && echo all is wrong && exit 1';
    const tools = { laboratory, judge: judgeOf('sh', '-c', looks, 'judge') };
    const found = await inspectRefutation(tools, trigger, { compiler: 'gcc-12', args: ['-O2'] });
    await laboratory.close();
    expect(found).toMatchObject({
      kind: 'wrong',
      culprit: { kind: 'unknown' },
      signature: { key: 'refuted | all is wrong | culprit unknown' },
    });
  });
});
