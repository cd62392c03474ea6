import type { Answers } from '#body/answers.ts';
import { getFitLabel, listAlternatives } from '#body/fit-labels.ts';
import type { ChartSize, FitPoint, GarmentChart } from '#body/garment-chart.ts';
import { predictBody } from '#body/predict.ts';
import { type Refusal, suggestSize } from '#body/suggest.ts';
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

/**
 * The size advice for the values entered in this tab, or the reason why there is none. Calculated in the browser, so that nothing
 * is sent.
 */
export function adviseLocally(answers: Answers, garment: SizingGarment): SizeRecommendation | { refusal: Refusal } {
  const read = predictBody(answers);
  if ('problems' in read) return { refusal: 'NO_RECOMMENDATION_PERSON' };
  const result = suggestSize(read.prediction, answers, toGarmentChart(garment));
  if ('refusal' in result) return result;
  const { best, confidence, leg, askFor } = result.suggestion;
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
    loadFit: async () => best.points.map((point) => ({ name: point.point, verdict: getFitLabel(point) })),
  };
}
