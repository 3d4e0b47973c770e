/** The sources of languages that programs read: laws, and how many of their texts real readers accept. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ChoiceSequence, makeRandom } from '../../../src/choice/index.ts';
import { findSource } from '../../../src/generators/sources.ts';
import { mutate } from '../../../src/mutate/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { examineSource, type InProcessSource, inProcessSource } from '../../../src/source/index.ts';
import type { WrittenProgram } from '../../../src/source/thread/written.ts';
import { openTarget } from '../../../src/target/index.ts';
import { world } from '../../target/world.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const names = ['json', 'xml', 'sql', 'regex', 'calc', 'ir'] as const;

async function opened(text: string): Promise<InProcessSource<WrittenProgram>> {
  const definition = await findSource(text, '/');
  if (!('generate' in definition)) throw new Error(`${text} is no function`);
  return inProcessSource((draw) => definition.generate(draw) as WrittenProgram, { timeoutMs: Infinity });
}

function bytesIn({ files }: WrittenProgram): Buffer {
  const [content] = Object.values(files as Readonly<Record<string, string | Uint8Array>>);
  return Buffer.from(content as string);
}

async function textsOf(name: string, count: number): Promise<Buffer[]> {
  const source = await opened(name);
  return Array.from({ length: count }, (_, seed) => {
    const made = source.runNow({ seed });
    if (made.outcome !== 'ok') throw new Error(`${name}, seed ${seed}: ${made.outcome}`, { cause: made });
    return bytesIn(made.value);
  });
}

/** The texts that a reader in Python refuses, with what it says. */
function refusedBy(reader: string, texts: readonly Buffer[]): string[] {
  const input = texts.map((text) => `${text.toString('base64')}\n`).join('');
  const script = join(import.meta.dirname, 'readers.py');
  const { stdout } = spawnSync('/usr/bin/python3', [script, reader], { input, encoding: 'utf8' });
  const said = stdout.trimEnd().split('\n');
  expect(said.length).toBe(texts.length);
  return said.filter((each) => each !== 'accepted');
}

function isAccepted(read: (text: string) => unknown, text: Buffer): boolean {
  try {
    read(text.toString());
    return true;
  } catch {
    return false;
  }
}

describe.each(names)('the source %s', (name) => {
  it('gives equal texts for equal seeds, and each record replays to itself', async () => {
    const [source, other] = [await opened(name), await opened(name)];
    for (let seed = 0; seed < 60; seed++) {
      const [made, again] = [source.runNow({ seed }), other.runNow({ seed })];
      if (made.outcome !== 'ok' || again.outcome !== 'ok') throw new Error(`seed ${seed}: ${made.outcome}`);
      expect(bytesIn(again.value)).toEqual(bytesIn(made.value));
      const replayed = source.runNow({ sequence: made.record, seed: seed + 1 });
      if (replayed.outcome !== 'ok') throw new Error(`seed ${seed}, replayed: ${replayed.outcome}`);
      expect(replayed.record.equals(made.record) && replayed.freshCount === 0).toBe(true);
      expect(bytesIn(replayed.value)).toEqual(bytesIn(made.value));
    }
  });

  it('makes a text of every mutant, and of any record whose answers are all 0', async () => {
    const source = await opened(name);
    const records = Array.from({ length: 20 }, (_, seed) => source.runNow({ seed }).record);
    for (let number = 0; number < 150; number++) {
      const parent = records[number % records.length]!;
      const { sequence } = mutate(parent, makeRandom(number), { donors: records });
      const made = source.runNow({ sequence, seed: number });
      if (made.outcome !== 'ok') throw new Error(`mutant ${number}: ${made.outcome}`, { cause: made });
      expect(bytesIn(made.value).length).toBeGreaterThan(0);
    }
    for (const { alphabet, ops, words } of records) {
      const sequence = new ChoiceSequence(alphabet, ops, words.slice().fill(0));
      expect(source.runNow({ sequence, seed: 1 }).outcome).toBe('ok');
    }
  });

  it('is good by the judgement of source check', { timeout: 60_000 }, async () => {
    const { verdict, lines } = await examineSource(await findSource(name, '/'), {
      programs: 8,
      mutants: 30,
    });
    expect({ verdict, lines: verdict === 'good' ? [] : lines }).toEqual({ verdict: 'good', lines: [] });
  });

  it('keeps to about the size that it is told, and damages as many texts as it is told', async () => {
    const sizes = (await textsOf(`${name} size=2KB`, 60))
      .map(({ length }) => length)
      .toSorted((a, b) => a - b);
    expect(sizes[30]).toBeGreaterThan(1_000);
    expect(sizes.at(-1)).toBeLessThan(20_000);
    const [sound, damaged] = [
      await textsOf(`${name} damaged=0`, 60),
      await textsOf(`${name} damaged=100`, 60),
    ];
    expect(sound.filter((text, index) => text.equals(damaged[index]!)).length).toBeLessThan(20);
  });
});

