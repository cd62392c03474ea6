import type { Answers } from '#body/answers.ts';
import type { Figure } from '#body/mannequin/frame.ts';
import type { Measure } from '#body/measures.ts';
import { type Estimate, getEstimates, type Prediction } from '#body/predict.ts';
import { formatHeight, formatLength, formatLengthRange } from './units.ts';

type Named = readonly [measure: Measure, name: string];

/** The measures by which clothes are chosen, from top to bottom. */
const SHOWN: readonly (readonly [man: Named, woman?: Named])[] = [
  [['neck', 'Neck']],
  [
    ['chest', 'Chest'],
    ['chest', 'Bust'],
  ],
  [
    ['waist', 'Waist, at the navel'],
    ['waistNatural', 'Waist, where it is narrowest'],
  ],
  [['hip', 'Hips']],
  [['crotchHeight', 'Inside leg']],
  [['sleeveOutseam', 'Arm, shoulder to wrist']],
];

/** The body of the person who is measured, from what they entered. */
export interface WearerBody {
  answers: Answers;
  prediction: Prediction;
  figure: Figure;
}

/** Probability that the body is female, 0 to 1. */
const femaleShare = ({ interpretations }: Prediction) =>
  interpretations.filter(({ sex }) => sex === 'female').reduce((sum, { weight }) => sum + weight, 0);

/** Whether the answers describe a woman. */
export const isWoman = (prediction: Prediction) => femaleShare(prediction) > 0.75;

/** The mannequin's figure, from the median of every measure. */
export function toFigure(prediction: Prediction): Figure {
  const estimates = Object.entries(getEstimates(prediction)) as [Measure, Estimate][];
  const measures = Object.fromEntries(estimates.map(([measure, { value }]) => [measure, value])) as Record<Measure, number>;
  return { measures, female: femaleShare(prediction) };
}

/** One row of the table: the estimate of a measure, in words. */
interface Line {
  measure: Measure;
  name: string;
  value: string;
  /** The 80% interval: four in five people with the same answers are within it. */
  range: string;
  isMeasured: boolean;
}

/** Describes the measures by which clothes are chosen. */
export function listBodyMeasures(prediction: Prediction, unit: 'cm' | 'inches'): Line[] {
  const estimates = getEstimates(prediction);
  const female = isWoman(prediction);
  return SHOWN.map(([man, woman = man]) => {
    const [measure, name] = female ? woman : man;
    const { value, low80, high80, source } = estimates[measure];
    return {
      measure,
      name,
      value: formatLength(value, unit),
      range: formatLengthRange(low80, high80, unit),
      isMeasured: source === 'tape',
    };
  });
}

/** Describes the picture of the mannequin in words, with the height as the person gave it. */
export function describeMannequin(
  prediction: Prediction,
  { stature: givenStature }: Pick<Answers, 'stature'>,
  unit: 'cm' | 'inches',
): string {
  const { stature, chest, waist, waistNatural, hip } = getEstimates(prediction);
  const female = isWoman(prediction);
  const say = ({ value }: Estimate) => formatLength(value, unit);
  const upper = female ? 'bust' : 'chest';
  return `A mannequin of this build, ${formatHeight(givenStature ?? stature.value, unit)} tall without shoes: ${upper} about ${say(chest)}, waist ${say(female ? waistNatural : waist)}, hips ${say(hip)}.`;
}
