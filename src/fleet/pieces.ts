/**
 * Pieces: a file that is larger than an exchange carries travels in several ones, and readers join them.
 *
 * The path of a piece says which one it is: `program.c#2of5`. A reader shows one path for all pieces.
 */
import type { Arrival, Parcel } from '../fuzz/index.ts';

type NoteFile = Parcel['files'][number];

/** A reader joins a file in memory. */
export const MOST_WHOLE_BYTES: number = 2 ** 26;
const PIECE = /^(.*)#(\d+)of(\d+)$/;

export function inPieces(files: readonly NoteFile[], mostBytes: number): NoteFile[] {
  return files.flatMap(({ path, bytes }) => {
    const count = Math.ceil(bytes.length / mostBytes);
    if (count <= 1) return [{ path, bytes }];
    return Array.from({ length: count }, (_, index) => ({
      path: `${path}#${index + 1}of${count}`,
      bytes: bytes.subarray(index * mostBytes, (index + 1) * mostBytes),
    }));
  });
}

/** An arrival whose files are whole. */
export function withPieces(arrival: Arrival): Arrival {
  if (!arrival.paths.some((path) => PIECE.test(path))) return arrival;
  const counts = new Map<string, number>();
  for (const path of arrival.paths) {
    const [, whole = path, , count = '1'] = PIECE.exec(path) ?? [];
    counts.set(whole, PIECE.test(path) ? Number(count) : 0);
  }
  const read = async (path: string): Promise<Uint8Array | undefined> => {
    const count = counts.get(path) ?? 0;
    if (count === 0) return arrival.read(path);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for (let number = 1; number <= count; number++) {
      const piece = await arrival.read(`${path}#${number}of${count}`);
      bytes += piece?.length ?? Infinity;
      if (piece === undefined || bytes > MOST_WHOLE_BYTES) return undefined;
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  };
  return { ...arrival, paths: [...counts.keys()], read };
}
