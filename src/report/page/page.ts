/**
 * Page: the frame of a report. A page is one file that needs nothing else: style, script and data are in it.
 *
 * Invariant: it refers to nothing outside itself, and its security policy makes the browser enforce this.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { escapeHtml, jsonInScript } from '../../util/html.ts';
import { type Chart, drawCharts, plotOptions } from './page-script.ts';

export interface Section {
  readonly title: string;
  /** A sentence or two about the content, as text. */
  readonly about?: string;
  readonly html: string;
}

export interface Page {
  readonly title: string;
  readonly subtitle: string;
  readonly figures: readonly { readonly value: string; readonly name: string }[];
  readonly sections: readonly Section[];
  readonly charts: readonly Chart[];
}

/** The place in which a chart appears. */
export function chartHtml(id: string): string {
  return `<div class="controls" id="${id}-controls"></div><div class="chart" id="${id}"></div>`;
}

export function pageHtml({ title, subtitle, figures, sections, charts }: Page): string {
  const style = `${assetOf('uplot/dist/uPlot.min.css')}\n${STYLE}`;
  const script = [
    assetOf('uplot/dist/uPlot.iife.min.js'),
    `(${drawCharts.toString()})(window, uPlot, ${jsonInScript(charts)}, ${plotOptions.toString()});`,
  ].join('\n');
  const policy = [
    `default-src 'none'`,
    // uPlot places its parts by style attributes.
    `style-src 'unsafe-inline'`,
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  ].join('; ');
  const tiles = figures.map(
    ({ value, name }) => `<div><b>${escapeHtml(value)}</b><span>${escapeHtml(name)}</span></div>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle)}</p></header>
<div class="figures">${tiles.join('')}</div>
${sections.map(sectionHtml).join('\n')}
<script>${script}</script>
</body>
</html>
`;
}

function sectionHtml({ title, about, html }: Section): string {
  const id = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const told = about === undefined ? '' : `<p>${escapeHtml(about)}</p>`;
  return `<section id="${id}"><h2>${escapeHtml(title)}</h2>${told}${html}</section>`;
}

function assetOf(file: string): string {
  return readFileSync(createRequire(import.meta.url).resolve(file), 'utf8');
}

const STYLE = `
:root { color-scheme: light dark; --line: #ddd; --soft: #f5f5f5; --faint: #666; }
@media (prefers-color-scheme: dark) { :root { --line: #333; --soft: #1d1d1d; --faint: #999; } }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 1180px; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 0.3rem; }
p { margin: 0.2rem 0 0.8rem; color: var(--faint); }
.figures { display: flex; flex-wrap: wrap; gap: 0.6rem; margin-top: 1rem; }
.figures div { background: var(--soft); border-radius: 6px; padding: 0.5rem 0.9rem; }
.figures b { display: block; font-size: 1.3rem; }
.figures span { color: var(--faint); font-size: 0.85rem; }
.controls { margin: 0.3rem 0; display: flex; gap: 1rem; font-size: 0.9rem; }
.u-legend { font-size: 13px; }
table { border-collapse: collapse; font-size: 13px; width: 100%; }
th { text-align: left; border-bottom: 2px solid var(--line); padding: 2px 8px 2px 0; }
td { border-bottom: 1px solid var(--line); padding: 2px 8px 2px 0; vertical-align: top; overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; padding-right: 14px; }
.scroll { max-height: 42rem; overflow: auto; border: 1px solid var(--line); border-radius: 6px; padding: 0 0.6rem; }
.scroll thead { position: sticky; top: 0; background: Canvas; }
.blockers { table-layout: fixed; }
.blockers .number { white-space: normal; }
.blockers th:nth-child(1) { width: 6rem; }
.blockers th:nth-child(2) { width: 3rem; }
.blockers th:nth-child(3) { width: 38%; }
.blockers td div { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
pre { background: var(--soft); padding: 0.6rem; overflow: auto; max-height: 30rem; font-size: 12px; }
code { font-size: 12px; }
summary { cursor: pointer; padding: 3px 0; overflow-wrap: anywhere; }
.share { color: var(--faint); }
.treemap { width: 100%; height: auto; font: 9.5px system-ui, sans-serif; }
.treemap text { pointer-events: none; }
.folder rect { fill: var(--soft); stroke: var(--line); }
.folder text { fill: var(--faint); font-weight: bold; }
.file rect { fill: hsl(205 55% calc(94% - 62% * var(--share))); }
.dark text { fill: #fff; }
.light text { fill: #123; }
@media (prefers-color-scheme: dark) {
  .file rect { fill: hsl(205 55% calc(16% + 32% * var(--share))); }
  .light text { fill: #cde; }
}
.file rect:hover { stroke: #e69f00; stroke-width: 2; }
`;
