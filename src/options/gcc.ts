/**
 * Options of gcc, as gcc lists them itself: `gcc -Q --help=optimizers,common,target,params`.
 *
 * A list of names leaves out options that change the meaning of programs or need more than the compiler (a
 * profile, a library). A trial would not show this, since a short program may keep its meaning under such an
 * option.
 */
import { runTool } from '../build/index.ts';
import {
  type CompilerOption,
  documented,
  onOrOff,
  type OptionList,
  ROUNDING,
  usualLevelsOfDraws,
  waysFor,
} from './option.ts';

const LEFT_OUT =
  /fast-math|finite-math|unsafe-math|associative-math|reciprocal-math|signed-zeros|^cx-|excess-precision|fp-contract|float-store|single-precision|short-(?:enums|wchar)|struct|opt-info|save-optimization|profile|branch-probabilities|openmp|^lto|parallelize|patchable|live-patching|^exceptions$|unconstrained-commons|allow-store-data-races|handle-exceptions|rtti|threadsafe|sched-verbose|ira-verbose|sched-spec-load-dangerous|stack-limit|align-|sane-operators|zero-initialized/;

/** Options that have no use when off: -fno-non-call-exceptions takes all exceptions from C++. */
const ONLY_ON: readonly string[] = ['non-call-exceptions'];

/** Options of `--help=common` that affect the code. */
const COMMON: readonly string[] = [
  'PIC',
  'pic',
  'PIE',
  'pie',
  'common',
  'data-sections',
  'function-sections',
  'instrument-functions',
  'instrument-functions-once',
  'keep-inline-functions',
  'keep-static-functions',
  'merge-constants',
  'strict-overflow',
  'sync-libcalls',
  'unit-at-a-time',
  'verbose-asm',
  'zero-initialized-in-bss',
  'dwarf2-cfi-asm',
  'ident',
  'checking',
];

/** Switches for the machine that keep the calling convention. */
const MACHINE_SWITCHES: readonly string[] = (
  '8bit-idiv accumulate-outgoing-args align-stringops avx256-split-unaligned-load avx256-split-unaligned-store ' +
  'call-ms2sysv-xlogues cld dispatch-scheduler force-drap force-indirect-call gather scatter ' +
  'indirect-branch-cs-prefix indirect-branch-register inline-all-stringops inline-stringops-dynamically ' +
  'omit-leaf-frame-pointer partial-vector-fp-math push-args red-zone sse2avx stackrealign stv ' +
  'unroll-only-small-loops vzeroupper relax-cmpxchg-loop noreturn-no-callee-saved-registers'
).split(' ');

const FEATURE =
  /^-m(?:sse[34][.\d]*|ssse3|avx[\w.]*|bmi2?|lzcnt|popcnt|fma4?|f16c|movbe|adx|tbm|xop|gfni|vaes|vpclmulqdq|pclmul|sha(?:512)?|apxf|movdiri|sahf|crc32|rdrnd|abm)$/;

const FIXED: readonly CompilerOption[] = [
  waysFor('-falign-functions', [1, 2, 16, 64, 256]),
  waysFor('-falign-loops', [1, 4, 32, 128]),
  waysFor('-falign-jumps', [1, 4, 32, 128]),
  waysFor('-falign-labels', [1, 8, 64]),
  waysFor('-finline-limit', [0, 1, 10, 1000, 100_000]),
  waysFor('-fcf-protection', ['full', 'branch', 'return', 'none']),
  waysFor('-fzero-call-used-regs', ['all', 'used', 'used-gpr', 'all-gpr', 'used-arg', 'all-arg', 'leafy']),
  waysFor('-fvisibility', ['hidden', 'protected']),
  waysFor('-ftls-model', ['global-dynamic', 'initial-exec', 'local-exec']),
  documented('undefined, trapping', ['-fsanitize=undefined', '-fsanitize-trap=undefined']),
  documented('-fno-builtin', '-fno-builtin'),
  // The compiler compiles twice, with and without information for debuggers, and complains if the code differs.
  documented('-fcompare-debug', ['-g', '-fcompare-debug']),
  waysFor('-fstrub', ['all', 'at-calls', 'internal', 'strict', 'relaxed']),
  documented('-fsanitize=address', '-fsanitize=address', '-fsanitize=thread', '-fsanitize=kernel-address'),
  documented('-fanalyzer', '-fanalyzer'),
  documented('-fsplit-stack', '-fsplit-stack'),
  documented('-mgeneral-regs-only', '-mgeneral-regs-only'),
  documented('-g', '-g', '-g3', '-gdwarf-4', ['-g', '-fvar-tracking-assignments']),
  waysFor('-mbranch-cost', [0, 1, 2, 3, 4, 5]),
  waysFor('-mprefer-vector-width', ['none', 128, 256, 512]),
  waysFor('-mmove-max', [128, 256, 512]),
  waysFor('-mstore-max', [128, 256, 512]),
  waysFor('-mstringop-strategy', [
    'byte_loop',
    'libcall',
    'loop',
    'rep_4byte',
    'rep_8byte',
    'rep_byte',
    'unrolled_loop',
    'vector_loop',
  ]),
  waysFor('-mindirect-branch', ['thunk-inline', 'keep']),
  waysFor('-mfunction-return', ['thunk-inline', 'keep']),
  waysFor('-mharden-sls', ['all', 'return', 'indirect-jmp']),
  waysFor('-mcmodel', ['small', 'medium', 'large']),
  waysFor('-malign-data', ['abi', 'cacheline', 'compat']),
];

