/** Damage: each kind that a file can take, drawn from a random generator. */
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { uniformBelow } from '../../src/choice/index.ts';

export type Kind =
  | 'bit'
  | 'bytes'
  | 'zeros'
  | 'noise'
  | 'inserted'
  | 'removed'
  | 'doubled'
  | 'cut'
  | 'empty'
  | 'gone'
  | 'folder'
  | 'value'
  | 'field';

const kinds: readonly Kind[] = [
  'bit',
  'bytes',
  'zeros',
  'noise',
  'inserted',
  'removed',
  'doubled',
  'cut',
  'empty',
  'gone',
  'folder',
];
/** Kinds of damage that leave JSON whole. */
const kindsOfJson: readonly Kind[] = ['value', 'field', 'value', 'field'];

export function pickOf<T>(rng: RandomGenerator, items: readonly T[]): T {
  return items[uniformBelow(rng, items.length)]!;
}

/** Returns what it did. */
export function damageFile(folder: string, path: string, rng: RandomGenerator): Kind {
  const file = join(folder, path);
  const isJson = path.endsWith('.json');
  const kind = pickOf(rng, isJson ? [...kinds, ...kindsOfJson] : kinds);
  switch (kind) {
    case 'cut':
      truncateSync(file, uniformBelow(rng, readFileSync(file).length + 1));
      return kind;
    case 'empty':
      truncateSync(file, 0);
      return kind;
    case 'gone':
      rmSync(file);
      return kind;
    case 'folder':
      rmSync(file);
      mkdirSync(file);
      return kind;
    case 'value':
    case 'field':
      // Damaged already, it may be no JSON any more.
      if (!isWhole(readFileSync(file, 'utf8'))) {
        truncateSync(file, 0);
        return 'empty';
      }
      writeFileSync(file, damagedJson(readFileSync(file, 'utf8'), kind, rng));
      return kind;
    default:
      writeFileSync(file, damagedBytes(readFileSync(file), kind, rng));
      return kind;
  }
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function damagedBytes(bytes: Buffer, kind: Kind, rng: RandomGenerator): Buffer {
  const at = uniformBelow(rng, bytes.length + 1);
  const length = 1 + uniformBelow(rng, Math.max(1, Math.min(64, bytes.length - at)));
  const noise = Buffer.from(Array.from({ length }, () => uniformBelow(rng, 256)));
  const [before, piece, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ];
  switch (kind) {
    case 'bit': {
      const changed = Buffer.from(bytes);
      if (at < changed.length) changed[at]! ^= 1 << uniformBelow(rng, 8);
      return changed;
    }
    case 'zeros':
      return Buffer.concat([before, Buffer.alloc(piece.length), after]);
    case 'inserted':
      return Buffer.concat([before, noise, piece, after]);
    case 'removed':
      return Buffer.concat([before, after]);
    case 'doubled':
      return Buffer.concat([before, piece, piece, after]);
    case 'noise':
      return Buffer.from(Array.from({ length: bytes.length }, () => uniformBelow(rng, 256)));
    default:
      return Buffer.concat([before, noise.subarray(0, piece.length), after]);
  }
}

const oddValues: readonly unknown[] = [
  null,
  0,
  -1,
  1e300,
  '',
  'x',
  '../../x',
  '\u001b[31m\n',
  [],
  [null],
  {},
  { __proto__: 1 },
  true,
  'constructor',
];

function damagedJson(text: string, kind: Kind, rng: RandomGenerator): string {
  const value: unknown = JSON.parse(text);
  const objects = objectsIn(value);
  if (objects.length === 0) return 'null';
  const target = pickOf(rng, objects);
  const names = Object.keys(target);
  if (names.length === 0) return 'null';
  const name = pickOf(rng, names);
  if (kind === 'field') delete target[name];
  else target[name] = pickOf(rng, oddValues);
  return JSON.stringify(value);
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = value as Record<string, unknown>;
  return [own, ...Object.values(own).flatMap(objectsIn)];
}
