/** Programs with a contract, from one line of the short notation. */
import { hash } from 'node:crypto';
import {
  CONTRACT_FILE,
  contractOf,
  parseLine,
  shapeOfLine,
  simulate,
  writeContract,
  writeThreads,
} from '../../../src/litmus/index.ts';
import type { Program } from '../../../src/program/index.ts';

/** Clang before 24 makes nothing of the two additions. */
export const FORGOTTEN_FENCES = 'Wx1rlx Az0ar Ry.rlx=0 | Wy1rlx Az0ar Rx.rlx=0';

export function contracted(line: string): Program {
  const { program } = parseLine(`test: ${line}`);
  const text = writeThreads(program);
  const contract = contractOf({ program, simulation: simulate(program), shape: shapeOfLine(line) });
  const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
  return {
    files: [
      { path: 'test.c', bytes: bytes(text) },
      { path: CONTRACT_FILE, bytes: bytes(writeContract(contract, hash('sha256', text))) },
    ],
    main: 'test.c',
    language: 'c',
    promises: 'defined',
    truth: { kind: 'contract' },
  };
}

/** The program with another text in one of its files. */
export function withText(program: Program, path: string, change: (text: string) => string): Program {
  const files = program.files.map((file) =>
    file.path === path
      ? { path, bytes: new TextEncoder().encode(change(new TextDecoder().decode(file.bytes))) }
      : file,
  );
  return { ...program, files };
}
