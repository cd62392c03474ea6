import { type GarmentChart, openChart } from '#body/garment.ts';
import type { Cover } from '#body/outfit/outfit.ts';
import type { ReplyOf } from '#contract/index.ts';
import { chartOf, kindOf, TYPE_IDS } from './charts.rules.ts';
import { coverOf } from './covers.rules.ts';
import type { Garment } from './garments.queries.ts';

type GarmentReply = ReplyOf<'GET /sizing/garment/list/:id'>['garments'][number];

/** The chart of a garment; undefined when nobody can advise on it. */
export const chartOfGarment = ({ guide, garmentType, ...choices }: Garment): GarmentChart | undefined =>
  guide && chartOf(guide, garmentType, choices);

/** A garment as the wire has it. Its chart goes along only with a single garment. */
export function toGarment(garment: Garment, withChart: boolean): GarmentReply {
  const chart = chartOfGarment(garment);
  return {
    id: garment.id,
    name: garment.name,
    externalProductId: String(garment.id),
    gender: garment.guide?.gender ?? 2,
    garmentTypeId: TYPE_IDS[kindOf(garment.garmentType)],
    brandId: null,
    sizes: garment.sizes,
    hasSizeAdvice: chart !== undefined && openChart(chart) !== undefined,
    chart: chart && withChart ? toChart(chart, coverOf(garment.garmentType)) : null,
  };
}

function toChart({ kind, primary, sizes }: GarmentChart, covers: Cover): NonNullable<GarmentReply['chart']> {
  return {
    kind,
    covers,
    primary: primary ?? null,
    sizes: sizes.map(({ id, name, points, legs = [] }) => ({
      id: Number(id),
      name,
      points: Object.entries(points).map(([point, range]) => {
        const [low, high] = typeof range === 'number' ? [range, range] : range;
        return { point, low, high };
      }),
      legs: legs.map((leg) => ({ ...leg, id: Number(leg.id) })),
    })),
  };
}
