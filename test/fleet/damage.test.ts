/** The folder of a fleet, damaged by chance or by hand: damage costs what is damaged, and nothing else. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { FleetFolder, FolderView } from '../../src/fleet/folder/fleet-folder.ts';
import { decodeNote } from '../../src/fleet/note-codec.ts';
import { aText, fieldsOf } from '../../src/util/shape.ts';
import { runs } from '../runs.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { idOfNote, parcelOf, receiveAll } from './exchanges.ts';

/** Changes some bytes, cuts some off, or puts some in. */
function damaged(bytes: Buffer, seed: number): Buffer {
  const rng = makeRandom(seed);
  const below = (bound: number): number => uniformBelow(rng, bound);
  const copy = Buffer.from(bytes);
  const at = below(copy.length);
  switch (below(4)) {
    case 0:
      for (let times = 0; times <= below(8); times++) copy[below(copy.length)] = below(256);
      return copy;
    case 1:
      return copy.subarray(0, at);
    case 2:
      return Buffer.concat([
        copy.subarray(0, at),
        Buffer.alloc(1 + below(40), below(256)),
        copy.subarray(at),
      ]);
    default:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + 1 + below(40))]);
  }
}

async function folderOf(count: number): Promise<{ path: string; notes: Buffer; files: Buffer }> {
  const path = temporaryFolder();
  const { FolderExchange } = await import('../../src/fleet/folder/folder-exchange.ts');
  const options = { patienceMs: 0, signal: new AbortController().signal, say: () => undefined };
  const exchange = await FolderExchange.open(path, 'a', options);
  for (let number = 0; number < count; number++) await exchange.send([parcelOf(number)]);
  await exchange.close();
  const stem = join(path, 'workers/a/000001');
  return { path, notes: readFileSync(`${stem}.notes`), files: readFileSync(`${stem}.files`) };
}

const DAMAGES = runs(300, 10_000);

it('gives whole notes alone, whatever damage does to a file of notes', async () => {
  const { path, notes } = await folderOf(12);
  const sent = new Set(Array.from({ length: 12 }, (_, number) => `a: id-${number}`));
  const file = join(path, 'workers/a/000001.notes');
  let lost = 0;
  for (let seed = 0; seed < DAMAGES; seed++) {
    writeFileSync(file, damaged(notes, seed));
    const view = new FolderView(new FleetFolder(path), () => 0);
    const ids = await receiveAll(view);
    expect(
      ids.every((id) => sent.has(id)),
      `seed ${seed}`,
    ).toBe(true);
    expect(new Set(ids).size, `seed ${seed}`).toBe(ids.length);
    lost += 12 - ids.length;
  }
  // One damage hits one note mostly, and a cut all notes after it.
  expect(lost).toBeGreaterThan(DAMAGES);
  expect(lost).toBeLessThan(5 * DAMAGES);
}, 120_000);

it('goes on with a file whose last note was not whole when it was read', async () => {
  const { path, notes } = await folderOf(3);
  const file = join(path, 'workers/a/000001.notes');
  const view = new FolderView(new FleetFolder(path), () => 0);
  const ids: string[] = [];
  for (let end = 0; end <= notes.length; end += 7) {
    writeFileSync(file, notes.subarray(0, end));
    ids.push(...(await receiveAll(view)));
  }
  writeFileSync(file, notes);
  ids.push(...(await receiveAll(view)));
  expect(ids).toEqual(['a: id-0', 'a: id-1', 'a: id-2']);
  expect(view.damaged).toBe(0);
});

it('skips a stretch that is no note, however long, and reads what stands after it', async () => {
  const { path, notes } = await folderOf(2);
  const file = join(path, 'workers/a/000001.notes');
  writeFileSync(file, Buffer.concat([notes, Buffer.alloc(5 * 2 ** 20, 7), notes]));
  const view = new FolderView(new FleetFolder(path), () => 0);
  const ids: string[] = [];
  // A look without a note is no end: the stretch is longer than one look.
  for (let look = 0; look < 6; look++)
    for (const { note } of await view.receive(2 ** 22)) ids.push(idOfNote(note));
  expect(ids).toEqual(['id-0', 'id-1', 'id-0', 'id-1']);
  expect(view.damaged).toBeGreaterThan(0);
});

it('passes over whatever else lies in a folder of a fleet', async () => {
  const { path } = await folderOf(2);
  symlinkSync('/dev/zero', join(path, 'workers/a/000002.notes'));
  mkdirSync(join(path, 'workers/a/000003.notes'));
  mkdirSync(join(path, 'workers/Not A Name'));
  writeFileSync(join(path, 'workers/b'), 'a file');
  writeFileSync(join(path, 'workers/a/status.json'), '{"executions":"many"}');
  const view = new FolderView(new FleetFolder(path), () => 0);
  expect(await receiveAll(view)).toEqual(['a: id-0', 'a: id-1']);
  expect((await view.members()).map(({ name, line }) => [name, line])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ]);
});

it('gives no file of a note that reaches beyond the files that there are', async () => {
  const { path, files } = await folderOf(2);
  writeFileSync(join(path, 'workers/a/000001.files'), files.subarray(0, files.length - 1));
  const view = new FolderView(new FleetFolder(path), () => 0);
  const [first, last] = await view.receive(2 ** 20);
  expect(await first!.read('features')).toBeDefined();
  expect(await last!.read('features')).toBeUndefined();
});

it.each([
  ['a negative cost', { costMs: -1 }],
  ['a cost that is no number', { costMs: NaN }],
  ['no id', { id: undefined }],
  ['features as text', { news: 'many' }],
])('takes a note with %s for no note', async (_, change) => {
  const { Packr } = await import('msgpackr/pack');
  const { note } = parcelOf(1);
  if (note.kind !== 'test') throw new Error('it is a test');
  const bytes = new Packr({ useRecords: false }).pack({
    note: { ...note, test: { ...note.test, ...change } },
    files: [],
  });
  expect(decodeNote(bytes, fieldsOf({ path: aText }))).toBeUndefined();
});
