/**
 * Options of clang. Its help does not say which options change the meaning of programs, so the documented
 * ones are a table. A version that does not know an option refuses it in a trial. LLVM's own options come
 * from its list.
 */
import { runTool, tryTool } from '../build/index.ts';
import {
  type CompilerOption,
  documented,
  onOrOff,
  type OptionList,
  ROUNDING,
  usualLevelsOfDraws,
  waysFor,
} from './option.ts';

const SWITCHES: readonly string[] = (
  'unroll-loops vectorize slp-vectorize inline inline-functions omit-frame-pointer strict-aliasing strict-return ' +
  'strict-enums strict-overflow wrapv wrapv-pointer trapv builtin common jump-tables optimize-sibling-calls plt ' +
  'finite-loops math-errno delete-null-pointer-checks asynchronous-unwind-tables unwind-tables ' +
  'function-sections data-sections unique-section-names split-machine-functions zero-initialized-in-bss ' +
  'stack-protector stack-clash-protection keep-static-consts keep-persistent-storage-variables ' +
  'semantic-interposition rounding-math merge-functions loop-interchange experimental-loop-fusion ' +
  'partition-static-data-sections fine-grained-bitfield-accesses assumptions addrsig integrated-as ' +
  'debug-macro standalone-debug eliminate-unused-debug-types emulated-tls strict-float-cast-overflow ' +
  'force-enable-int128 knr-functions unique-internal-linkage-names global-isel stack-size-section ' +
  'sanitize-merge use-init-array direct-access-external-data pic PIC pie PIE ' +
  'force-dwarf-frame debug-types-section discard-value-names experimental-new-constant-interpreter ' +
  'aligned-allocation verify-intermediate-code devirtualize-speculatively forced-unwind-tables'
).split(' ');

const MACHINE_SWITCHES: readonly string[] = (
  'red-zone stackrealign implicit-float lvi-cfi lvi-hardening seses speculative-load-hardening retpoline ' +
  'retpoline-external-thunk branches-within-32B-boundaries relax omit-leaf-frame-pointer sse2avx skip-rax-setup ' +
  'vzeroupper gather scatter tls-direct-seg-refs indirect-branch-cs-prefix global-merge constructor-aliases relax-all ' +
  'outline relax-relocations'
).split(' ');

const FEATURES: readonly string[] = (
  'sse3 ssse3 sse4.1 sse4.2 sse4a avx avx2 avx512f avx512vl avx512bw avx512dq avx512cd avx512vbmi avx512vbmi2 ' +
  'avx512ifma avx512vnni avx512bitalg avx512vpopcntdq avx512bf16 avx512fp16 avx512vp2intersect avxvnni avxifma ' +
  'avxneconvert avxvnniint8 avxvnniint16 avx10.1 avx10.2 apxf bmi bmi2 lzcnt popcnt fma fma4 xop tbm f16c movbe adx ' +
  'gfni vaes vpclmulqdq pclmul sha sha512 sm3 sm4 movdiri movdir64b sahf crc32 rdrnd cx16 egpr push2pop2 ppx ndd ccmp ' +
  'nf cf zu'
).split(' ');

const FIXED: readonly CompilerOption[] = [
  documented('-fno-unroll-loops', '-fno-unroll-loops'),
  // The opposite, -fno-exceptions, refuses programs that throw.
  documented('-fexceptions', '-fexceptions'),
  documented('-finline-hint-functions', '-finline-hint-functions'),
  waysFor('-finline-max-stacksize', [0, 16, 256, 4096]),
  waysFor('-falign-functions', [1, 2, 32, 256]),
  waysFor('-falign-loops', [1, 8, 32, 128]),
  waysFor('-fcf-protection', ['full', 'branch', 'return', 'none']),
  waysFor('-fzero-call-used-regs', ['all', 'used', 'used-gpr', 'all-gpr', 'used-arg', 'all-arg', 'skip']),
  waysFor('-ftrivial-auto-var-init', ['zero', 'pattern', 'uninitialized']),
  documented('-fstack-protector-all', '-fstack-protector-all', '-fstack-protector-strong'),
  waysFor('-fbasic-block-sections', ['all', 'none']),
  documented('-fbasic-block-address-map', '-fbasic-block-address-map'),
  documented('-fpatchable-function-entry', '-fpatchable-function-entry=2', '-fpatchable-function-entry=5,2'),
  documented('-finstrument-functions', '-finstrument-functions', '-finstrument-functions-after-inlining'),
  documented('undefined, trapping', ['-fsanitize=undefined', '-fsanitize-trap=undefined']),
  documented('bounds, trapping', ['-fsanitize=bounds,null,alignment', '-fsanitize-trap=all']),
  documented('integer division, trapping', [
    '-fsanitize=integer-divide-by-zero,shift,signed-integer-overflow,unreachable,vla-bound',
    '-fsanitize-trap=all',
  ]),
  documented('kcfi', '-fsanitize=kcfi'),
  waysFor('-ffp-exception-behavior', ['strict', 'maytrap', 'ignore']),
  documented('-ffp-model=strict', '-ffp-model=strict'),
  waysFor('-fstrict-flex-arrays', [0, 1, 2, 3]),
  waysFor('-fvisibility', ['hidden', 'protected']),
  waysFor('-ftls-model', ['global-dynamic', 'initial-exec', 'local-exec']),
  documented('-fextend-variable-liveness', '-fextend-variable-liveness'),
  documented('-fpseudo-probe-for-profiling', '-fpseudo-probe-for-profiling'),
  documented('-fdebug-info-for-profiling', ['-g', '-fdebug-info-for-profiling']),
  documented('-g', '-g', '-g3', '-gdwarf-4', '-gline-tables-only', ['-g', '-gkey-instructions']),
  documented('-gz', ['-g', '-gz']),
  waysFor('-mprefer-vector-width', ['none', 128, 256, 512]),
  waysFor('-mstack-alignment', [16, 32, 64]),
  waysFor('-mstack-probe-size', [1, 4096, 65_536]),
  waysFor('-mharden-sls', ['all', 'return', 'indirect-jmp', 'none']),
  waysFor('-mfunction-return', ['keep']),
  waysFor('-mcmodel', ['small', 'medium', 'large']),
  waysFor('-malign-branch-boundary', [32, 64]),
  waysFor('-mpad-max-prefix-size', [1, 4, 15]),
  waysFor('-fveclib', ['none', 'libmvec']),
  waysFor('-ffixed-point', []),
].filter(({ ways }) => ways.length > 0);

