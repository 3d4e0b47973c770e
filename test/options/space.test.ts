/** How options are drawn, from a made-up compiler with a few options whose effects are known. */
import { describe, expect, it } from 'vitest';
import { Alphabet, replay, type Replayed } from '../../src/choice/index.ts';
import type { DrawnOptions } from '../../src/program/index.ts';
import type { OptionFacts } from '../../src/options/facts.ts';
import {
  type CompilerOption,
  documented,
  type OptionList,
  onOrOff,
  textOfWay,
} from '../../src/options/option.ts';
import type { Effect } from '../../src/options/probe.ts';
import { OptionSpace } from '../../src/options/space.ts';

const hidden: CompilerOption = {
  name: '--param=x',
  tier: 'hidden',
  ways: [['--param=x=1'], ['--param=x=2']],
};
const list: OptionList = {
  levels: [
    [1, '-O2'],
    [1, '-O3'],
  ],
  machines: [
    ['-march=here', '-ffp-contract=off'],
    ['-march=there', '-ffp-contract=off'],
  ],
  options: [
    onOrOff('works'),
    onOrOff('half'),
    onOrOff('refused'),
    documented('pair', ['-g', '-fpair']),
    onOrOff('quiet'),
    documented('changes', '-fchanges'),
    documented('unlinked', '-funlinked'),
    documented('-mfma', ['-mfma', '-ffp-contract=off']),
    hidden,
  ],
};
const known: Readonly<Record<string, Effect>> = {
  '-march=there -ffp-contract=off': 'elsewhere',
  '-fno-half': 'refused',
  '-frefused': 'refused',
  '-fno-refused': 'refused',
  '-fquiet': 'quiet',
  '-fno-quiet': 'quiet',
  '-fchanges': 'different',
  '-funlinked': 'not-linked',
};
const ways = [...list.machines, ...list.options.flatMap((option) => option.ways)];
const facts: OptionFacts = {
  compiler: 'a compiler',
  effects: Object.fromEntries(ways.map((way) => [textOfWay(way), known[textOfWay(way)] ?? 'active'])),
};

const alphabet = new Alphabet();
function draw(space: OptionSpace, seed: number): Replayed<DrawnOptions> & { readonly value: DrawnOptions } {
  const drawn = replay(space.draw, { alphabet, seed });
  if (drawn.outcome !== 'ok') throw new Error(drawn.outcome);
  return drawn;
}
const draws = (space: OptionSpace): DrawnOptions[] =>
  Array.from({ length: 2_000 }, (_, seed) => draw(space, seed).value);

