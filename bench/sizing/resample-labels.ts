/** Draws labels like those beside the surveys: the measurement with an error, rounded to existing sizes. */

import { at } from '#body/matrix.ts';
import { MEASURE_INDEX, type Measure } from '#body/measures.ts';
import { getUkSizeHip } from '#body/observations.ts';
import { normalQuantile } from '#body/sampling.ts';
import type { Random } from '#demo/random.ts';
import type { SurveyLabels, SurveyPerson } from '#tools/anthropometry.ts';

const INCH = 2.54;
/** Standard deviations of what people wear around what would fit, cm. */
const ERROR = { waist: 3.2, neck: 0.9, hip: 3.5, chest: 3.8 } as const;
/** Collar less neck, cm. */
const COLLAR = 1.27;
const UK_SIZES = Array.from({ length: 12 }, (_, i) => 6 + 2 * i);

/** Returns other labels that the same person could equally have reported. Tape measurements stay. */
export function resampleLabels(labels: SurveyLabels, { sex, measures }: SurveyPerson, random: Random): SurveyLabels {
  const seen = (measure: keyof typeof ERROR) =>
    at(measures, MEASURE_INDEX[measure satisfies Measure] - 2) + ERROR[measure] * normalQuantile(Math.max(random.next(), 1e-9));
  if (sex === 'male')
    return {
      ...labels,
      jeans: 2 * Math.round(seen('waist') / INCH / 2),
      collar: Math.round(((seen('neck') + COLLAR) / INCH) * 2) / 2,
    };
  const hip = seen('hip');
  const nearest = (size: number) => Math.abs(getUkSizeHip(size) - hip);
  return {
    ...labels,
    jeans: UK_SIZES.reduce((best, size) => (nearest(size) < nearest(best) ? size : best)),
    bra: Math.round(seen('chest') / INCH),
  };
}
