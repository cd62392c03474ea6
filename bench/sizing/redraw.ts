/** Labels drawn anew, as those beside the surveys were: the measure with an error, rounded to the sizes there are. */
import type { Random } from '#api/db/seed/random.ts';
import { normalQuantile } from '#body/draws.ts';
import { hipOfUkSize } from '#body/labels.ts';
import { at } from '#body/matrix.ts';
import { INDEX, type Measure } from '#body/measures.ts';
import type { Labels, Person } from '#tools/anthropometry.ts';

const INCH = 2.54;
/** Standard deviations of what people wear around what would fit, cm. */
const ERROR = { waist: 3.2, neck: 0.9, hip: 3.5, chest: 3.8 } as const;
/** Collar less neck, cm. */
const COLLAR = 1.27;
const UK_SIZES = Array.from({ length: 12 }, (_, i) => 6 + 2 * i);

/** Other labels that the same person might as well have named. The tapes stay. */
export function redrawn(labels: Labels, { sex, measures }: Person, random: Random): Labels {
  const seen = (measure: keyof typeof ERROR) =>
    at(measures, INDEX[measure satisfies Measure] - 2) + ERROR[measure] * normalQuantile(Math.max(random.next(), 1e-9));
  if (sex === 'male')
    return {
      ...labels,
      jeans: 2 * Math.round(seen('waist') / INCH / 2),
      collar: Math.round(((seen('neck') + COLLAR) / INCH) * 2) / 2,
    };
  const hip = seen('hip');
  const nearest = (size: number) => Math.abs(hipOfUkSize(size) - hip);
  return {
    ...labels,
    jeans: UK_SIZES.reduce((best, size) => (nearest(size) < nearest(best) ? size : best)),
    bra: Math.round(seen('chest') / INCH),
  };
}
