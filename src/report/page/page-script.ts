/**
 * Script of the report's page: draws curves with uPlot in the reader's browser, where the reader can zoom in.
 *
 * Invariant: each function here is copied into the page as text, so it may use nothing outside itself. The
 * few parts of the browser that it needs are declared as types.
 */

/** One picture: values over CPU seconds, `null` if there is none. */
export interface Chart {
  readonly id: string;
  /** Several views of one picture share a place, and the reader chooses one. */
  readonly views: readonly ChartView[];
}

export interface ChartView {
  readonly name: string;
  readonly seconds: readonly number[];
  readonly curves: readonly ChartCurve[];
}

export interface ChartCurve {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Curves with one scale share an axis: the first scale is on the left, the second on the right. */
  readonly scale?: string;
  /** Number of the curve up to which the area is filled. */
  readonly fillTo?: number;
  readonly color?: number;
}

interface Element {
  textContent: string | null;
  readonly clientWidth: number;
  readonly dataset: Record<string, string | undefined>;
  value: string;
  checked: boolean;
  append(...children: readonly Element[]): void;
  replaceChildren(): void;
  addEventListener(type: string, listener: () => void): void;
}

interface Browser {
  readonly document: {
    getElementById(id: string): Element | null;
    createElement(tag: string): Element;
  };
  addEventListener(type: string, listener: () => void): void;
  matchMedia(query: string): {
    readonly matches: boolean;
    addEventListener(type: 'change', listener: () => void): void;
  };
}

/** A part of uPlot's types, which need a browser's. */
type PlotConstructor = new (
  options: object,
  data: readonly (readonly (number | null)[])[],
  at: Element,
) => unknown;

/** Options of uPlot for a picture. */
export function plotOptions(view: ChartView, isLogarithmic: boolean, isDark: boolean, width: number): object {
  const palette = '#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #8c564b #7f7f7f #bcbd22'.split(' ');
  const ink = isDark ? '#ccc' : '#333';
  const grid = { stroke: isDark ? '#333' : '#e8e8e8', width: 1 };
  const axis = { stroke: ink, grid, ticks: grid, size: 70 };

  const asTime = (seconds: number): string => {
    if (seconds < 120) return `${Math.round(seconds * 10) / 10} s`;
    if (seconds < 7_200) return `${Math.round(seconds / 6) / 10} min`;
    return `${Math.round(seconds / 360) / 10} h`;
  };
  const asNumber = (value: number | null): string =>
    value === null
      ? ''
      : value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

  const scales = [...new Set(view.curves.map(({ scale = 'y' }) => scale))];
  const colorOf = (curve: ChartCurve, index: number): string =>
    palette[(curve.color ?? index) % palette.length]!;
  return {
    width: Math.max(320, width),
    height: 340,
    cursor: { focus: { prox: 24 } },
    scales: { x: { time: false, distr: isLogarithmic ? 3 : 1 } },
    axes: [
      {
        ...axis,
        size: 50,
        label: 'CPU time',
        incrs: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400],
        values: (_: unknown, splits: readonly (number | null)[]) =>
          splits.map((each) => (each === null ? '' : asTime(each))),
      },
      ...scales.map((scale, index) => ({
        ...axis,
        scale,
        label: scale === 'y' ? view.name : scale,
        side: index === 0 ? 3 : 1,
        values: (_: unknown, splits: readonly (number | null)[]) => splits.map(asNumber),
        ...(index === 0 ? {} : { grid: { show: false } }),
      })),
    ],
    bands: view.curves.flatMap(({ fillTo }, index) =>
      fillTo === undefined
        ? []
        : [{ series: [index + 1, fillTo + 1], fill: `${colorOf(view.curves[index]!, index)}28` }],
    ),
    series: [
      {
        label: 'CPU time',
        value: (_: unknown, value: number | null) => (value === null ? '' : asTime(value)),
      },
      ...view.curves.map((curve, index) => ({
        label: curve.name,
        scale: curve.scale ?? 'y',
        stroke: colorOf(curve, index),
        width: 2,
        points: { show: false },
        spanGaps: true,
        value: (_: unknown, value: number | null) => asNumber(value),
      })),
    ],
  };
}

export function drawCharts(
  browser: Browser,
  Plot: PlotConstructor,
  charts: readonly Chart[],
  optionsOf: typeof plotOptions,
): void {
  const { document } = browser;
  const scheme = browser.matchMedia('(prefers-color-scheme: dark)');

  const draw = (place: Element, view: ChartView, isLogarithmic: boolean): void => {
    place.replaceChildren();
    // A logarithmic axis has no zero.
    const from = isLogarithmic ? view.seconds.findIndex((seconds) => seconds > 0) : 0;
    const data = [view.seconds, ...view.curves.map(({ values }) => values)].map((values) =>
      values.slice(from),
    );
    const options = optionsOf(view, isLogarithmic, scheme.matches, place.clientWidth);
    const plot = new Plot(options, data, place);
    place.dataset['drawn'] = String((plot as { readonly status: number }).status);
  };

  for (const { id, views } of charts) {
    const place = document.getElementById(id);
    const controls = document.getElementById(`${id}-controls`);
    if (place === null || controls === null) continue;
    let view = views[0]!;
    const logarithmic = document.createElement('input');
    (logarithmic as unknown as { type: string }).type = 'checkbox';
    const redraw = (): void => draw(place, view, logarithmic.checked);
    if (views.length > 1) {
      const choice = document.createElement('select');
      for (const { name } of views) {
        const option = document.createElement('option');
        option.textContent = name;
        option.value = name;
        choice.append(option);
      }
      choice.addEventListener('change', () => {
        view = views.find(({ name }) => name === choice.value) ?? view;
        redraw();
      });
      controls.append(choice);
    }
    const label = document.createElement('label');
    const text = document.createElement('span');
    text.textContent = ' logarithmic time';
    label.append(logarithmic, text);
    controls.append(label);
    logarithmic.addEventListener('change', redraw);
    browser.addEventListener('resize', redraw);
    scheme.addEventListener('change', redraw);
    redraw();
  }
}
