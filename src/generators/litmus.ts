/**
 * Litmus as a source by name: concurrent programs with a contract, so that cgfuzz judges their code without
 * running it.
 */
import { hash } from 'node:crypto';
import { CONTRACT_FILE, contractOf, writeContract } from '../litmus/index.ts';
import type { FunctionDefinition } from '../source/index.ts';
import { litmus } from './litmus/index.ts';

const MAIN = 'test.c';

const litmusSource: FunctionDefinition = {
  name: 'litmus',
  summary: 'concurrent C programs with all that C lets them show: their assembly is judged, and never run',
  language: 'c',
  promises: 'defined',
  isJudged: true,
  // The programs are freestanding and include no header of a C library: for most machines there is none.
  compilerArgs: ['-w', '-std=c11', '-ffreestanding'],
  entry: import.meta.url,
  generate(draw) {
    const { base, woven, contract: simulation, shape, text } = litmus(draw);
    const contract = contractOf({ program: woven, test: base, simulation, shape });
    return {
      files: { [MAIN]: text, [CONTRACT_FILE]: writeContract(contract, hash('sha256', text)) },
      main: MAIN,
      truth: { kind: 'contract' },
    };
  },
};
export default litmusSource;
