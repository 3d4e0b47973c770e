/**
 * Passes of LLVM's optimiser, as `opt --print-passes` lists them, with the level and the possible parameters
 * of each.
 *
 * The list leaves out passes that only print or check, need a profile, a file or a runtime, or belong to a
 * back end. It leaves out two passes more, whose known bugs hide others. cgfuzz tries all other passes: each
 * pass by itself after a few common first passes, at every possible place.
 */
import { runTool } from '../build/index.ts';
import { wordForPipeline } from '../program/index.ts';
import type { Way } from './option.ts';

/**
 * Places for passes. A list is for the module, for its call graph, for a function, or for a loop in one of
 * two ways.
 */
export const passLevels = ['module', 'cgscc', 'function', 'loop', 'loop-mssa'] as const;
export type PassLevel = (typeof passLevels)[number];

/** One pass at one place, with all its spellings. */
export interface PassOfLlvm {
  readonly name: string;
  readonly level: PassLevel;
  readonly spellings: readonly string[];
}

const ONLY_SAYS =
  /^(?:print|dot-|view-|verify|trigger-|invalidate|require|no-op|helloworld|lint|aa-eval|pa-eval|count-visits|instcount|func-properties|kernel-info|annotation-remarks|(?:mir-)?(?:check-)?debugify|mir-strip-debug|transform-warning|extra-|instnamer|metarenamer)/;
const NEEDS_MORE =
  /^(?:pgo-|sample-|memprof|ctx-|instrprof|instrorderfile|insert-gcov|function-import|embed-bitcode|extract-blocks|rewrite-symbols|inliner-ml|inliner-wrapper|scc-oz|prof-|fatlto|thinlto$|internalize|asan|hwasan|msan|tsan|nsan|rtsan|tysan|dfsan|sancov|sanmd|kcfi|cfguard|alloc-token|safe-stack|jmc-|ee-instrument|hipstdpar|dxil|objc-|coro-|lowertypetests|simplify-type-tests|wholeprogramdevirt|cross-dso|norecurse-lto|noinline-nonprevailing|rewrite-statepoints|place-safepoints|strip-gc)/;
/**
 * Some produce code that only one machine's code generator understands; some need the state that a back end
 * sets up.
 */
const OF_BACK_ENDS =
  /^(?:codegenprepare|dwarf-eh|sjlj-eh|wasm-eh|win-eh|stack-protector|select-optimize|interleaved-access|indirectbr-expand|shadow-stack|gc-lowering|expand-large|expand-fp|expand-ir-insts|callbr|typepromotion|type-promotion|complex-deinterleaving|atomic-expand|hardware-loops|pre-isel|free-machine|machine-|lower-emutls|lower-global-dtors|structurizecfg|fix-irreducible|unify-loop-exits|loop-reduce|loop-term-fold|lower-invoke|lower-atomic|lower-allow-check|expand-variadics)/;
/** Passes with a known bug that changes what many programs do: in a pipeline with one of these, nothing else shows. */
const WRONG_TOO_OFTEN = /^(?:attributor|normalize)/;
/**
 * InstCombine in a pipeline ends the compiler if work is left, unless this parameter switches the check off.
 */
const NO_CHECK = 'no-verify-fixpoint';

/**
 * Loop passes that keep memory SSA up to date. Beside them, any other pass that changes code ends the compiler
 * by design.
 */
const KEEPS_MEMORY_SSA =
  /^(?:licm|lnicm|indvars|loop-(?:instsimplify|simplifycfg|rotate|deletion|idiom|predication)|simple-loop-unswitch)$/;

/** Passes that others need to find anything to do; each trial begins with them. */
export const PREPARED = 'function(sroa,early-cse)';

export async function passesOf(optimiser: string): Promise<PassOfLlvm[]> {
  return readPasses(await runTool(optimiser, ['--print-passes']));
}

/**
 * Headings such as `Function passes with params:`, and below each a line for each pass, as in
 * `gvn<no-pre;pre>`.
 */
export function readPasses(text: string): PassOfLlvm[] {
  const passes: PassOfLlvm[] = [];
  let places: readonly PassLevel[] = [];
  for (const line of text.split('\n')) {
    const [, heading] = /^(\S.*):$/.exec(line) ?? [];
    if (heading !== undefined) places = placesUnder(heading);
    const [, name = '', words] = /^ +([\w-]+)(?:<(.*)>)?$/.exec(line) ?? [];
    if (name === '' || places.length === 0) continue;
    if ([ONLY_SAYS, NEEDS_MORE, OF_BACK_ENDS, WRONG_TOO_OFTEN].some((pattern) => pattern.test(name)))
      continue;
    const spellings = words === undefined ? [name] : spellingsOf(name, words);
    for (const level of places) {
      if (level === 'loop-mssa' && !KEEPS_MEMORY_SSA.test(name)) continue;
      const known = passes.findIndex((pass) => pass.name === name && pass.level === level);
      const before = passes[known]?.spellings ?? [];
      const pass = { name, level, spellings: [...new Set([...before, ...spellings])] };
      if (known < 0) passes.push(pass);
      else passes[known] = pass;
    }
  }
  return passes;
}

function placesUnder(heading: string): readonly PassLevel[] {
  const [, kind = ''] = /^(\w+) passes(?: with params)?$/.exec(heading) ?? [];
  switch (kind) {
    case 'Module':
    case 'CGSCC':
    case 'Function':
      return [kind.toLowerCase() as PassLevel];
    case 'Loop':
      return ['loop', 'loop-mssa'];
    // Passes for nests of loops do not keep the analysis that the other kind of list needs.
    case 'LoopNest':
      return ['loop'];
    default:
      return [];
  }
}

/**
 * The pass without parameters, and with each parameter alone; a parameter that wants a number gets several.
 */
function spellingsOf(name: string, words: string): string[] {
  const all = words.split(';').filter((word) => /^[\w-]+(?:=N)?$/.test(word));
  const numbered = all.flatMap((word) =>
    word.endsWith('=N') ? [1, 4, 64].map((value) => word.replace('=N', `=${value}`)) : [word],
  );
  if (!all.includes(NO_CHECK)) return [name, ...numbered.map((word) => `${name}<${word}>`)];
  const others = numbered.filter((word) => !word.endsWith('verify-fixpoint'));
  return [`${name}<${NO_CHECK}>`, ...others.map((word) => `${name}<${NO_CHECK};${word}>`)];
}

/** The arguments for a trial of one spelling of a pass. */
export function wayOfPass(level: PassLevel, spelling: string): Way {
  return [wordForPipeline(`${PREPARED},${nested(level, spelling)}`)];
}

export const wayOfPrepared: Way = [wordForPipeline(PREPARED)];

function nested(level: PassLevel, passes: string): string {
  switch (level) {
    case 'module':
      return passes;
    case 'cgscc':
    case 'function':
      return `${level}(${passes})`;
    case 'loop':
    case 'loop-mssa':
      return `function(${level}(${passes}))`;
  }
}
