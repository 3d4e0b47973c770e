import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { casesFrom, joined } from '../../bench/litmus/cases.ts';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { baseTests, updateTests } from '../../src/generators/litmus/base-tests.ts';
import { threeThreads } from '../../src/generators/litmus/three-threads.ts';
import litmusSource from '../../src/generators/litmus.ts';
import { programOfWritten } from '../../src/source/thread/written.ts';
import { litmus, type LitmusTest } from '../../src/generators/litmus/index.ts';
import { template } from '../../src/generators/litmus/templates.ts';
import {
  contractOf,
  parseLine,
  readCLitmus,
  readContract,
  simulate,
  type Simulation,
  valuesOf,
} from '../../src/litmus/index.ts';
import { cyclesOf } from '../../lab/litmus/cycles.ts';
import { minimalTests, skeletonsUpTo } from '../../lab/litmus/enumerate.ts';
import { judgeAssembly } from '../../src/laboratory/index.ts';

const alphabet = new Alphabet();
const small = { actions: 3, density: 0.2 };
const usual = { actions: 20, density: 0.5 };

function test(seed: number, size = small): LitmusTest {
  const made = replay((draw) => litmus(draw, size), { alphabet, seed });
  if (made.outcome !== 'ok') throw new Error(`no test for seed ${seed}: ${made.outcome}`);
  return made.value;
}

function allowedOf({ outcomes }: Simulation): string[] {
  return [...outcomes].filter(([, permission]) => permission === 'allowed').map(([outcome]) => outcome);
}

describe('base tests', () => {
  it('are all there for rings of two threads and for up to three accesses', () => {
    const rings = minimalTests(cyclesOf(2).map(({ skeleton }) => skeleton)).lines;
    const few = minimalTests(skeletonsUpTo({ accesses: 3, locations: 2, kinds: ['R', 'W', 'U'] }), {
      hasUnused: true,
    });
    for (const line of [...rings, ...few.lines]) expect(baseTests).toContain(line);
  });

  it('are each forbidden, and no two are equal', () => {
    const lines = [...baseTests, ...updateTests, ...threeThreads];
    expect(new Set(lines).size).toBe(lines.length);
    for (const line of lines) {
      const { program, asked } = parseLine(line);
      expect(simulate(program).outcomes.get(asked), line).not.toBe('allowed');
    }
  });
});

describe('templates', () => {
  it('never race, and forbid what a lost write, data that is missed or a wrong branch would show', () => {
    const shapes = new Set<string>();
    for (let seed = 0; seed < 150; seed++) {
      const made = replay((draw) => template(draw), { alphabet, seed });
      if (made.outcome !== 'ok') throw new Error(`no template for seed ${seed}`);
      const { program, shape } = made.value;
      const { race, outcomes } = simulate(program);
      expect(race, `seed ${seed}`).toBeUndefined();
      const shown = [...outcomes.keys()].map(valuesOf);
      for (const values of shown) {
        if (shape === 'message with plain data' && values.get('1:r0') === 1)
          expect(values.get('1:r1')).toBe(1);
        if (shape === 'round trip of plain data' && values.get('0:r0') === 1)
          expect(values.get('0:r1')).toBe(2);
        if (shape === 'counter under a lock')
          expect(values.get('[d]')).toBe((values.get('0:r0') ?? 0) + (values.get('1:r0') ?? 0));
        if (shape === 'sum in a loop' && values.get('1:r0') === 1) expect(values.get('1:r1')).toBe(1);
        if (shape === 'store under a condition' && values.get('1:r0') === 2)
          expect(values.get('[y]')).toBe(3);
        if (shape === 'first of two updates' && program.locations[0]!.initial === 0)
          expect(values.get('0:r0')).not.toBe(values.get('1:r0'));
      }
      shapes.add(shape);
    }
    expect(shapes.size).toBe(6);
  });
});

