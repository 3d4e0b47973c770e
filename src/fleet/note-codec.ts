/**
 * Notes as bytes. A note may come from another version of cgfuzz, from a damaged disk, or from a person's
 * editor. So cgfuzz checks its shape before it uses anything of it.
 */
import { Packr } from 'msgpackr/pack';
import { Unpackr } from 'msgpackr/unpack';
import { manifestShape, statsShape } from '../campaign/index.ts';
import { findingShape } from '../finding/index.ts';
import type { Note, SharedTest } from '../fuzz/index.ts';
import {
  aNumber,
  aText,
  fieldsOf,
  listOf,
  mapOf,
  optional,
  pairOf,
  type Shape,
  variantOf,
} from '../util/shape.ts';

const packr = new Packr({ useRecords: false, variableMapSize: true });
const unpackr = new Unpackr({ useRecords: false });

const someBytes: Shape<Uint8Array> = {
  problem: (value, at) => (value instanceof Uint8Array ? undefined : `${at} is not bytes`),
};
/** A cost or an earning; a negative number would spoil the accounts of all workers. */
const anAmount: Shape<number> = {
  problem: (value, at) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 ? undefined : `${at} is no amount`,
};

const testShape = fieldsOf<SharedTest>({
  id: aText,
  source: aText,
  build: aText,
  arm: aText,
  costMs: anAmount,
  choices: anAmount,
  programBytes: anAmount,
  featureCount: anAmount,
  atMs: aNumber,
  news: someBytes,
});

type Of<Kind extends Note['kind']> = Extract<Note, { readonly kind: Kind }>;
type Line = Of<'line'>;
type Begin = Of<'worker'>;

const noteShape = variantOf<Note>('kind', {
  test: fieldsOf<Of<'test'>>({ kind: aText as Shape<'test'>, test: testShape }),
  worker: fieldsOf<Begin>({
    kind: aText as Shape<'worker'>,
    manifest: manifestShape,
    edgeCells: optional(anAmount),
  }),
  line: fieldsOf<Line>({
    kind: aText as Shape<'line'>,
    build: aText,
    line: statsShape,
    earnings: optional(
      fieldsOf<NonNullable<Line['earnings']>>({
        tests: anAmount,
        arms: mapOf(pairOf(anAmount, anAmount)),
        squares: anAmount,
      }),
    ),
  }),
  finding: fieldsOf<Of<'finding'>>({ kind: aText as Shape<'finding'>, record: findingShape, state: aText }),
});

/** A note, with the places of its files in an exchange. */
export interface SentNote<Place> {
  readonly note: Note;
  readonly files: readonly (Place & { readonly path: string })[];
}

export function encodeNote<Place>({ note, files }: SentNote<Place>): Uint8Array {
  return packr.pack({ note, files });
}

/** Undefined if the bytes are no note. */
export function decodeNote<Place>(
  bytes: Uint8Array,
  fileShape: Shape<Place & { readonly path: string }>,
): SentNote<Place> | undefined {
  try {
    const value: unknown = unpackr.unpack(bytes);
    const shape = fieldsOf<SentNote<Place>>({ note: noteShape, files: listOf(fileShape) });
    return shape.problem(value, 'it') === undefined ? (value as SentNote<Place>) : undefined;
  } catch {
    return undefined;
  }
}
