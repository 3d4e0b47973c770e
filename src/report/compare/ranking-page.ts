/**
 * A ranking of three or more sides as a page: the order, the curves with their spread, and each pair of
 * sides.
 */
import { grouped, roughTime } from '../../util/text.ts';
import { htmlTable } from '../../util/html.ts';
import { chartHtml, pageHtml } from '../page/page.ts';
import { growthView, placesSection } from './compare-page.ts';
import { placeRows } from './compare-text.ts';
import {
  onlyHeads,
  pairRows,
  pairsAbout,
  rankingAbout,
  rankingHead,
  rankingRows,
  type RankingText,
  sideName,
} from './ranking-text.ts';

export function rankingPage({ ranking, sides, places }: RankingText): string {
  const names = sides.map((_, side) => sideName(side));
  const columns = names.map((_, index) => index + 1);
  const heads = onlyHeads(sides.length);
  return pageHtml({
    title: 'Campaigns compared',
    subtitle: sides.map((dirs, side) => `${sideName(side)}: ${dirs.join(', ')}`).join('; '),
    figures: [
      { value: grouped(sides.length), name: 'sides' },
      { value: roughTime(ranking.cpuMs), name: 'CPU time of the shortest' },
    ],
    sections: [
      {
        title: 'Ranks',
        about: `The best side first; ${rankingAbout(ranking)}.`,
        html: htmlTable(
          rankingHead(ranking),
          rankingRows(ranking),
          rankingHead(ranking)
            .map((__, index) => index)
            .slice(1),
        ),
      },
      {
        title: 'Growth',
        about: 'The median campaign of each side, between the least and the most.',
        html: chartHtml('curves'),
      },
      ...ranking.measures.map((measure) => ({
        title: `Pairs by ${measure.name}`,
        about: pairsAbout(measure),
        html: htmlTable(['', ...names], pairRows(measure), columns),
      })),
      ...(typeof places === 'string'
        ? [{ title: 'Reached by one side only', about: places, html: '' }]
        : [
            placesSection('Edges by file', 'file', placeRows(places.files), heads),
            placesSection('Edges by function', 'function', placeRows(places.functions), heads),
          ]),
    ],
    charts: [{ id: 'curves', views: ranking.measures.map((measure) => growthView(measure, names)) }],
  });
}