describe('woven programs', () => {
  it('allow nothing more than their contract, and never race', () => {
    let simulated = 0;
    for (let seed = 0; seed < 300; seed++) {
      const { woven, contract, text } = test(seed);
      let simulation;
      try {
        simulation = simulate(woven, { maxCandidates: 20_000 });
      } catch {
        continue;
      }
      simulated++;
      expect(simulation.race).toBeUndefined();
      const more = allowedOf(simulation).filter((outcome) => contract.outcomes.get(outcome) !== 'allowed');
      expect(more, text).toEqual([]);
    }
    expect(simulated).toBeGreaterThan(250);
  });

  it('are equal, byte for byte, where their choices are', () => {
    for (let seed = 0; seed < 50; seed++) {
      const first = replay((draw) => litmus(draw, usual), { alphabet, seed });
      const again = replay((draw) => litmus(draw, usual), {
        alphabet,
        sequence: first.record,
        seed: seed + 1,
      });
      expect(first.outcome).toBe('ok');
      if (first.outcome === 'ok' && again.outcome === 'ok') expect(again.value.text).toBe(first.value.text);
      expect(again.record.equals(first.record)).toBe(true);
    }
  });

  it('jump to labels that stand once in the same thread', () => {
    let jumps = 0;
    for (let seed = 0; seed < 2_000; seed++) {
      const { text } = test(seed, usual);
      for (const thread of text.split('\nvoid ').slice(1)) {
        const labels = [...thread.matchAll(/\b(L\d+):;/g)].map(([, name]) => name!);
        const asked = [...thread.matchAll(/\bgoto (\w+);/g)].map(([, name]) => name!);
        expect(new Set(labels).size, text).toBe(labels.length);
        for (const name of asked) expect(labels, text).toContain(name);
        jumps += asked.length;
      }
    }
    expect(jumps).toBeGreaterThan(200);
  });

  it.each([
    ['consume loads', /memory_order_consume/],
    ['locals that are assigned to themselves', /\b(t\d+) = \1;/],
    ['zeros by algebra', /\b(t\d+) [-^] \1\b|\((\d+) \^ \2\)|\* 0\)/],
    ['conditions of the test itself that are turned', /if \(!\(\(?r\d/],
    ['volatile locations', /^extern volatile atomic_\w+ \w+;$/m],
    ['locations in unions', /^extern union \{ .*atomic_\w+ \w+; unsigned char bytes\[8\]; \} union\d+;$/m],
    ['locations in structs', /^extern struct \{ .*atomic_\w+ \w+; .*\} struct\d;$/m],
  ])('have %s', (_what, form) => {
    const texts = Array.from({ length: 400 }, (_, seed) => test(seed, usual).text);
    expect(texts.filter((text) => form.test(text)).length).toBeGreaterThan(4);
  });

  it.each(['gcc-12', 'clang-19'])('are C that %s accepts', (compiler) => {
    for (let first = 0; first < 500; first += 100) {
      const args = ['-fsyntax-only', '-w', '-std=c11', '-x', 'c', '-'];
      const input = joined(casesFrom(first, 100, usual));
      const { status, stderr } = spawnSync(compiler, args, { input, encoding: 'utf8' });
      expect({ status, stderr }, `seeds ${first} to ${first + 99}`).toEqual({ status: 0, stderr: '' });
    }
  });

  it('are C that gcc and clang accept, and that gcc keeps to the contract of', () => {
    const answers = new Map<string, number>();
    for (let seed = 0; seed < 30; seed++) {
      const { woven, contract, text } = test(seed, seed % 2 === 0 ? small : usual);
      for (const compiler of ['gcc-12', 'clang-19']) {
        const args = ['-O2', '-w', '-S', '-x', 'c', '-', '-o', '-'];
        const { status, stdout, stderr } = spawnSync(compiler, args, { input: text, encoding: 'utf8' });
        expect({ status, stderr }, text).toEqual({ status: 0, stderr: '' });
        // Larger ones are mostly too large to judge.
        if (compiler !== 'gcc-12' || seed % 2 !== 0) continue;
        const { answer } = judgeAssembly(
          contractOf({ program: woven, simulation: contract }),
          stdout,
          'x86-64',
        );
        expect(answer, text).not.toBe('wrong');
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    }
    expect(answers.get('kept')).toBeGreaterThan(10);
  });
});

describe('the source', () => {
  const generate = 'generate' in litmusSource ? litmusSource.generate : undefined;

  it('gives each program the contract that belongs to its text', () => {
    for (let seed = 0; seed < 100; seed++) {
      const made = replay((draw) => generate!(draw), { alphabet, seed });
      if (made.outcome !== 'ok') throw new Error(`no program for seed ${seed}`);
      const program = programOfWritten(made.value, 'c', 2 ** 20);
      expect(program.truth).toEqual({ kind: 'contract' });
      const [text, contract] = program.files.map(({ bytes }) => new TextDecoder().decode(bytes));
      const read = readContract(contract!, hash('sha256', text!));
      // The test of the contract, simulated from its text, has the outcomes of the contract.
      const { outcomes } = simulate(readCLitmus(read.test).program);
      const allowed = [...outcomes].filter(([, each]) => each === 'allowed').map(([outcome]) => outcome);
      expect(allowed.toSorted()).toEqual(read.allowed);
      expect(() => readContract(contract!, hash('sha256', `${text} `))).toThrow(/another program/);
    }
  });
});
