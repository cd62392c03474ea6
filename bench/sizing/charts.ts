import type { FitPoint, GarmentChart } from '#body/garment-chart.ts';
import type { Sex } from '#body/measures.ts';

/** A chart of one point whose sizes abut, and what was reached with it on the held-out people. */
export interface BenchChart {
  name: string;
  sex: Sex;
  chart: GarmentChart;
  point: FitPoint;
  /** Exact and within one size, percent: reported size and noisy labels; and with a tape of the point. */
  goal: readonly [exact: number, withinOne: number];
  goalWithTape?: readonly [exact: number, withinOne: number];
}

function chartOf(sex: Sex, point: FitPoint, edges: readonly number[]): GarmentChart {
  const sizes = edges
    .slice(1)
    .map((high, i) => ({ id: String(i), name: `${edges[i]}-${high}`, points: { [point]: [edges[i] as number, high] as const } }));
  return { measuresOf: 'body', sex, kind: point === 'chest' || point === 'neck' ? 'top' : 'trousers', primary: point, sizes };
}

/** Edges from one value to another in equal steps. */
const steps = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
/** Edges half-way between single values. */
const between = (values: readonly number[]) => {
  const inner = values.slice(1).map((value, i) => (value + (values[i] as number)) / 2);
  const [first = 0, last = 0] = [inner[0], inner.at(-1)];
  return [2 * (values[0] as number) - first, ...inner, 2 * (values.at(-1) as number) - last];
};
const inches = (values: readonly number[]) => values.map((value) => value * 2.54);

/** Charts as in common use; sources in size_charts.json beside the surveys. */
export const BENCH_CHARTS: readonly BenchChart[] = [
  {
    name: 'men, top, EN letters (8 cm)',
    sex: 'male',
    point: 'chest',
    chart: chartOf('male', 'chest', [62, 70, 78, 86, 94, 102, 110, 118, 129, 141, 153]),
    goal: [67.7, 99.8],
    goalWithTape: [85, 100],
  },
  { name: 'men, top, 5 cm', sex: 'male', point: 'chest', chart: chartOf('male', 'chest', steps(70, 150, 5)), goal: [51.9, 96.2] },
  {
    name: 'men, trouser waist, 2 in',
    sex: 'male',
    point: 'waist',
    chart: chartOf('male', 'waist', inches(steps(21, 61, 2))),
    goal: [57.4, 99.1],
    goalWithTape: [77, 100],
  },
  {
    name: 'men, collar, half an inch',
    sex: 'male',
    point: 'neck',
    // Collar less what is sewn to it.
    chart: chartOf(
      'male',
      'neck',
      inches(steps(11.75, 22.25, 0.5)).map((edge) => edge - 1.27),
    ),
    goal: [49.8, 97.0],
  },
  {
    name: 'men, leg, 2 in',
    sex: 'male',
    point: 'crotchHeight',
    chart: chartOf('male', 'crotchHeight', inches(steps(24, 44, 2))),
    goal: [64.2, 99.6],
  },
  {
    name: 'women, top, EN letters (8 cm)',
    sex: 'female',
    point: 'chest',
    chart: chartOf('female', 'chest', [58, 66, 74, 82, 90, 98, 107, 119, 131, 143]),
    goal: [70.0, 100],
    goalWithTape: [85, 100],
  },
  {
    name: 'women, UK size by bust',
    sex: 'female',
    point: 'chest',
    chart: chartOf('female', 'chest', between([68, 73, 78, 83, 88, 93, 98, 104, 110, 116, 122, 128, 134])),
    goal: [58.1, 98.3],
  },
  {
    name: 'women, trousers by hip (ASDA)',
    sex: 'female',
    point: 'hip',
    chart: chartOf('female', 'hip', between([84, 86.5, 89, 94, 99, 104, 109, 115, 121, 127, 133, 139, 145])),
    goal: [60.1, 99.2],
  },
  {
    name: 'women, leg, 5 cm (ASDA)',
    sex: 'female',
    point: 'crotchHeight',
    chart: chartOf('female', 'crotchHeight', steps(54.5, 104.5, 5)),
    goal: [64.0, 99.3],
  },
];
