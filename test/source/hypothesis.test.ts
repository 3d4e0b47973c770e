/** Strategies of Hypothesis as sources, and findings as examples of pytest. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { strategyDefinition } from '../../src/generators/index.ts';
import { choicesFolder, openSource } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { textOf } from './text-of.ts';

const clients = join(choicesFolder, 'clients');
const folder = temporaryFolder(afterAll);
const env = { PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: `${clients}:${folder}` };
const file = join(folder, 'strategies.py');
writeFileSync(
  file,
  `from hypothesis import strategies as st
numbers = st.lists(st.integers(0, 1000).filter(lambda number: number % 2 == 0), min_size=1)
texts = st.recursive(st.text("ab", max_size=3), lambda inner: st.lists(inner, max_size=3)).map(str)
def made(): return numbers
`,
);

it.each(['texts', 'made'])(
  'the strategy %s replays exactly, and its filters and bounds hold',
  async (name) => {
    const source = openSource(strategyDefinition(file, name, env));
    const all = new Set<string>();
    for (let seed = 0; seed < 8; seed++) {
      const first = await source.run({ seed });
      const again = await source.run({ seed: seed + 1, sequence: first.record });
      expect(textOf(again)).toBe(textOf(first));
      expect(again.record.equals(first.record)).toBe(true);
      all.add(textOf(first));
      if (name === 'texts') continue;
      const numbers = JSON.parse(textOf(first)) as number[];
      expect(numbers.every((number) => number % 2 === 0 && number >= 0 && number <= 1000)).toBe(true);
      const { record } = first;
      const scopes = [...record.ops].flatMap((symbol, op) =>
        record.isScope(op) ? [record.alphabet.labelOf(symbol)] : [],
      );
      expect(scopes.some((label) => label.startsWith('lists(integers(min_value=0'))).toBe(true);
    }
    expect(all.size).toBeGreaterThan(4);
    await source.close();
  },
);

it('a file with several strategies needs the name of one', () => {
  expect(() => strategyDefinition(file, undefined, env)).toThrow('strategies.py has 2 strategies');
  expect(() => strategyDefinition(file, 'other', env)).toThrow('strategies.py has no other');
});

it('findings are the first examples of a test: the value of a source, or its text', () => {
  for (const [id, files] of [
    ['one', { 'test.txt': '[3, 6]', 'value.py': '[3, 6]' }],
    ['two', { 'test.txt': 'aé' }],
  ] as const) {
    const names = Object.keys(files);
    const path = join(folder, 'campaign/findings', id);
    mkdirSync(join(path, 'original'), { recursive: true });
    const program = { main: 'test.txt', isOneFile: names.length === 1 };
    writeFileSync(join(path, 'meta.json'), JSON.stringify({ id, title: `bug ${id}`, program }));
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(path, names.length === 1 ? 'original.txt' : `original/${name}`), text);
  }
  const script = `
import cgfuzz.hypothesis
from hypothesis import given, settings, Phase
from strategies import texts
seen = []
@settings(phases=[Phase.explicit])
@cgfuzz.hypothesis.examples("campaign")
@given(texts)
def test(value): seen.append(value)
test()
print(sorted(map(repr, seen)))
`;
  const said = execFileSync('/usr/bin/python3', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
  expect(said.trim()).toBe(`["'aé'", '[3, 6]']`);
});