describe('texts without damage', () => {
  it('in JSON are accepted by JavaScript and by Python, every one', async () => {
    const texts = await textsOf('json damaged=0', 400);
    expect(texts.filter((text) => !isAccepted(JSON.parse, text))).toEqual([]);
    expect(refusedBy('json', texts)).toEqual([]);
  });

  it('in XML are well-formed by the judgement of expat, every one', async () => {
    expect(refusedBy('xml', await textsOf('xml damaged=0', 400))).toEqual([]);
  });

  it('in XML come in five encodings, most of them in UTF-8', async () => {
    const texts = await textsOf('xml damaged=0', 400);
    const beginning = (bytes: string): number =>
      texts.filter((text) => text.toString('latin1').startsWith(bytes)).length;
    const saying = (encoding: string): number =>
      texts.filter((text) => text.toString('latin1').includes(`encoding="${encoding}"`)).length;
    const others = [
      beginning('ÿþ'),
      beginning('þÿ'),
      saying('ISO-8859-1'),
      saying('US-ASCII'),
      beginning('ï»¿'),
    ];
    expect(others.filter((count) => count < 5)).toEqual([]);
    expect(others.reduce((sum, count) => sum + count)).toBeLessThan(200);
  });

  it('in XML hold names of other alphabets, and parameter entities', async () => {
    const text = (await textsOf('xml damaged=0', 200)).map((each) => each.toString()).join('\n');
    for (const part of ['<имя', '%p;', '%имя;', 'NDATA n', '<?名前']) expect(text).toContain(part);
  });

  it('in SQL run to their end in SQLite, nearly all', async () => {
    const refused = refusedBy('sql', await textsOf('sql damaged=0', 300));
    expect(refused.length, refused.join('\n')).toBeLessThan(9);
  });

  it('are regular expressions of JavaScript and of Python, every one', async () => {
    const js = await textsOf('regex dialect=js damaged=0', 300);
    expect(js.filter((text) => !isAccepted((each) => new RegExp(each, 'u'), text))).toEqual([]);
    expect(refusedBy('regex', await textsOf('regex dialect=python damaged=0', 300))).toEqual([]);
  });

  it('are regular expressions of PCRE and of POSIX for grep, nearly all', { timeout: 60_000 }, async () => {
    const kinds = [
      ['pcre', '-P'],
      ['posix', '-E'],
    ] as const;
    for (const [dialect, flag] of kinds) {
      const texts = await textsOf(`regex dialect=${dialect} damaged=0 size=60B`, 100);
      const refused = texts.filter((text) => {
        const env = { ...process.env, LC_ALL: 'C.UTF-8' };
        const { status } = spawnSync('/usr/bin/grep', [flag, '-e', text.toString()], { input: '', env });
        return status === 2 && !text.includes(0);
      });
      expect(refused.length, `${dialect}\n${refused.join('\n')}`).toBeLessThan(3);
    }
  });

  it('in the dialect of PCRE hold verbs, callouts, conditions, recursion and script runs', async () => {
    const text = (await textsOf('regex damaged=0', 300)).join('\n');
    const parts =
      '(*COMMIT) (*SKIP:a) (?C255) (?(1)a|[bc]) (?(R)a|b) (?R) (?1) \\g{-1} (?P>g (*sr: (*nlb: (*UTF) (?x-i: (?#c)';
    expect(parts.split(' ').filter((part) => !text.includes(part))).toEqual([]);
    expect(text).toMatch(/\(\?<=[^()]*\(\?:/);
  });

  it('are expressions that Python and JavaScript read, every one', async () => {
    const texts = await textsOf('calc damaged=0 call=sin call=max:2', 300);
    expect(texts.filter((text) => !isAccepted((each) => new Script(each), text))).toEqual([]);
    expect(refusedBy('calc', texts)).toEqual([]);
    expect(texts.filter((text) => text.includes('max(')).length).toBeGreaterThan(30);
  });
});

describe('modules of LLVM IR', () => {
  /** One module with all functions and declarations, which LLVM's assembler verifies at once. */
  const joined = (texts: readonly Buffer[]): string => {
    const lines = texts.flatMap((text, index) => text.toString().replaceAll('@f', `@t${index}f`).split('\n'));
    const isDeclaration = (line: string): boolean => line.startsWith('declare');
    return [...lines.filter((line) => !isDeclaration(line)), ...new Set(lines.filter(isDeclaration))].join(
      '\n',
    );
  };

  it('are accepted by the verifier, every one', async () => {
    const all = await textsOf('ir size=3KB', 300);
    const { stderr } = spawnSync('/usr/bin/llvm-as-19', ['-o', '/dev/null'], {
      input: joined(all),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });

  it('hold every kind of instruction, and run through the optimiser and another back end', async () => {
    const text = joined(await textsOf('ir size=3KB', 60));
    const words =
      'phi switch select load store getelementptr alloca freeze bitcast shufflevector extractvalue';
    for (const word of [
      ...words.split(' '),
      'nuw',
      'exact',
      'nnan',
      '@llvm.assume',
      'vector.reduce',
      'call i',
    ])
      expect(text).toContain(word);
    const program = programOf(text, 'llvm-ir');
    const target = await openTarget('clang-19-stock', world);
    const configurations = [['-O2'], ['-O1', '--target=aarch64-linux-gnu']].map((args) => ({
      args,
      emit: 'discarded-object' as const,
    }));
    const ends = await target.execute({ program, configurations });
    await target.close();
    expect(ends.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  }, 120_000);
});

describe('texts with damage', () => {
  it('are a tenth of all by default, and most of them are refused', async () => {
    const usual = await textsOf('json', 400);
    const refused = usual.filter((text) => !isAccepted(JSON.parse, text)).length;
    expect(refused).toBeGreaterThan(15);
    expect(refused).toBeLessThan(60);
    const all = await textsOf('json damaged=100', 200);
    expect(all.filter((text) => !isAccepted(JSON.parse, text)).length).toBeGreaterThan(100);
  });

  it('hold bytes that are no UTF-8, now and then', async () => {
    const texts = await textsOf('xml damaged=100', 200);
    const odd = texts.filter((text) => !Buffer.from(text.toString()).equals(text));
    expect(odd.length).toBeGreaterThan(5);
  });
});

describe('a language', () => {
  it.each([
    ['json sice=2KB', /json has no setting "sice"[^]*size: bytes[^]*did you mean size/],
    ['json size=2TB', /json cannot use size=2TB[^]*allowed for size: bytes up to 1MB/],
    ['json size=2MB', /size=2MB is no size of a text/],
    ['json size=0', /size=0 is no size of a text/],
    ['xml damaged=200', /xml cannot use damaged=200[^]*0 to 100/],
    ['regex dialect=perl', /regex cannot use dialect=perl[^]*pcre, js, python, posix/],
    ['json dialect=js', /json has no setting "dialect"/],
    ['json __proto__=1', /json has no setting "__proto__"/],
  ])('refuses %s', async (text, message) => {
    const error: Error & { hints?: readonly string[] } = await findSource(text, temporaryFolder()).then(
      () => new Error('accepted'),
      (refusal: Error) => refusal,
    );
    expect([error.message, ...(error.hints ?? [])].join('\n')).toMatch(message);
  });
});
