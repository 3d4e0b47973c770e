/**
 * Sources of texts in a language that programs read: JSON, XML, SQL, regular expressions, expressions.
 *
 * Each language is a function that writes a text of about the wanted number of bytes. This module holds their
 * common part: settings, the size, and the damage to one text in ten.
 */
import type { Draw } from '../../choice/index.ts';
import type { Language } from '../../program/index.ts';
import type { FunctionDefinition } from '../../source/index.ts';
import { didYouMean } from '../../util/did-you-mean.ts';
import { UserError } from '../../util/user-error.ts';
import { damage } from './damage.ts';

/** Values of the settings of one language, by their keys, in the order in which the person wrote them. */
export type SettingsSaid = ReadonlyMap<string, readonly string[]>;

export interface TextLanguage {
  readonly name: string;
  readonly summary: string;
  /** The name of the file with the text. */
  readonly file: string;
  /** URL of the module that exports the source. */
  readonly entry: string;
  /** The language of the texts as targets know it; by default `text`. */
  readonly language?: Language;
  /** Percent of the texts that are damaged if the person names no share. */
  readonly usualDamage?: number;
  /** Tokens that damage inserts into a text. */
  readonly odd: readonly string[];
  /** Additional settings: for each the pattern of its values, and a description of the values. */
  readonly settings?: Readonly<Record<string, readonly [pattern: RegExp, allowed: string]>>;
  /** Writes a text of about `bytes` bytes, which readers of the language accept. */
  readonly write: (draw: Draw, bytes: number, settings: SettingsSaid) => string;
  /** Draws an encoding for the text, if readers know several encodings. */
  readonly encode?: (draw: Draw, text: string) => string | Uint8Array;
}

/** Sizes in bytes if the person names no size: a source draws one of them for each text. */
const SIZES = [32, 128, 512, 2_048] as const;
const MOST_BYTES = 1_000_000;
/** Percent of the texts that are damaged. */
const USUAL_DAMAGE = 10;

const shared: Required<TextLanguage>['settings'] = {
  size: [/^\d+(?:\.\d+)?(?:B|KB|MB)?$/i, 'bytes up to 1MB, as size=500B, size=2KB'],
  damaged: [/^(?:\d\d?|100)%?$/, 'percent of the texts, 0 to 100'],
};

export function textSource(language: TextLanguage, words: readonly string[] = []): FunctionDefinition {
  const { name, summary, file, entry, odd, write, encode, usualDamage = USUAL_DAMAGE } = language;
  const settings = readSettings(language, words);
  const size = bytesOf(settings.get('size')?.at(-1));
  const share = Number.parseInt(settings.get('damaged')?.at(-1) ?? String(usualDamage), 10) / 100;
  return {
    name,
    summary,
    language: language.language ?? 'text',
    entry,
    configure: (others: readonly string[]): FunctionDefinition => textSource(language, others),
    generate(draw) {
      const room = size ?? draw.scope('options', () => draw.pick(SIZES));
      const text = write(draw, room, settings);
      const damaged = share === 0 ? text : damage(draw, text, odd, share);
      const bytes = encode === undefined || typeof damaged !== 'string' ? damaged : encode(draw, damaged);
      return { files: { [file]: bytes } };
    },
  };
}

function readSettings({ name, settings = {} }: TextLanguage, words: readonly string[]): SettingsSaid {
  const known = { ...shared, ...settings };
  const said = new Map<string, string[]>();
  for (const word of words) {
    const at = word.indexOf('=');
    const [key, value] = [word.slice(0, at), word.slice(at + 1)];
    const allowed = Object.hasOwn(known, key) ? known[key] : undefined;
    if (allowed === undefined) {
      const meant = didYouMean(key, Object.keys(known));
      throw new UserError(`${name} has no setting "${key}"`, [
        ...Object.entries(known).map(([each, [, what]]) => `${each}: ${what}`),
        ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
      ]);
    }
    if (!allowed[0].test(value))
      throw new UserError(`${name} cannot use ${word}`, [`allowed for ${key}: ${allowed[1]}`]);
    said.set(key, [...(said.get(key) ?? []), value]);
  }
  return said;
}

function bytesOf(size: string | undefined): number | undefined {
  if (size === undefined) return undefined;
  const scale = /MB$/i.test(size) ? 1e6 : /KB$/i.test(size) ? 1e3 : 1;
  const bytes = Math.ceil(Number.parseFloat(size) * scale);
  if (bytes < 1 || bytes > MOST_BYTES)
    throw new UserError(`size=${size} is no size of a text`, [`allowed: ${shared['size']![1]}`]);
  return bytes;
}
