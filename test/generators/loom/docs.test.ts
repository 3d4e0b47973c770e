import { execa } from 'execa';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { temporaryFolder } from '../../temporary-folder.ts';

type Loom = typeof import('../../../src/generators/loom/index.ts');
type Choice = typeof import('../../../src/choice/index.ts');

/** A copy of the sources, in which the examples are carried out. */
const copy = resolve('.cache/loom-examples');

/** The examples of the document, by the comment that each begins with. */
const examples = new Map(
  [...readFileSync('docs/loom.md', 'utf8').matchAll(/```ts\n\/\/ (src[^\n]+)\n([\s\S]*?)```/g)].map(
    (match) => [match[1]!, match[2]!],
  ),
);

function example(title: string): string {
  const text = examples.get(title);
  if (text === undefined) throw new Error(`docs/loom.md has no example for ${title}`);
  return text;
}

function edit(path: string, before: string, added: string): void {
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  expect(text.split(before), `${path} has one place to add to`).toHaveLength(2);
  writeFileSync(file, text.replace(before, `${added}${before}`));
}

beforeAll(() => {
  rmSync(copy, { recursive: true, force: true });
  cpSync('src', join(copy, 'src'), { recursive: true });
  const rooms = 'src/generators/loom';
  writeFileSync(join(copy, rooms, 'statements/swap.ts'), example(`${rooms}/statements/swap.ts`));
  const table = `${rooms}/statements/table.ts`;
  edit(table, '\nexport const statementTable', example(`${table}: imports`));
  edit(table, ']);\n', example(`${table}: end of the table`));
  edit(
    `${rooms}/rules/signs.ts`,
    '] as const;\nexport type UnarySign',
    `, ${example(`${rooms}/rules/signs.ts: end of unarySigns`).trim()}`,
  );
  edit(
    `${rooms}/rules/operators.ts`,
    '};\n\n/** Number of shift amounts',
    example(`${rooms}/rules/operators.ts: end of unaryRows`),
  );
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the worked examples of docs/loom.md', () => {
  it('have fewer lines than the document promises', () => {
    const statement = example('src/generators/loom/statements/swap.ts');
    expect(statement.split('\n').length).toBeLessThan(100);
    expect(
      example('src/generators/loom/statements/table.ts: end of the table').trim().split('\n'),
    ).toHaveLength(1);
    expect(
      example('src/generators/loom/rules/operators.ts: end of unaryRows').trim().split('\n'),
    ).toHaveLength(1);
  });

  it('bring the statement and the operator into programs that print what is known of them', async () => {
    const { loom } = (await import(join(copy, 'src/generators/loom/index.ts'))) as Loom;
    const { Alphabet, replay } = (await import(join(copy, 'src/choice/index.ts'))) as Choice;
    const alphabet = new Alphabet();
    const folder = temporaryFolder();
    const seen = { swap: 0, operator: 0 };
    for (let seed = 0; seed < 12; seed++) {
      const made = replay((draw) => loom(draw, { maxSize: 6 }), { alphabet, seed });
      if (made.outcome !== 'ok') throw new Error(`seed ${seed}`);
      const { program, output, interpreted } = made.value;
      expect(interpreted(), `seed ${seed}`).toBe(output);
      const text = Buffer.from(program.files[0]!.bytes).toString();
      if (text.includes('swapped = ')) seen.swap++;
      if (/!!\w/.test(text)) seen.operator++;
      const source = join(folder, 'p.c');
      writeFileSync(source, text);
      const flags = ['-std=gnu11', '-w', '-O1', '-fsanitize=undefined', '-fno-sanitize-recover=all'];
      await execa('clang-19', [...flags, '-o', join(folder, 'p'), source]);
      const { stdout } = await execa(join(folder, 'p'));
      expect(`${stdout}\n`, `seed ${seed}`).toBe(output);
    }
    expect(seen.swap).toBeGreaterThan(0);
    expect(seen.operator).toBeGreaterThan(0);
  });
});
