/** Findings that pages and pictures show: a bug that comes with cgfuzz is never shown as new. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { trophies } = JSON.parse(readFileSync('docs/known.json', 'utf8')) as {
  readonly trophies: readonly { readonly name: string; readonly signatures: readonly string[] }[];
};

interface Shown {
  readonly id: string;
  /** The headline: a title, or the known bug and the title. */
  readonly what: string;
}

const kinds = 'crash|hang|out-of-memory|rejected|wrong-code|wrong-ir|refuted|depends|missed';

/** Rows of `cgfuzz findings list`, and lines of a campaign's screen. */
function findingsIn(text: string): Shown[] {
  const plain = text
    .replaceAll(/<\/?(?:text|tspan)[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  const rows = plain.matchAll(new RegExp(String.raw`^([0-9a-f]{12}) +(?:${kinds}) .* {2,}(\S.*)$`, 'gm'));
  const lines = plain.matchAll(/^finding ([0-9a-f]{12}): (.*)$/gm);
  return [...rows, ...lines].map(([, id = '', what = '']) => ({ id, what }));
}

/** The known bug that a finding shows; undefined if it is new, or if the page says that it is known. */
function knownAsNew({ id, what }: Shown): string | undefined {
  if (what.startsWith('known, docs/trophies/')) return undefined;
  return trophies.find(({ signatures }) =>
    signatures.some(
      (signature) =>
        createHash('sha256').update(signature).digest('hex').startsWith(id) || titleOf(signature) === what,
    ),
  )?.name;
}

/** The title of a failure with this signature; undefined if the signature is only a beginning. */
function titleOf(signature: string): string | undefined {
  const [kind = '', message = '', frames = ''] = signature.split(' | ');
  const [frame = ''] = frames.split(' < ');
  if (frame === '') return undefined;
  return `${kind === 'rejected' ? 'rejected: ' : ''}${message} in ${frame}`;
}

it('a known bug that a page calls new is seen, by its title or its id', () => {
  const page = [
    '2483cfa45099  crash     3       1     not reduced  Unsupported instruction : <MCInst N> in emitInstToData',
    '8b2c00feaaa2  rejected  3     2,543 to 1,134 so far  rejected: .sleb1N expression is not absolute',
    '<text class="text"><tspan class="s1 s31">finding 111111111111</tspan>: SIGSEGV in runOnFunction</text>',
    'finding 6c5d90075bc4: known, docs/trophies/wasm-kcfi-sections: function sections must contain one',
    'finding 222222222222: nobody has seen this',
  ].join('\n');
  expect(findingsIn(page).map((shown) => knownAsNew(shown))).toEqual([
    'mips-og-unsupported-instruction',
    'loongarch-sleb128',
    'amdgpu-loop-exits',
    undefined,
    undefined,
  ]);
});

it('no page and no picture shows a known bug as new', () => {
  const pages = [
    'README.md',
    ...['docs', 'docs/pictures'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /\.(?:md|svg)$/.test(name))
        .map((name) => `${folder}/${name}`),
    ),
  ];
  const shown = pages.flatMap((page) =>
    findingsIn(readFileSync(page, 'utf8')).map((each) => ({ page, ...each, bug: knownAsNew(each) })),
  );
  expect(new Set(shown.map(({ page }) => page))).toContain('docs/first-bug.md');
  expect(new Set(shown.map(({ page }) => page))).toContain('docs/pictures/campaign.svg');
  expect(shown.filter(({ bug }) => bug !== undefined)).toEqual([]);
});