/** Options of LLVM for other machines, or options that only print more. */
const LLVM_LEFT_OUT =
  /^(?:aarch64|amdgpu|r600|arm|thumb|avr|bpf|csky|dxil|hexagon|lanai|loongarch|m68k|mips|msp430|nvptx|ppc|riscv|sparc|spirv|spv|systemz|s390|ve|wasm|webassembly|xcore|xtensa|nvvm|gpu|openmp|ios|mach|macho|coff|xcoff|asan|hwasan|msan|tsan|dfsan|sancov|sanitizer|sanitize|memprof|pgo|profile|profi|sample|ctx|gcov|instr-prof|objc|arc|cfguard|lto|thinlto|dot|view|print|debug|dump|stats|time|track|verify|help|version|color|pass-remarks|remark|info|o$|x86-asm|as-|mc-|dwarf|filter|file|crash|report|check|opt-bisect|rewrite-map|import|export|summary|cg-|codegen-data|ml-|mlgo|tfutils|inliner-|mir|run-pass|start-|stop-|treat|type-based|bounds|assume|lower-|test|fs-|bb-?sec|basic-?block-sections|propeller|orderfile|cs-|swift|fatlto|coro|openmpir|nvptx|attributor-annotate|cost-kind|annotate|abort|exec|rng|fuzz|global-isel-abort|mtriple|internalize|instcombine-infinite|load-|plugin|module|json|html|trim|graph|write|read|emit|input|output|S$|cfg-|jump-table|reader|poison|expand-variadics|fatal|error|warn|safepoint|spp|rs4gc|stackmap|gc-|cvp-test|merge-icmps-test|ir2vec|mir2vec|cgdata|imprecise|profcheck|profile)|print|dump|debug|view|stats|trace|verify|fast-math|unsafe|reassoc-fp|contract|assert|prof-|profile|-file\b|-path\b|-name\b|-list\b|-limit-pass|dot-|filename|remarks|report|limit-float|crash|mul-to-add|sink-inst|log-/;

export async function clangOptions(program: string): Promise<OptionList> {
  const { stdout, stderr } = await tryTool(program, ['-print-supported-cpus']);
  const [, cpus = ''] = `${stdout}${stderr}`.split('Available CPUs for this target:');
  const [list = ''] = cpus.split('Use -mcpu');
  const machines = list.split(/\s+/).filter((name) => /^[a-z][\w-]*$/.test(name) && is64(name));
  const hidden = await runTool(program, [
    '-mllvm',
    '--help-list-hidden',
    '-x',
    'c',
    '-c',
    '/dev/null',
    '-o',
    '/dev/null',
  ]);
  return {
    levels: usualLevelsOfDraws,
    machines: machines.map((name) => [`-march=${name}`, ROUNDING]),
    checks: [['-mllvm', '-verify-machineinstrs']],
    options: [
      ...SWITCHES.map(onOrOff),
      ...FIXED,
      waysFor('-mtune', machines),
      ...MACHINE_SWITCHES.map((name) => documented(`-m${name}`, `-m${name}`, `-mno-${name}`)),
      ...FEATURES.map((name) => documented(`-m${name}`, [`-m${name}`, ROUNDING])),
      ...readLlvmOptions(hidden),
    ],
  };
}

/** True for one name of each 64-bit machine: names with underscores are other names of the same machines. */
function is64(name: string): boolean {
  return !/_|^(?:i\d86|pentium.*|lakemont|k6.*|athlon(?!64|-fx).*|winchip.*|c3.*|geode|prescott|yonah|generic|k8.*|opteron.*)$/.test(
    name,
  );
}

/** `--name` is a switch, `--name=<int>` a number. */
export function readLlvmOptions(text: string): CompilerOption[] {
  const options: CompilerOption[] = [];
  for (const [, name = '', type] of text.matchAll(/^ +--?([\w-]+)(?:=<(\w+)>)? +- /gm)) {
    if (LLVM_LEFT_OUT.test(name)) continue;
    const values =
      type === undefined
        ? ['true', 'false']
        : type === 'int' || type === 'uint' || type === 'ulong'
          ? [0, 1, 2, 4, 16, 100, 1000]
          : [];
    if (values.length === 0) continue;
    const ways = values.map((value) => ['-mllvm', `-${name}=${value}`]);
    options.push({ name: `-mllvm -${name}`, tier: 'hidden', ways });
  }
  return options;
}
