/** The edges that inputs reach, all counted by one build: inputs of every engine are executed by cgfuzz's program. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from '../../src/program/index.ts';
import { cellOf } from '../../src/serve/index.ts';
import { openProgram } from '../../src/target/index.ts';

export interface Replayed {
  readonly inputs: number;
  readonly edges: readonly number[];
}

export async function replayed(file: string, folder: string): Promise<Replayed> {
  const target = await openProgram({ name: file, file });
  try {
    const { edgeCells } = target.coverage.space;
    const edges = new Set<number>();
    const paths = readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
    for (const path of paths) {
      const program = programOf(readFileSync(path), 'text');
      const [execution] = await target.execute({ program, configurations: [{ args: [], emit: 'nothing' }] });
      for (const feature of execution?.features?.fresh ?? [])
        if (cellOf(feature) < edgeCells) edges.add(cellOf(feature));
    }
    return { inputs: paths.length, edges: [...edges].toSorted((a, b) => a - b) };
  } finally {
    await target.close();
  }
}
