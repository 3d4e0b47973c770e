/** The laws of an exchange, over all exchanges that there are. */
import { describe, expect, it } from 'vitest';
import type { Note } from '../../src/fuzz/index.ts';
import { emptyLine } from './lines.ts';
import { exchanges, parcelOf, receiveAll } from './exchanges.ts';

describe.each(Object.entries(exchanges))('the exchange %s', (_, makeFleet) => {
  it('brings each note to all others with its files, byte for byte', async () => {
    const { open } = await makeFleet();
    const [a, b, c] = [await open('a'), await open('b'), await open('c')];
    expect(await a.send([parcelOf(1), parcelOf(2)])).toBe(true);
    expect(await b.send([parcelOf(3)])).toBe(true);
    expect((await receiveAll(c)).toSorted()).toEqual(['a: id-1', 'a: id-2', 'b: id-3']);
    const [arrival] = await b.receive(2 ** 20);
    expect(arrival).toMatchObject({ from: 'a', paths: ['sequence', 'features'] });
    expect(plain(arrival!.note)).toEqual(plain(parcelOf(1).note));
    for (const { path, bytes } of parcelOf(1).files)
      expect(Buffer.from((await arrival!.read(path))!)).toEqual(Buffer.from(bytes));
    expect(await arrival!.read('another')).toBeUndefined();
    for (const each of [a, b, c]) await each.close();
  });

  it('brings a note once, and what is sent later too', async () => {
    const { open } = await makeFleet();
    const [a, b] = [await open('a'), await open('b')];
    await a.send([parcelOf(1)]);
    expect(await receiveAll(b)).toEqual(['a: id-1']);
    expect(await receiveAll(b)).toEqual([]);
    await a.send([parcelOf(2)]);
    expect(await receiveAll(b)).toEqual(['a: id-2']);
    for (const each of [a, b]) await each.close();
  });

  it('brings all that was ever sent to a worker that joins late, and to one that starts again', async () => {
    const { open, view } = await makeFleet();
    const a = await open('a');
    await a.send([parcelOf(1), parcelOf(2)]);
    expect(await receiveAll(a)).toEqual([]);
    await a.close();
    const again = await open('a');
    expect(await receiveAll(again)).toEqual(['a: id-1', 'a: id-2']);
    await again.send([parcelOf(3)]);
    const late = await open('late');
    expect(await receiveAll(late)).toEqual(['a: id-1', 'a: id-2', 'a: id-3']);
    const look = await view();
    expect(await receiveAll(look)).toEqual(['a: id-1', 'a: id-2', 'a: id-3']);
    for (const each of [again, late, look]) await each.close();
  });

  it('refuses a second worker of a name, and gives the name to the next when the first has ended', async () => {
    const { open } = await makeFleet();
    const a = await open('a');
    await expect(open('a')).rejects.toThrow('the worker a runs already');
    await a.close();
    await (await open('a')).close();
  });

  it('says who is at work, and what each reported last', async () => {
    const { open, view } = await makeFleet();
    const [a, b] = [await open('a'), await open('b')];
    await a.report({ ...emptyLine, executions: 5 });
    await a.report({ ...emptyLine, executions: 7 });
    await b.close();
    const look = await view();
    const members = await look.members();
    expect(members.map(({ name, isAlive }) => [name, isAlive])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(members.map(({ line }) => line?.executions)).toEqual([7, undefined]);
    for (const each of [a, look]) await each.close();
  });

  it('gives each claim to one of many workers, which keeps it while it lives', async () => {
    const { open } = await makeFleet();
    const workers = await Promise.all(['a', 'b', 'c', 'd'].map(open));
    for (const key of ['one', 'two', 'three']) {
      const claimed = await Promise.all(workers.map((worker) => worker.claim(key)));
      expect(claimed.filter(Boolean)).toHaveLength(1);
      const again = await Promise.all(workers.map((worker) => worker.claim(key)));
      expect(again).toEqual(claimed);
    }
    for (const each of workers) await each.close();
  });

  it('gives the claim of a worker that has ended to another one', async () => {
    const { open } = await makeFleet();
    const [a, b] = [await open('a'), await open('b')];
    expect(await a.claim('key')).toBe(true);
    await a.close();
    expect(await b.claim('key')).toBe(true);
    await b.close();
  });

  it('reads a large fleet in pieces, and misses nothing', async () => {
    const { open } = await makeFleet();
    const [a, b, c] = [await open('a'), await open('b'), await open('c')];
    const numbers = Array.from({ length: 60 }, (_unused, index) => index);
    for (const number of numbers) await (number % 2 ? a : b).send([parcelOf(number)]);
    const ids = await receiveAll(c, 500);
    expect(new Set(ids).size).toBe(60);
    for (const each of [a, b, c]) await each.close();
  });
});

/** Bytes may be of any class. */
function plain(note: Note): unknown {
  return note.kind === 'test' ? { ...note.test, news: [...note.test.news] } : note;
}
