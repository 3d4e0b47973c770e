/**
 * The explanation of a finding, in lines: parts that may change while the bug stays, and parts that may not.
 */
import type { FindingRecord, Variation } from '../../finding/index.ts';

const MOST_SHOWN = 4;

/** Empty if there is no explanation for the finding. */
export function explanationSection({ explanation }: Pick<FindingRecord, 'explanation'>): string[] {
  if (explanation === undefined || explanation.length === 0) return [];
  const varying = explanation.filter(({ may }) => may.length > 0);
  const fixed = explanation.filter(({ may }) => may.length === 0);
  return [
    '## What may vary',
    '',
    'Each part was changed alone, by another choice of the generator, and the compiler was asked again.',
    '',
    ...varying.map((each) => `- ${placeOf(each)} may be ${listOf(each.may)}${notText(each.mayNot)}`),
    ...fixed.map((each) => `- ${placeOf(each)} must stay${notText(each.mayNot)}`),
    '',
  ];
}

function placeOf({ line, text, part }: Variation): string {
  if (line === 0) return `The option ${code(part)}`;
  return part === text ? `Line ${line}: ${code(part)}` : `Line ${line}, ${code(part)} in ${code(text)}`;
}

function notText(words: readonly string[]): string {
  return words.length === 0 ? '' : `, not ${listOf(words)}`;
}

function listOf(words: readonly string[]): string {
  const more = words.length - MOST_SHOWN;
  const shown = words.slice(0, MOST_SHOWN).map((word) => (word === '' ? 'nothing' : code(word)));
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
