import { buildGarmentChart, GARMENT_TYPE_IDS, getGarmentKind } from '#api/catalogue/size-guides/charts.rules.ts';
import { getGarmentCoverage } from '#api/catalogue/size-guides/garment-coverage.rules.ts';
import { type GarmentChart, prepareChart } from '#body/garment-chart.ts';
import type { Coverage } from '#body/outfit/outfit.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { SizingGarment } from './garments.queries.ts';

type GarmentReply = ReplyOf<'GET /sizing/garment/list/:id'>['garments'][number];

/** The chart of a garment; undefined when it has no size guide. */
export const findGarmentChart = ({ guide, garmentType, ...choices }: SizingGarment): GarmentChart | undefined =>
  guide && buildGarmentChart(guide, garmentType, choices);

/** A garment as the API shows it; the chart is included for single garments only. */
export function toSizingGarment(garment: SizingGarment, withChart: boolean): GarmentReply {
  const chart = findGarmentChart(garment);
  return {
    id: garment.id,
    name: garment.name,
    externalProductId: String(garment.id),
    gender: garment.guide?.gender ?? 2,
    garmentTypeId: GARMENT_TYPE_IDS[getGarmentKind(garment.garmentType)],
    brandId: null,
    sizes: garment.sizes,
    hasSizeAdvice: chart !== undefined && prepareChart(chart) !== undefined,
    chart: chart && withChart ? toChart(chart, getGarmentCoverage(garment.garmentType)) : null,
  };
}

function toChart({ kind, primary, sizes }: GarmentChart, covers: Coverage): NonNullable<GarmentReply['chart']> {
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