/** Parameters of parts that do not run here, or that only limit memory. */
const PARAMS_LEFT_OUT =
  /lto|analyzer|asan|tsan|memtag|ggc|hash|profile|file-cache|cxx|lazy|nondebug|verif|text-art|parloops|openacc|uninit|debug|gimple-fe|graphite-allow|cache-line|interference-size|isl|vartrack|share-limit|unlikely-frac|locality|stack-frame-growth|max-pow|sched-autopref|store-forwarding-max|ranger-debug|diagnostic/;

export async function gccOptions(program: string): Promise<OptionList> {
  const ask = (what: string): Promise<string> => runTool(program, ['-Q', '-O2', `--help=${what}`]);
  const [optimizers, common, target, params] = [
    await ask('optimizers'),
    await ask('common'),
    await ask('target'),
    await ask('params'),
  ];
  const commonOnes = readSwitches(common).filter(({ name }) => COMMON.includes(name));
  const machine = namesIn(target, /^ +-m([\w.-]+)\s+\[(?:en|dis)abled\]/gm);
  return {
    levels: usualLevelsOfDraws,
    checks: [['-fchecking=2']],
    machines: namesAfter(target, 'Known valid arguments for -march= option:').map((name) => [
      `-march=${name}`,
      ROUNDING,
    ]),
    options: [
      ...readSwitches(optimizers),
      ...commonOnes,
      ...FIXED,
      waysFor('-mtune', namesAfter(target, 'Known valid arguments for -mtune= option:')),
      ...machine
        .filter((name) => MACHINE_SWITCHES.includes(name))
        .map((name) => documented(`-m${name}`, `-m${name}`, `-mno-${name}`)),
      ...machine
        .filter((name) => FEATURE.test(`-m${name}`))
        .map((name) => documented(`-m${name}`, [`-m${name}`, ROUNDING])),
      ...readParams(params),
    ],
  };
}

/** Switches, and options with a list of values or a small range. */
export function readSwitches(text: string): CompilerOption[] {
  const options: CompilerOption[] = [];
  for (const [, name = '', rest = ''] of text.matchAll(/^ +-f([\w-]+)([= \t].*)?$/gm)) {
    if (name.startsWith('no-') || LEFT_OUT.test(name)) continue;
    const [, choices] = /^=\[([\w|-]+)\]/.exec(rest) ?? [];
    const [, from, to] = /^=<(\d+),(\d+)>/.exec(rest) ?? [];
    if (choices !== undefined) options.push(waysFor(`-f${name}`, choices.split('|')));
    else if (from !== undefined) options.push(waysFor(`-f${name}`, [...new Set([from, '1', to ?? from])]));
    else if (/\[(?:enabled|disabled|available)/.test(rest) || rest.trim() === '')
      options.push(ONLY_ON.includes(name) ? documented(`-f${name}`, `-f${name}`) : onOrOff(name));
  }
  return options;
}

/** A parameter with a few values: the ends of its range, small ones, and some near its default. */
export function readParams(text: string): CompilerOption[] {
  const options: CompilerOption[] = [];
  for (const [, name = '', from, to, given] of text.matchAll(
    /^ +--param=([\w-]+)=(?:<(-?\d+),(\d+)>)?\s+(-?\d+)\s*$/gm,
  )) {
    if (PARAMS_LEFT_OUT.test(name)) continue;
    const usual = Number(given);
    const [min, max] = [Number(from ?? 0), Math.min(Number(to ?? Infinity), 100_000)];
    const values = [
      0,
      1,
      2,
      3,
      Math.floor(usual / 2),
      usual * 2,
      usual * 10,
      min,
      to === undefined ? usual : max,
    ];
    const fitting = [...new Set(values)].filter((value) => value >= min && value <= max && value !== usual);
    if (fitting.length === 0) continue;
    const ways = fitting.map((value) => [`--param=${name}=${value}`]);
    options.push({ name: `--param=${name}`, tier: 'hidden', ways });
  }
  return options;
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

/** The list of words after a heading, without those for machines of 32 bits. */
export function namesAfter(text: string, heading: string): string[] {
  const start = text.indexOf(heading);
  if (start < 0) return [];
  const [list = ''] = text.slice(start + heading.length).split(/\n\s*\n/);
  return list.split(/\s+/).filter((name) => name !== '' && name !== 'native' && !OF_32_BITS.test(name));
}

const OF_32_BITS =
  /^(?:i\d86|pentium.*|lakemont|k6.*|athlon(?!64|-fx).*|winchip.*|c3.*|geode|c7|nano.*|esther|eden.*|samuel.*|nehemiah|prescott|iamcu|intel)$/;
