import type { Answers } from '#body/answers.ts';
import type { Conflict } from '#body/conflict.ts';
import { getFitLabel, listAlternatives } from '#body/fit-labels.ts';
import type { ChartSize, FitPoint, GarmentChart } from '#body/garment-chart.ts';
import { describeLengths, type LengthNote } from '#body/lengths.ts';
import { type Prediction, predictBody } from '#body/predict.ts';
import { type Refusal, type SizeEnd, suggestSize } from '#body/suggest.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { SizeRecommendation } from './advice.ts';

export type SizingGarment = ReplyOf<'GET /sizing/garment/list/:id'>['garments'][number];

/** Converts the service's chart of a garment; undefined if it has none and no advice is possible. */
export function toGarmentChart({ chart, gender }: SizingGarment): GarmentChart | undefined {
  if (!chart) return undefined;
  return {
    measuresOf: 'body',
    sex: gender === 0 ? 'male' : gender === 1 ? 'female' : 'unisex',
    kind: chart.kind as GarmentChart['kind'],
    primary: (chart.primary ?? undefined) as FitPoint | undefined,
    sizes: chart.sizes.map(
      ({ id, name, points, legs }): ChartSize => ({
        id: String(id),
        name,
        points: Object.fromEntries(points.map(({ point, low, high }) => [point, [low, high]])),
        legs: legs.map((leg) => ({ ...leg, id: String(leg.id) })),
      }),
    ),
  };
}

/** What of a garment will be short or long for someone in this size; without a size, in the nearest leg length of any. */
export function listLengthNotes(
  prediction: Prediction,
  { covers }: Pick<SizingGarment, 'covers'>,
  chart: GarmentChart | undefined,
  sizeId: string | undefined,
): LengthNote[] {
  const { sizes = [] } = chart ?? {};
  return describeLengths(prediction, covers, {
    legs: (sizes.find(({ id }) => id === sizeId) ?? sizes[0])?.legs,
    hasLegSizes: sizes.some(({ points }) => points.crotchHeight !== undefined),
  });
}

/** The conflict of a suggestion for display. */
export const toShownConflict = (conflict: Conflict | undefined): Pick<SizeRecommendation, 'hasConflict' | 'conflict'> => ({
  hasConflict: conflict !== undefined,
  conflict: conflict
    ? {
        fits: conflict.fits?.size ? { point: conflict.fits.point, size: conflict.fits.size.name } : null,
        needs: { point: conflict.needs.point, size: conflict.needs.size?.name ?? null },
      }
    : null,
});

/**
 * The size advice for the values entered in this tab, or the reason why there is none. Calculated in the browser, so that nothing
 * is sent.
 */
export function adviseLocally(
  answers: Answers,
  garment: SizingGarment,
): SizeRecommendation | { refusal: Refusal; end?: SizeEnd | undefined } {
  const read = predictBody(answers);
  if ('problems' in read) return { refusal: 'NO_RECOMMENDATION_PERSON' };
  const chart = toGarmentChart(garment);
  const result = suggestSize(read.prediction, answers, chart);
  if ('refusal' in result) return result;
  const { best, confidence, leg, askFor, conflict } = result.suggestion;
  return {
    sizeId: Number(best.id),
    size: best.name,
    confidence,
    alternatives: listAlternatives(result.suggestion).map(({ id, name, probability }) => ({
      sizeId: Number(id),
      size: name,
      probability,
    })),
    leg: leg ? { ...leg, id: Number(leg.id) } : null,
    askFor: askFor ?? null,
    ...toShownConflict(conflict),
    lengths: listLengthNotes(read.prediction, garment, chart, best.id),
    loadFit: async () => best.points.map((point) => ({ name: point.point, verdict: getFitLabel(point) })),
  };
}
