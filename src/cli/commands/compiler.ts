/** `cgfuzz compiler`: compilers of other releases of Debian, unpacked into the cache; nothing is installed. */
import {
  addCompiler,
  addableCompilers,
  addableInWords,
  bytesIn,
  cacheFolder,
  findProgram,
  listAdded,
  newestCompilers,
  removeCompiler,
  suites,
} from '../../build/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Command, type Context, defineCommand, exitCodes } from '../command.ts';
import { findAction } from '../find-action.ts';
import { type Flags, oneOfFlag, switchFlag } from '../flags/flags.ts';
import { effects, knownOptions } from '../../options/index.ts';
import { optionTiers } from '../../program/index.ts';
import { showProgress } from '../progress/show-progress.ts';
import { worldOf } from '../../session/world.ts';

const flags = {
  suite: oneOfFlag({
    doc: 'the release of Debian to take it from; newest is the newest that has it',
    category: 'add',
    names: ['newest', ...suites],
    default: 'newest',
  }),
  tier: oneOfFlag({
    doc: 'how far to look: documented options, hidden ones too, or passes of the optimiser',
    category: 'options',
    names: optionTiers,
    default: 'documented',
  }),
  json: switchFlag({ doc: 'with options: one JSON object a line', category: 'options' }),
} as const;

/** The name that stands for the newest compilers. */
const NEWEST = 'newest';

type Values = Flags<typeof flags>;
type Action = (context: Context, names: readonly string[], values: Values) => Promise<number> | number;

const actions: Readonly<Record<string, Action>> = { add, list, options, path, remove, update };

export const compilerCommand: Command = defineCommand({
  details: [
    'add fetches the packages of a compiler and all that they depend on, from any release of Debian, and unpacks them into',
    "the cache; apt verifies them by Debian's signatures. Neither root nor network is needed afterwards, and this machine's",
    'own packages stay as they are. An added compiler is a target, and a member of --compare-with, as an installed one is.',
    'Interrupt it when you like: the same command goes on.',
    '',
    'options says what each option of a compiler does, learnt by trying it on short programs: active ones change code,',
    'quiet ones did not; elsewhere and not-linked ones cannot be run here; refused and different ones are never drawn.',
    '',
    'add newest adds the newest clang and the newest gcc that Debian has, those of experimental too. update says which\n' +
      'version took the place of which; a campaign with run --follow then asks its findings again.',
    '',
    'Actions: add NAME...; list; options NAME...; path NAME...; remove NAME...; update [NAME...] (to the newest of the same release).',
  ].join('\n'),
  parameters: [
    { name: 'ACTION', doc: Object.keys(actions).join(', '), completion: Object.keys(actions) },
    {
      name: 'NAME',
      doc: 'as in gcc-16 or clang-22',
      optional: true,
      several: true,
      completion: [NEWEST, ...addableCompilers],
    },
  ],
  flags,
  examples: [
    ['compiler add gcc-16 clang-22', 'the newest packages that Debian has of them'],
    ['compiler add newest', 'the newest clang and gcc of all: clang-24, gcc-snapshot'],
    ['compiler add gcc-14 --suite trixie', 'as that release has it'],
    ['run --target clang-19 --compare-with "clang-22 -O3; gcc-16 -O3"', 'with their opinion asked'],
    ['compiler options gcc-16', 'what its options do'],
    ['compiler path clang-22', 'where it lies: for a script, or a build of your own'],
    ['compiler list', 'what was added, and from where'],
  ],
  run(context, values, [action = '', ...names]) {
    return findAction(actions, action)(context, names, values);
  },
});

function needed(names: readonly string[]): readonly string[] {
  if (names.length > 0) return names;
  throw new UserError('the name of a compiler is missing', [
    'for example: cgfuzz compiler add gcc-16',
    `known compilers: ${addableInWords()}`,
  ]);
}

async function add(context: Context, names: readonly string[], { suite }: Values): Promise<number> {
  for (const name of await withNewest(context, needed(names))) {
    const installed = findProgram(name, context.env['PATH'] ?? '');
    if (installed !== undefined)
      throw new UserError(`${name} is installed already: ${installed}`, ['it is used as it is']);
    await fetchOne(context, name, { suite: suite === 'newest' ? undefined : suite, isUpdate: false });
  }
  return exitCodes.ok;
}

