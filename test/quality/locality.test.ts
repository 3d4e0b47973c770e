import { describe, expect, it } from 'vitest';

import { measureLocality } from './locality.ts';

const generators = 80;

describe('resynchronisation by scopes', () => {
  it('keeps all that stands outside an edited scope where nothing depends on it; by position much is lost', () => {
    const { edits, share, whole } = measureLocality({ isolated: true, edit: 'inside', generators, seed: 1 });
    expect(edits).toBeGreaterThan(300);
    expect(share.scopes).toBe(1);
    expect(share.position).toBeLessThan(0.95);
    expect(whole.position).toBeLessThan(0.5);
  });

  it('keeps more than depth or position do when a scope is deleted or repeated', () => {
    const { edits, share, whole } = measureLocality({ isolated: true, edit: 'whole', generators, seed: 2 });
    expect(edits).toBeGreaterThan(300);
    expect(share.scopes).toBeGreaterThan(0.98);
    expect(share.scopes).toBeGreaterThanOrEqual(share.depth);
    expect(whole.scopes).toBeGreaterThan(whole.depth + 0.02);
    expect(whole.depth).toBeGreaterThan(whole.position + 0.1);
  });

  it('keeps more than position does where all may depend on all', () => {
    const { edits, share, whole } = measureLocality({ isolated: false, edit: 'inside', generators, seed: 3 });
    expect(edits).toBeGreaterThan(300);
    expect(share.scopes).toBeGreaterThan(share.position + 0.05);
    expect(whole.scopes).toBeGreaterThan(whole.position + 0.1);
  });
});
