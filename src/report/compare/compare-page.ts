/** A comparison as a page: the curves with their spread, and the tables of the terminal, all rows of them. */
import type { GrowthPoint, Measure, Spread } from './compare.ts';
import {
  type ComparisonText,
  growthHead,
  growthRows,
  onlyHead,
  placeRows,
  SIDES,
  timesHead,
  timesRows,
  verdict,
} from './compare-text.ts';
import { grouped, roughTime } from '../../util/text.ts';
import { htmlTable } from '../../util/html.ts';
import { chartHtml, pageHtml, type Section } from '../page/page.ts';
import type { Chart, ChartView } from '../page/page-script.ts';

const ROWS = 500;

export function comparisonPage({ comparison, sides, places }: ComparisonText): string {
  const { cpuMs, measures, reached } = comparison;
  const chart: Chart = { id: 'curves', views: measures.map((measure) => growthView(measure, SIDES)) };
  return pageHtml({
    title: 'Campaigns compared',
    subtitle: SIDES.map((name, index) => `${name}: ${sides[index as 0 | 1].join(', ')}`).join('; '),
    figures: [
      ...SIDES.map((name, index) => ({
        value: grouped(sides[index as 0 | 1].length),
        name: `campaigns ${name}`,
      })),
      { value: roughTime(cpuMs), name: 'CPU time of the shortest' },
      ...(reached === undefined
        ? []
        : SIDES.map((name, index) => ({
            value: grouped(reached.onlyFeatures[index as 0 | 1]),
            name: `features only ${name} reached`,
          }))),
    ],
    sections: [
      {
        title: 'Growth',
        about: 'The median campaign of each side, between the least and the most.',
        html: chartHtml('curves'),
      },
      ...measures.map(measureSection),
      ...(typeof places === 'string'
        ? [{ title: 'Reached by one side only', about: places, html: '' }]
        : [
            placesSection('Edges by file', 'file', placeRows(places.files)),
            placesSection('Edges by function', 'function', placeRows(places.functions)),
          ]),
    ],
    charts: [chart],
  });
}

/** The median of each side, and the area between its minimum and maximum. */
export function growthView(
  { name, growth }: { readonly name: string; readonly growth: readonly GrowthPoint[] },
  sideNames: readonly string[],
): ChartView {
  const curve = (side: number, of: keyof Spread): (number | null)[] =>
    growth.map(({ values }) => values[side]![of]);
  return {
    name,
    seconds: growth.map(({ cpuMs }) => cpuMs / 1_000),
    curves: sideNames.flatMap((sideName, side) => [
      { name: sideName, color: side, values: curve(side, 'median') },
      { name: `${sideName}, least`, color: side, values: curve(side, 'min') },
      { name: `${sideName}, most`, color: side, values: curve(side, 'max'), fillTo: 3 * side + 1 },
    ]),
  };
}

function measureSection(measure: Measure): Section {
  const growth = htmlTable(growthHead(measure), growthRows(measure), [1, 2, 3]);
  const times = htmlTable(timesHead(measure), timesRows(measure), [1, 2, 3]);
  const title = `${measure.name.slice(0, 1).toUpperCase()}${measure.name.slice(1)}`;
  return { title, about: verdict(measure), html: `${growth}<p></p>${times}` };
}

export function placesSection(
  title: string,
  what: string,
  rows: readonly (readonly string[])[],
  heads: readonly string[] = onlyHead,
): Section {
  const about = `Reached by one side only, in whole campaigns${rows.length > ROWS ? `; the first ${ROWS} of ${grouped(rows.length)}` : ''}.`;
  const numeric = heads.map((_, index) => index + 1);
  return {
    title,
    about,
    html: `<div class="scroll">${htmlTable([what, ...heads], rows.slice(0, ROWS), numeric)}</div>`,
  };
}