describe('the option space of a compiler', () => {
  it('draws every option that is of use and none that is not', () => {
    const words = new Set(draws(new OptionSpace(list, facts, 'hidden')).flatMap(({ args }) => args));
    expect([...words].toSorted()).toEqual(
      [
        '-O2',
        '-O3',
        '-march=here',
        '-march=there',
        '-ffp-contract=off',
        '-funlinked',
        '-fworks',
        '-fno-works',
        '-fhalf',
        '-g',
        '-fpair',
        '-fquiet',
        '-fno-quiet',
        '-mfma',
        '--param=x=1',
        '--param=x=2',
      ].toSorted(),
    );
  });

  it('says the tier that the options need', () => {
    for (const { args, tier } of draws(new OptionSpace(list, facts, 'hidden')))
      expect(tier).toBe(args.some((arg) => arg.startsWith('--param')) ? 'hidden' : 'documented');
    const documentedOnly = draws(new OptionSpace(list, facts, 'documented'));
    expect(documentedOnly.flatMap(({ args }) => args).filter((arg) => arg.startsWith('--param'))).toEqual([]);
  });

  it('lets the compiler check itself now and then where hidden options are allowed, and not with documented ones', () => {
    const checks = [
      ['-mllvm', '-verify'],
      ['-mllvm', '-refused'],
    ];
    const learnt = { '-mllvm -verify': 'quiet', '-mllvm -refused': 'refused' } as const;
    const checking = (tier: 'documented' | 'hidden'): DrawnOptions[] =>
      draws(
        new OptionSpace({ ...list, checks }, { ...facts, effects: { ...facts.effects, ...learnt } }, tier),
      );
    const checked = checking('hidden').filter(({ args }) => args.includes('-verify'));
    expect(checked.length).toBeGreaterThan(200);
    expect(checked.map(({ tier }) => tier)).toEqual(checked.map(() => 'hidden'));
    expect(checking('hidden').flatMap(({ args }) => args)).not.toContain('-refused');
    expect(checking('documented').flatMap(({ args }) => args)).not.toContain('-verify');
  });

  it('says when the code is for another machine, or for a library that is not here', () => {
    for (const { args, isForElsewhere } of draws(new OptionSpace(list, facts, 'documented')))
      expect(isForElsewhere).toBe(args.includes('-march=there') || args.includes('-funlinked'));
  });

  it('says nothing twice, and no option in two ways', () => {
    for (const { args } of draws(new OptionSpace(list, facts, 'hidden'))) {
      expect(new Set(args).size).toBe(args.length);
      expect(args.filter((arg) => /^-f(no-)?works$/.test(arg)).length).toBeLessThan(2);
    }
  });

  it('draws the same options from the record', () => {
    const space = new OptionSpace(list, facts, 'hidden');
    for (let seed = 0; seed < 50; seed++) {
      const first = draw(space, seed);
      const again = replay(space.draw, { alphabet, sequence: first.record, seed: seed + 1 });
      expect(again.outcome === 'ok' && again.value).toEqual(first.value);
    }
  });

  it('ends with the first level and nothing else where every choice is the simplest', () => {
    const space = new OptionSpace(list, facts, 'hidden');
    const drawn = replay(space.draw, { alphabet, filler: () => 0 });
    expect(drawn.outcome === 'ok' && drawn.value).toEqual({
      args: ['-O2'],
      tier: 'documented',
      isForElsewhere: false,
    });
  });

  describe('for other machines', () => {
    const others: OptionList = {
      ...list,
      otherMachines: [
        {
          name: 'small',
          ways: [
            ['--target=small', '-mone'],
            ['--target=small', '-mtwo'],
          ],
        },
        { name: 'large', ways: [['--target=large']] },
        { name: 'lacking', ways: [['--target=lacking']] },
      ],
    };
    const of: OptionFacts = {
      ...facts,
      effects: {
        ...facts.effects,
        '--target=small -mone': 'refused',
        '--target=small -mtwo': 'elsewhere',
        '--target=large': 'elsewhere',
        '--target=lacking': 'refused',
      },
    };
    const spaceOf = (...names: string[]): OptionSpace =>
      new OptionSpace(others, of, 'hidden', new Set(names), new Set(['--target=large']));

    it('draws one of those that were asked for, in a kind that the compiler knows, and says which', () => {
      for (const { args, machine, isForElsewhere } of draws(spaceOf('small', 'lacking'))) {
        expect(args.slice(1, 3)).toEqual(['--target=small', '-mtwo']);
        expect([machine, isForElsewhere]).toEqual(['small', true]);
      }
      const machines = new Set(draws(spaceOf('small', 'large')).map(({ machine }) => machine));
      expect(machines).toEqual(new Set(['small', 'large']));
    });

    it('runs code of the kinds that were seen to run here, and no other', () => {
      for (const { args, isForElsewhere } of draws(spaceOf('small', 'large')))
        expect(isForElsewhere).toBe(args.includes('--target=small') || args.includes('-funlinked'));
    });

    it('draws no words that are for this machine alone', () => {
      const words = new Set(draws(spaceOf('large')).flatMap(({ args }) => args));
      expect([...words].filter((word) => word.startsWith('-m'))).toEqual([]);
      expect(words).toContain('-fworks');
    });

    it('draws no options that a machine with few of them refuses: the plainest that the compiler has code for', () => {
      const wordsOf = (effects: OptionFacts['effects']): ReadonlySet<string> => {
        const space = new OptionSpace(others, { ...of, effects }, 'hidden', new Set(['large']));
        return new Set(draws(space).flatMap(({ args }) => args));
      };
      const [avr, riscv] = ['--target=avr -mmcu=atmega328', '--target=riscv64-linux-gnu'];
      const seen: OptionFacts['effects'] = {
        ...of.effects,
        [avr]: 'elsewhere',
        [`${avr} -fworks`]: 'refused',
        [`${riscv} -fquiet`]: 'refused',
      };
      expect(wordsOf(seen)).not.toContain('-fworks');
      expect(wordsOf(seen)).toContain('-fquiet');
      const withoutAvr = wordsOf({ ...seen, [avr]: 'refused' });
      expect(withoutAvr).toContain('-fworks');
      expect(withoutAvr).not.toContain('-fquiet');
    });

    it('takes a recorded machine for the same one, whichever others are asked for', () => {
      for (let seed = 0; seed < 50; seed++) {
        const first = draw(spaceOf('large'), seed);
        const again = replay(spaceOf('small', 'large', 'lacking').draw, { alphabet, sequence: first.record });
        expect(again.outcome === 'ok' && again.value.machine).toBe('large');
      }
    });

    it('draws none where none is asked for', () => {
      for (const { args, machine } of draws(spaceOf())) {
        expect(machine).toBeUndefined();
        expect(args.join(' ')).not.toContain('--target');
      }
    });

    it('has none to draw where the compiler knows none of them', () => {
      expect(spaceOf('lacking').machineCount).toBe(0);
    });
  });
});
