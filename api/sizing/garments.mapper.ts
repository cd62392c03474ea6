import {
  buildGarmentChart,
  GARMENT_TYPE_IDS,
  getGarmentKind,
  hasAdvisedMeasure,
} from '#api/catalogue/size-guides/reading/charts.rules.ts';
import { getGarmentCoverage } from '#api/catalogue/size-guides/reading/garment-coverage.rules.ts';
import { listGuideMeasures } from '#api/catalogue/size-guides/reading/guide-measures.rules.ts';
import { type GarmentChart, prepareChart } from '#body/garment-chart.ts';
import type { Coverage } from '#body/outfit/outfit.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { SizingGarment } from './garments.queries.ts';

type GarmentReply = ReplyOf<'GET /sizing/garment/list/:id'>['garments'][number];

/** The chart of a garment; undefined when it has no size guide, or one without a measure that decides its size. */
export const findGarmentChart = ({ guide, garmentType, ...choices }: SizingGarment): GarmentChart | undefined =>
  guide?.hasChart && hasAdvisedMeasure(guide, garmentType) ? buildGarmentChart(guide, garmentType, choices) : undefined;

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
    hasSizeGuide: garment.guide !== undefined,
    covers: getGarmentCoverage(garment.garmentType),
    chart: chart && withChart ? toChart(chart, getGarmentCoverage(garment.garmentType)) : null,
    guide:
      garment.guide && withChart
        ? {
            id: garment.guide.id,
            name: garment.guide.name,
            ...listGuideMeasures(garment.guide, garment.garmentType, garment.sizes),
          }
        : null,
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

/** Coveralls, shorts and skirts say less about one's usual sizes. */
const USUAL_COVERAGES: readonly Coverage[] = ['longSleeved', 'shortSleeved', 'sleeveless', 'trousers', 'dress'];

/** The first garment of each kind for each gender that has size advice: what someone's usual sizes are told by. */
export function pickTypicalGarments(garments: readonly SizingGarment[]): GarmentReply[] {
  const found = new Map<string, SizingGarment>();
  for (const garment of garments) {
    const key = `${getGarmentKind(garment.garmentType)} ${garment.guide?.gender}`;
    const isUsual = USUAL_COVERAGES.includes(getGarmentCoverage(garment.garmentType));
    if (!found.has(key) && isUsual && toSizingGarment(garment, false).hasSizeAdvice) found.set(key, garment);
  }
  return [...found.values()].map((garment) => toSizingGarment(garment, true));
}
