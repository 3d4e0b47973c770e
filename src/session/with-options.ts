/** Sources whose programs come with options of the compiler. */
import { familyOfName, ispcCompiler, otherMachineOf } from '../build/index.ts';
import { type OpenSpace, openOptionSpace, type OptionsWanted, readSpace } from '../options/index.ts';
import { refusedArgument } from '../finding/index.ts';
import type { DrawnOptions } from '../program/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import type { SayStep } from '../util/progress-text.ts';
import { UserError } from '../util/user-error.ts';
import { type SessionContext, worldOf } from './world.ts';

/** Sources whose programs come with options, and the list of those options. */
export interface Optioned<Source> {
  readonly sources: Source[];
  readonly list: Pick<OpenSpace, 'name' | 'text'>;
}

/** The same sources, with options of a target drawn for each program. Unknown options are learnt first. */
export async function withOptions<Source extends SourceDefinition>(
  { env, signal }: Pick<SessionContext, 'env' | 'signal'>,
  sources: readonly Source[],
  target: string,
  wanted: OptionsWanted,
  say: SayStep,
  isLate: () => boolean = () => false,
): Promise<Optioned<Source>> {
  const isPortable = sources.every(({ isForLarge }) => isForLarge !== true);
  const watch = { say, signal, isLate };
  const open = await openOptionSpace(target, { ...wanted, isPortable }, worldOf({ env }), watch);
  return { sources: sources.map((source) => drawingFrom(open, source)), list: open };
}

/** The same source, with options from a kept list. */
export function withKeptOptions<Source extends SourceDefinition>(source: Source, text: string): Source {
  return drawingFrom(readSpace(text), source, harmlessOptions);
}

/** A list from somebody's campaign may contain anything. */
function harmlessOptions(drawn: DrawnOptions): DrawnOptions {
  const refused = refusedArgument(drawn.args);
  if (refused === undefined) return drawn;
  throw new UserError(`the options that came with this campaign are not used: ${refused}`);
}

function drawingFrom<Source extends SourceDefinition>(
  { space, name }: OpenSpace,
  source: Source,
  checked = (drawn: DrawnOptions): DrawnOptions => drawn,
): Source {
  return { ...source, compilerOptions: (draw) => ({ ...checked(space.draw(draw)), list: name }) };
}

/** Refuses to look for wrong code on a machine whose integers have other sizes than a source assumes. */
export function checkIntegers(
  { target, args }: { readonly target: string; readonly args: readonly string[] },
  sources: readonly SourceDefinition[],
): void {
  const machine = otherMachineOf(target, args);
  const isNarrow = machine?.bare !== undefined;
  const odd = sources.find(({ intBits = 32 }) => (intBits === 16) !== isNarrow);
  if (odd !== undefined && (isNarrow || odd.intBits === 16))
    throw new UserError(
      isNarrow
        ? `programs of ${odd.name} print something else on ${machine.triple}, where int has 16 bits`
        : `programs of ${odd.name} are for machines whose int has 16 bits, and ${target} has more`,
      [
        isNarrow ? 'programs that fit: --source "loom language=avr"' : 'a target that fits: avr-gcc',
        'or look for crashes only: --compare-share 0 --truth-share 0',
      ],
    );
  const source = sources.find(({ isForLarge }) => isForLarge === true);
  if (machine?.isSmall !== true || source === undefined) return;
  throw new UserError(
    `programs of ${source.name} print something else on ${machine.triple}, where long has 32 bits`,
    [
      'leave such types out: --source "loom without=long without=int128"',
      'or look for crashes only: --compare-share 0 --truth-share 0',
    ],
  );
}

/** Refuses a compiler that does not know the language of a source. */
export function checkLanguage(target: string, sources: readonly SourceDefinition[]): void {
  const family = familyOfName(target);
  const isIspc = family === ispcCompiler.family;
  const wrong = sources.find(({ language }) =>
    language === 'ispc' ? family !== undefined && !isIspc : isIspc && language !== 'text',
  );
  if (wrong === undefined) return;
  throw new UserError(`${target} does not compile programs of ${wrong.name}`, [
    isIspc ? 'programs that fit: --source "loom language=ispc"' : 'a target that fits: ispc',
  ]);
}

/** Words that let a compiler change the order of operations in floating point, fuse them, or keep more bits. */
const looseFloats =
  /^-(?:Ofast|ffast-math|funsafe-math-optimizations|fassociative-math|freciprocal-math|ffinite-math-only|fno-signed-zeros|fno-honor-(?:nans|infinities)|fapprox-func|ffp-contract=(?!off)\S+|ffp-model=(?:fast|aggressive)|fsingle-precision-constant|fdenormal-fp-math\S*|mfpmath=\S*387\S*|mfpmath=both|mno-sse2?|mdaz-ftz|mrecip\S*|mpc(?:32|64|80))$/;

/** Refuses words under which a compiler may compute other numbers than a source knows. */
export function checkRounding(
  configurations: readonly { readonly args: readonly string[] }[],
  sources: readonly SourceDefinition[],
): void {
  const source = sources.find(({ roundsFloats }) => roundsFloats === true);
  const word = configurations.flatMap(({ args }) => args).find((each) => looseFloats.test(each));
  if (source === undefined || word === undefined) return;
  throw new UserError(`programs of ${source.name} print something else with ${word}`, [
    'leave the word away, or leave rounding out of the source: floats are exact with any of these words',
    'or look for crashes only: --compare-share 0 --truth-share 0',
  ]);
}
