/** The text of `--judge`: the words of a command, and the settings that may end it. */
import type { JudgeCommand } from '../oracle/index.ts';
import { splitWords } from '../util/split-words.ts';
import { UserError } from '../util/user-error.ts';

interface JudgeWords {
  readonly words: readonly string[];
  readonly about: JudgeCommand['about'];
  /** For one question. */
  readonly seconds: number;
  /** Percent of the CPU time. */
  readonly share: number | undefined;
}

const allowed = {
  about: /^(functions|programs)$/,
  time: /^\d+(\.\d+)?s$/,
  share: /^([0-9]|[1-8][0-9]|90)$/,
} as const;

export function judgeWords(text: string): JudgeWords {
  const words = splitWords(text);
  const said: Partial<Record<keyof typeof allowed, string>> = {};
  for (;;) {
    const [, key = '', value = ''] = /^(about|time|share)=(.*)$/.exec(words.at(-1) ?? '') ?? [];
    if (key === '') break;
    const name = key as keyof typeof allowed;
    if (!allowed[name].test(value))
      throw new UserError(`--judge: ${key} cannot be "${value}"`, [
        'allowed: about=functions, about=programs, a time as in time=2.5s, and share=0 to share=90',
      ]);
    said[name] = value;
    words.pop();
  }
  return {
    words,
    // Sound because the pattern allows only these.
    about: (said.about ?? 'functions') as JudgeCommand['about'],
    seconds: Number.parseFloat(said.time ?? '10s'),
    share: said.share === undefined ? undefined : Number(said.share),
  };
}
