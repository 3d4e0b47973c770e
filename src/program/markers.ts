/**
 * Markers: calls of functions that the compiler cannot see. A marker that stays is an undefined symbol of the
 * object, so one compile without a link tells it.
 *
 * A dead marker stands in a block that never runs: a compiler may keep it, and does better without. A live marker
 * runs: a compiler must keep it. Invariant: the name alone tells which of both a marker is.
 */
import type { Language, Program, ProgramFile } from './program.ts';

/** Markers of each kind that the unit defines. */
export const markersDefined = { dead: 256, live: 64 } as const;

const DEAD = 'cgfuzz_dead_';
const LIVE = 'cgfuzz_live_';

/** A constant of the program, with a bit for each live marker in it. */
const LIVE_MARKERS = `${LIVE}markers`;

/**
 * A true fact for the compiler, as `cgfuzz_fact(v < 8);`. It is nothing unless the command defines `CGFUZZ_FACTS`.
 * The flag `told` makes a false fact unreachable. The flag `checked` makes a false fact end the run.
 */
export const markerFacts = {
  call: 'cgfuzz_fact',
  head: `#ifdef CGFUZZ_FACTS
#define cgfuzz_fact(fact) if (!(fact)) CGFUZZ_FACTS()
#else
#define cgfuzz_fact(fact)
#endif
`,
  told: '-DCGFUZZ_FACTS=__builtin_unreachable',
  checked: '-DCGFUZZ_FACTS=__builtin_abort',
} as const;

/** Called at the start of a function, to prove that it runs. */
const REACHED = 'cgfuzz_reached';

const UNIT = 'cgfuzz-markers.c';

/** The output of a program, after its own, if something about its markers is wrong. */
export const markerWords = {
  deadRan: 'cgfuzz: a dead marker ran',
  liveLost: 'cgfuzz: a live marker did not run',
  reached: 'cgfuzz: reached',
} as const;

export function deadMarker(index: number): string {
  return `${DEAD}${index}`;
}

export function liveMarker(index: number): string {
  return `${LIVE}${index}`;
}

/** Dead and live markers among names. */
export function markersIn(names: Iterable<string>): Readonly<Record<'dead' | 'live', ReadonlySet<string>>> {
  const all = [...names];
  const those = (prefix: string): ReadonlySet<string> =>
    new Set(all.filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length))));
  return { dead: those(DEAD), live: those(LIVE) };
}

/** Markers that the text of the main file calls; a declaration alone is no call. */
export function markersCalled(program: Program): ReturnType<typeof markersIn> {
  const calls = mainText(program).matchAll(/\b(cgfuzz_(?:dead|live)_\d+)\s*\(\s*\)\s*[;,]/g);
  return markersIn(new Set([...calls].map(([, name = '']) => name)));
}

/** Lines for the top of a program that has these markers. */
export function markerHead(
  dead: readonly number[],
  live: readonly number[],
  language: Language = 'c',
): string {
  const names = [...dead.map(deadMarker), ...live.map(liveMarker)];
  const bits = live.reduce((sum, index) => sum | (1n << BigInt(index)), 0n);
  const linkage = language === 'c++' ? 'extern "C" ' : '';
  return [
    ...names.map((name) => `${linkage}void ${name}(void);`),
    ...(live.length === 0
      ? []
      : [
          ...(linkage === '' ? [] : [`${linkage}const unsigned long long ${LIVE_MARKERS};`]),
          `const unsigned long long ${LIVE_MARKERS} = 0x${bits.toString(16)}ull;`,
        ]),
    '',
  ].join('\n');
}

/**
 * The program with the unit that defines all markers. The program prints what it printed before, and more only
 * if a dead marker ran or a live one did not.
 */
export function withMarkersUnit(program: Program): Program {
  const { files, beside = [] } = program;
  if (files.some(({ path }) => path === UNIT)) return program;
  return { ...program, files: [...files, markersUnit()], beside: [...beside, UNIT] };
}

/** The unit that defines all markers. */
export function markersUnit(): ProgramFile {
  return { path: UNIT, bytes: Buffer.from(unitText()) };
}

export function hasFacts(program: Program): boolean {
  return mainText(program).includes(`  ${markerFacts.call}(`);
}

/** The program with a call at the start of the function with a marker. Undefined if no function has the marker. */
export function tellingReached(program: Program, marker: string): Program | undefined {
  const text = mainText(program);
  const at = text.lastIndexOf(`${marker}(`);
  const open = functionAround(text, at);
  if (at < 0 || open === undefined) return undefined;
  // C++ has no declaration of a C function inside another function.
  const isC = program.language !== 'c++';
  const declared = isC ? '' : `extern "C" void ${REACHED}(void);\n`;
  const call = ` ${isC ? `extern void ${REACHED}(void); ` : ''}${REACHED}();`;
  const bytes = Buffer.from(declared + text.slice(0, open + 1) + call + text.slice(open + 1), 'latin1');
  const files = program.files.map((file) => (file.path === program.main ? { ...file, bytes } : file));
  return { ...program, files };
}

/** The offset of the brace that opens the function around a place. */
function functionAround(text: string, place: number): number | undefined {
  const parts = text.matchAll(/\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|[{}]/g);
  let depth = 0;
  let open: number | undefined;
  for (const { 0: part, index } of parts) {
    if (index >= place) break;
    if (part === '{' && depth++ === 0)
      open = text.slice(0, index).trimEnd().endsWith(')') ? index : undefined;
    if (part === '}' && --depth === 0) open = undefined;
  }
  return open;
}

function mainText({ files, main }: Program): string {
  return Buffer.from(files.find(({ path }) => path === main)?.bytes ?? []).toString('latin1');
}

function unitText(): string {
  const each = (count: number, line: (index: number) => string): string[] =>
    Array.from({ length: count }, (_, index) => line(index));
  return [
    '#ifdef __cplusplus',
    'extern "C" {',
    '#endif',
    'int puts(const char *);',
    `extern const unsigned long long ${LIVE_MARKERS} __attribute__((weak));`,
    'static unsigned long long live;',
    'static int dead, reached;',
    `void ${REACHED}(void) { reached = 1; }`,
    ...each(markersDefined.dead, (index) => `void ${deadMarker(index)}(void) { dead = 1; }`),
    ...each(markersDefined.live, (index) => `void ${liveMarker(index)}(void) { live |= 1ull << ${index}; }`),
    '__attribute__((destructor)) static void tell(void) {',
    `  if (reached) puts("${markerWords.reached}");`,
    `  if (dead) puts("${markerWords.deadRan}");`,
    `  if (&${LIVE_MARKERS} && (live & ${LIVE_MARKERS}) != ${LIVE_MARKERS}) puts("${markerWords.liveLost}");`,
    '}',
    '#ifdef __cplusplus',
    '}',
    '#endif',
    '',
  ].join('\n');
}
