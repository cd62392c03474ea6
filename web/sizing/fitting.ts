import type { Answers } from '#body/answers.ts';
import type { PointFit } from '#body/fit.ts';
import type { FitClass } from '#body/fit-classes.ts';
import { listAlternatives } from '#body/fit-labels.ts';
import type { FitPoint, GarmentChart } from '#body/garment-chart.ts';
import { COVERAGES, createOutfit, type Outfit } from '#body/outfit/outfit.ts';
import { getEstimate, type Prediction } from '#body/predict.ts';
import { type LegAdvice, type Refusal, type SizeAdvice, suggestSize } from '#body/suggest.ts';
import { isWoman } from './body-description.ts';
import { type SizingGarment, toGarmentChart } from './local-advice.ts';
import { formatLength, formatLengthRange } from './units.ts';

/** How the sizes of a garment would fit a person. Calculated in the browser, so that no measurements are sent. */
export interface Fitting {
  name: string;
  /** The smallest first. */
  sizes: readonly FittedSize[];
  best: FittedSize;
  /** The second most likely one, else a neighbour of the best. */
  runnerUp: FittedSize | undefined;
  confidence: number;
  alternatives: readonly SizeAdvice[];
  /** Of trousers whose leg is chosen beside the size. */
  leg: LegAdvice | undefined;
}

export interface FittedSize {
  id: string;
  name: string;
  points: readonly PointFit[];
  outfit: Outfit;
  /** What the chart says of each point, cm. */
  chartPoints: Readonly<Partial<Record<FitPoint, number | readonly [low: number, high: number]>>>;
}

/** Calculates the fit of every size of a garment for a person, or gives the reason why that is impossible. */
export function createFitting(prediction: Prediction, answers: Answers, garment: SizingGarment): Fitting | { refusal: Refusal } {
  const chart = toGarmentChart(garment);
  const result = suggestSize(prediction, answers, chart);
  if ('refusal' in result) return result;
  if (!chart) return { refusal: 'NO_ADVICE_FOR_GARMENT' };
  const { suggestion } = result;
  const cover = COVERAGES.find((known) => known === garment.chart?.covers) ?? 'nothing';
  const sizes = suggestion.sizes.map((size) => fitted(size, chart, cover));
  const bestIndex = suggestion.sizes.indexOf(suggestion.best);
  const neighbour = suggestion.sizes.findIndex(({ id }) => id === suggestion.runnerUp?.id);
  return {
    name: garment.name,
    sizes,
    best: sizes[bestIndex] as FittedSize,
    runnerUp: sizes[neighbour] ?? sizes[bestIndex + 1] ?? sizes[bestIndex - 1],
    confidence: suggestion.confidence,
    alternatives: listAlternatives(suggestion),
    leg: suggestion.leg,
  };
}

function fitted({ id, name, points }: SizeAdvice, chart: GarmentChart, cover: Outfit['coverage']): FittedSize {
  const size = chart.sizes.find((each) => each.id === id) ?? { id, name, points: {} };
  return { id, name, points, outfit: createOutfit(cover, chart, size, points), chartPoints: size.points };
}

export const FIT_CLASS_LABELS: Readonly<Record<FitClass, string>> = {
  tooTight: 'too tight',
  snug: 'snug',
  good: 'good',
  roomy: 'roomy',
  tooBig: 'too big',
};

/** "good, likely 78 %"; below 50 % "probably good (49 %)". Always with the probability, never a bare claim. */
export function formatFit({ class: fitClass, probability }: Pick<PointFit, 'class' | 'probability'>): string {
  const percent = `${Math.min(99, Math.round(probability * 100))} %`;
  return probability < 0.5
    ? `probably ${FIT_CLASS_LABELS[fitClass]} (${percent})`
    : `${FIT_CLASS_LABELS[fitClass]}, likely ${percent}`;
}

const NAMES: Partial<Record<FitPoint, string>> = {
  neck: 'Neck',
  chest: 'Chest',
  waist: 'Waist, at the navel',
  waistNatural: 'Waist, where it is narrowest',
  hip: 'Hips',
  thigh: 'Thigh',
  upperArm: 'Upper arm',
  wrist: 'Wrist',
  sleeveOutseam: 'Sleeve',
  crotchHeight: 'Inside leg',
};
const nameOf = (point: FitPoint, prediction: Prediction) =>
  point === 'chest' && isWoman(prediction) ? 'Bust' : (NAMES[point] ?? point);

/** One point of the table. */
export interface FitRow {
  point: FitPoint;
  name: string;
  /** What the wearer is likely to measure there. */
  likely: string;
  /** Where it is in four of five people who answer alike. */
  range: string;
  /** By size, in the order that was asked for; undefined where a chart is silent. */
  cells: ({ class: FitClass; words: string; made: string } | undefined)[];
}

/** Sizes side by side, point by point, in words. */
export function toFitRows(sizes: readonly FittedSize[], prediction: Prediction, unit: 'cm' | 'inches'): FitRow[] {
  const points = [...new Set(sizes.flatMap((size) => size.points.map(({ point }) => point)))];
  return points.map((point) => {
    const { value, low80, high80 } = getEstimate(prediction, point);
    return {
      point,
      name: nameOf(point, prediction),
      likely: formatLength(value, unit),
      range: formatLengthRange(low80, high80, unit),
      cells: sizes.map(({ points: fits, chartPoints }) => {
        const fit = fits.find((each) => each.point === point);
        const range = chartPoints[point];
        if (!fit || range === undefined) return undefined;
        const [low, high] = typeof range === 'number' ? [range, range] : range;
        return { class: fit.class, words: formatFit(fit), made: `for ${formatLengthRange(low, high, unit)}` };
      }),
    };
  });
}

/** Describes the picture of a dressed mannequin for people who cannot see it. */
export function describeOutfit({ name, points, outfit }: FittedSize, garment: string, prediction: Prediction): string {
  const fits = points.map((fit) => `${nameOf(fit.point, prediction).toLowerCase().split(',')[0]} ${formatFit(fit)}`).join('; ');
  const grey = outfit.coverage === 'nothing' ? '' : ' Grey areas: no data in the size guide.';
  return `A mannequin of your build in ${garment}, size ${name}: ${fits}.${grey}`;
}
