import { type FitPoint, HEEL_HEIGHT, type LegLength } from './garment-chart.ts';
import type { Sex } from './measures.ts';
import type { Coverage } from './outfit/outfit.ts';
import { estimateBody, getEstimate, type Prediction } from './predict.ts';

/** A part of a garment that will be short or long on a body although its size fits. */
export interface LengthNote {
  part: 'sleeves' | 'legs';
  is: 'short' | 'long';
  /** By how much, whole cm. */
  cm: number;
}

/** Less than this, cm, is not worth saying: one does not see it. */
const NOTICEABLE = 3;
/** Garments of one length are cut for people of these heights, cm (EN 13402; "regular" of the makers' guides), and of this BMI. */
const CUT_FOR: Readonly<Record<Sex, number>> = { male: 177, female: 168 };
const CUT_FOR_BMI = 26;

const WITH_SLEEVES: readonly Coverage[] = ['longSleeved', 'coverall'];
const WITH_LEGS: readonly Coverage[] = ['trousers', 'coverall'];

/**
 * What of a garment will be short or long: its legs beside the nearest leg length that it is made in, otherwise legs and sleeves beside those of
 * people whom garments of one length are cut for. A garment whose sizes have a leg length of their own says it in its table.
 */
export function describeLengths(
  prediction: Prediction,
  covers: Coverage,
  { legs = [], hasLegSizes = false }: { legs?: readonly LegLength[] | undefined; hasLegSizes?: boolean } = {},
): LengthNote[] {
  const sex = prediction.interpretations.reduce((most, each) => (each.weight > most.weight ? each : most)).sex;
  const notes: LengthNote[] = [];
  const add = (part: LengthNote['part'], spare: number) => {
    if (Math.abs(spare) >= NOTICEABLE) notes.push({ part, is: spare < 0 ? 'short' : 'long', cm: Math.round(Math.abs(spare)) });
  };
  const of = (point: FitPoint, body = prediction) => getEstimate(body, point).value;
  const cutFor = () => {
    const stature = CUT_FOR[sex];
    return estimateBody({ sex, stature, mass: CUT_FOR_BMI * (stature / 100) ** 2, isMeasured: true });
  };
  if (WITH_SLEEVES.includes(covers)) add('sleeves', of('sleeveOutseam', cutFor()) - of('sleeveOutseam'));
  if (WITH_LEGS.includes(covers) && !hasLegSizes) {
    const spares = legs.map(({ insideLeg }) => insideLeg + HEEL_HEIGHT - of('crotchHeight'));
    const nearest = spares.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0];
    add('legs', nearest ?? of('crotchHeight', cutFor()) - of('crotchHeight'));
  }
  return notes;
}
