import { describe, expect, it } from 'vitest';

import { programOf } from '../../src/program/index.ts';

describe('a program of one file', () => {
  it('is named after its language and holds the text as UTF-8', () => {
    const program = programOf('int é;', 'c++');
    expect(program).toMatchObject({ main: 'test.cpp', language: 'c++' });
    expect(new TextDecoder().decode(program.files[0]?.bytes)).toBe('int é;');
  });
});