/** `newest` stands for the newest clang and the newest gcc that Debian has. */
async function withNewest(context: Context, names: readonly string[]): Promise<readonly string[]> {
  if (!names.includes(NEWEST)) return names;
  const progress = showProgress(context, false);
  try {
    const newest = await newestCompilers({
      cache: cacheFolder(context.env),
      say: progress.step,
      signal: context.signal,
    });
    return [...new Set(names.flatMap((name) => (name === NEWEST ? newest : [name])))];
  } finally {
    progress.end();
  }
}

async function update(context: Context, names: readonly string[]): Promise<number> {
  const known = listAdded(cacheFolder(context.env)).map(({ name }) => name);
  for (const name of names)
    if (!known.includes(name))
      throw new UserError(`no compiler named "${name}" was added`, [`add it: cgfuzz compiler add ${name}`]);
  for (const name of names.length > 0 ? names : known)
    await fetchOne(context, name, { suite: undefined, isUpdate: true });
  if (known.length === 0) context.stdout('no compiler was added\n');
  return exitCodes.ok;
}

async function fetchOne(
  context: Context,
  name: string,
  { suite, isUpdate }: { readonly suite: string | undefined; readonly isUpdate: boolean },
): Promise<void> {
  const progress = showProgress(context, false);
  const how = {
    cache: cacheFolder(context.env),
    suite,
    say: progress.step,
    signal: context.signal,
  };
  try {
    const { compiler, before, isNew } = await addCompiler(name, how, { isUpdate });
    progress.end();
    const { version, suite: from } = compiler;
    const told = isNew ? 'is ready' : isUpdate ? 'is the newest' : 'is there already';
    context.stdout(
      isNew && before !== undefined && before !== version
        ? `${name} ${version} of ${from} takes the place of ${before}\n`
        : `${name} ${version} of ${from} ${told}\n`,
    );
  } finally {
    progress.end();
  }
}

function list(context: Context): number {
  const cache = cacheFolder(context.env);
  const added = listAdded(cache);
  const rows = added.map(
    ({ name, version, suite, packages }) =>
      `${name.padEnd(12)} ${version.padEnd(24)} ${suite}, ${packages.length} packages`,
  );
  context.stdout(
    rows.length === 0
      ? 'no compiler was added; one is added by: cgfuzz compiler add gcc-16\n'
      : `${rows.join('\n')}\n${Math.round(bytesIn(`${cache}/compilers`) / 1e6)} MB in all\n`,
  );
  return exitCodes.ok;
}

/** Prints a line for each name: the path of the program, added or installed. */
function path(context: Context, names: readonly string[]): number {
  const { searchPath } = worldOf(context);
  for (const name of needed(names)) {
    const found = findProgram(name, searchPath);
    if (found === undefined)
      throw new UserError(`there is no compiler named "${name}" here`, [
        `add it: cgfuzz compiler add ${name}`,
      ]);
    context.stdout(`${found}\n`);
  }
  return exitCodes.ok;
}

function remove(context: Context, names: readonly string[]): number {
  for (const name of needed(names)) {
    const bytes = removeCompiler(name, cacheFolder(context.env));
    context.stdout(`removed ${name}, ${Math.round(bytes / 1e6)} MB\n`);
  }
  return exitCodes.ok;
}

/** Prints what each option does; an installed compiler or a target has options as well. */
async function options(context: Context, names: readonly string[], { tier, json }: Values): Promise<number> {
  for (const name of needed(names)) {
    const progress = showProgress(context, json);
    const { facts } = await knownOptions(name, { tier, machines: [] }, worldOf(context), {
      say: progress.step,
      signal: context.signal,
    }).finally(() => progress.end());
    const all = Object.entries(facts.effects);
    if (json)
      for (const [option, effect] of all) context.stdout(`${JSON.stringify({ name, option, effect })}\n`);
    else {
      context.stdout(`${name}: ${facts.compiler}\n`);
      for (const effect of effects) {
        const such = all.filter(([, each]) => each === effect).map(([option]) => option);
        if (such.length > 0) context.stdout(`\n${effect} (${such.length}): ${such.join(', ')}\n`);
      }
    }
  }
  return exitCodes.ok;
}
