/** One checked thing, and the advice if it failed. */

/**
 * `missing`: the usual `cgfuzz run` cannot do its work. `advice`: `cgfuzz run` works, and would work better
 * with a change.
 */
export type CheckState = 'ok' | 'advice' | 'missing';

export interface Check {
  readonly state: CheckState;
  /** One line, without a full stop. */
  readonly told: string;
  /** Commands or steps that mend it; none if all is well. */
  readonly todo?: readonly string[];
}

export interface CheckGroup {
  readonly title: string;
  readonly checks: readonly Check[];
}

export function ok(told: string): Check {
  return { state: 'ok', told };
}

export function advice(told: string, ...todo: string[]): Check {
  return { state: 'advice', told, todo };
}

export function missing(told: string, ...todo: string[]): Check {
  return { state: 'missing', told, todo };
}

export function checksText(groups: readonly CheckGroup[]): string {
  const lines = groups.flatMap(({ title, checks }) => [
    title,
    ...checks.flatMap(({ state, told, todo = [] }) => [
      `  ${state.padEnd(7)}  ${told}`,
      ...todo.map((line) => `${' '.repeat(11)}${line}`),
    ]),
    '',
  ]);
  const all = groups.flatMap(({ checks }) => checks);
  const count = (state: CheckState): number => all.filter((check) => check.state === state).length;
  return `${[...lines, `${count('ok')} ok, ${count('advice')} with advice, ${count('missing')} missing`].join('\n')}\n`;
}
