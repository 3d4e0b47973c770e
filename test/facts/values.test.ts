/** Operands that were never evaluated, and values that variables had: what the run says of small programs and of real ones. */
import { describe, expect, it, vi } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { editFacts, editText, type SourceEdit } from '../../src/facts/index.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { programOf } from '../../src/program/index.ts';
import { world } from '../target/world.ts';
import { csmithPrograms, headers, openedFinder, textOf } from './programs.ts';

vi.setConfig({ testTimeout: 300_000 });

const finder = openedFinder();

async function factsOf(source: string): Promise<Facts> {
  const question = { program: programOf(source), args: headers, notesValues: true, source };
  const answer = await finder().find(question);
  if (answer.kind !== 'facts') throw new Error(answer.said);
  return answer.facts;
}

const operandsIn = (source: string, { analysis, run }: Facts, isEvaluated: boolean): string[] =>
  analysis.operands.flatMap((each, index) =>
    run?.evaluated[index] === isEvaluated ? [textOf(source, each)] : [],
  );

const valuesIn = (source: string, { analysis, run }: Facts): string[] =>
  run!.values.map(
    ({ statement, name, least, most }) =>
      `${textOf(source, analysis.statements[statement]!).split('\n', 1)[0]} ${analysis.names[name]!.name} ${least} ${most}`,
  );

describe('operands', () => {
  it('are told apart by whether they were ever evaluated', async () => {
    const source = `int a = 1, b, c;
int f(int x) { return x && (b || x > 5) ? x + 1 : x - 1; }
int main(void) {
  if (a || b++) c = b && c++;
  c = a ? f(0) : f(7);
  for (int i = 0; i < 3 && !b; i++) c += i == 2 ? 4 : 5;
  static int s = 1 && 2;
  int t[1 || 0] = {sizeof(a && b)};
  switch (c) { case 1 ? 3 : 4: ; }
  return 0;
}
`;
    const facts = await factsOf(source);
    expect(operandsIn(source, facts, false)).toEqual([
      '(b || x > 5)',
      'x > 5',
      'x + 1',
      'b++',
      'c++',
      'f(7)',
    ]);
    expect(operandsIn(source, facts, true)).toEqual(['x - 1', 'f(0)', '!b', '4', '5']);
  });

  it('go with what is replaced, and keep their text where something else is', async () => {
    const source = 'int a = 1, b;\nint main(void) { a = b && a++; b = a || b--; return 0; }\n';
    const facts = await factsOf(source);
    const [first] = facts.analysis.operands;
    const edited = editFacts(facts, [{ begin: first!.begin, end: first!.end, text: '(42)' }]);
    const text = source.replace('a++', '(42)');
    expect(edited.analysis.operands.map((each) => textOf(text, each))).toEqual(['b--']);
    expect(edited.run?.evaluated).toEqual([true]);
  });
});

describe('values of variables', () => {
  it('are the least and the greatest before each statement that ran', async () => {
    const source = `static unsigned char g = 250;
static unsigned long long big = 0xfffffffffffffff0ULL;
static int f(int p) { int l = p * 2;
g += 3;
big -= l; return l; }
int main(void) { for (int i = -1; i < 3; i++) {
f(i); } return 0; }
`;
    const facts = await factsOf(source);
    const unsigned = '18446744073709551600 18446744073709551602';
    expect(valuesIn(source, facts)).toEqual([
      'int l = p * 2; g 0 253',
      `int l = p * 2; big ${unsigned}`,
      'int l = p * 2; p -1 2',
      'g += 3; g 0 253',
      `g += 3; big ${unsigned}`,
      'g += 3; p -1 2',
      'g += 3; l -2 4',
      'big -= l; g 0 253',
      `big -= l; big ${unsigned}`,
      'big -= l; p -1 2',
      'big -= l; l -2 4',
      'return l; g 0 253',
      'return l; big 18446744073709551596 18446744073709551602',
      'return l; p -1 2',
      'return l; l -2 4',
      'f(i); i -1 2',
    ]);
  });

  it('are told only of what has one there, and only where no order of evaluation is left open', async () => {
    const source = `int g = 1, elsewhere = 2, *pointer = &g;
const int fixed = 3; volatile int device = 4;
int f(int p) {
  if (p) goto in;
  int skipped = p;
  { int own = 5; static int kept = 6; int none; none = own; p = *(&elsewhere);
  in: own = 7; p = own + kept + fixed + device; }
  switch (p) { int within = 8; case 20: ; int behind = p; p = behind; }
  p = skipped;
  return g + *pointer;
}
int main(void) { return f(0) - f(2); }
`;
    const facts = await factsOf(source);
    const seen = new Set(facts.run?.values.map(({ name }) => facts.analysis.names[name]!.name));
    expect([...seen].toSorted()).toEqual(['behind', 'g', 'p']);
  });

  it('are the same under other compilers, on real programs', async () => {
    const laboratory = await Laboratory.open(world);
    let watched = 0;
    try {
      for (const source of await csmithPrograms(1, 8)) {
        const facts = await factsOf(source);
        if (facts.run === undefined) continue;
        const { analysis, run } = facts;
        const edits = run.values.map(({ statement, name, least, most }): SourceEdit => {
          const [{ begin }, declared] = [analysis.statements[statement]!, analysis.names[name]!];
          const end = analysis.types[declared.type]!.includes('unsigned') ? 'ULL' : 'LL';
          const low = least === '-9223372036854775808' ? '(-9223372036854775807LL - 1)' : `(${least}${end})`;
          const text = `if (${declared.name} < ${low} || ${declared.name} > (${most}${end})) cgfuzz_wrong();`;
          return { begin, end: begin, text };
        });
        watched += edits.length;
        const front = {
          begin: 0,
          end: 0,
          text: '#include <stdio.h>\nstatic void cgfuzz_wrong(void) { puts("wrong"); }\n',
        };
        const bytes = editText(new TextEncoder().encode(source), [front, ...edits]);
        const compilers = ['clang-19-stock', 'gcc-12'].map((compiler) => ({ compiler, args: ['-O0'] }));
        const printed = await laboratory.behave(programOf(Buffer.from(bytes).toString()), compilers, {
          args: headers,
        });
        expect(printed.map((each) => each.kind === 'ran' && each.run.stdout)).toEqual(
          compilers.map(() => Buffer.from(run.stdout).toString()),
        );
      }
    } finally {
      await laboratory.close();
    }
    expect(watched).toBeGreaterThan(300);
  }, 300_000);

  it('are none where nobody asked', async () => {
    const program = programOf('int g; int main(void) { g = 1; return g; }');
    const answer = await finder().find({ program, args: [] });
    expect(answer.kind === 'facts' && answer.facts.run?.values).toEqual([]);
  });
});
