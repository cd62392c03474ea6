import type { Answers } from '#body/answers.ts';
import { evaluateFit, type PointFit } from '#body/fit.ts';
import type { FitClass } from '#body/fit-classes.ts';
import { listAlternatives } from '#body/fit-labels.ts';
import { FIT_POINTS, type FitPoint, type GarmentChart, prepareChart } from '#body/garment-chart.ts';
import type { LengthNote } from '#body/lengths.ts';
import { createOutfit, type Outfit } from '#body/outfit/outfit.ts';
import { getEstimate, type Prediction } from '#body/predict.ts';
import { type Refusal, type SizeEnd, type Suggestion, suggestSize } from '#body/suggest.ts';
import { formatPercent } from './advice.ts';
import { isWoman } from './body-description.ts';
import { listLengthNotes, type SizingGarment, toGarmentChart, toShownConflict } from './local-advice.ts';
import { convertFigures, formatFineLength, formatHeight, unitLabel } from './units.ts';

type Guide = NonNullable<SizingGarment['guide']>;
type GuideMeasure = Guide['measures'][number];
type GuideValue = Guide['sizes'][number]['values'][number];

/** How the sizes of a garment would fit a person. Calculated in the browser, so that no measurements are sent. */
export interface Fitting {
  name: string;
  measures: readonly GuideMeasure[];
  /** The smallest first. */
  sizes: readonly FittedSize[];
  /** The advice, or the reason why there is none; the measures are compared all the same. */
  suggestion: Suggestion | undefined;
  refusal: Refusal | undefined;
  /** Where the sizes end, when the person is beyond them. */
  end: SizeEnd | undefined;
  /** Where the advised size is too tight at a measure of the guide that it is not chosen by; undefined where it is not. */
  caution: string | undefined;
  /** What will be short or long in every size. */
  lengths: readonly LengthNote[];
  /** Whether the garment can be drawn on the mannequin. */
  isDrawn: boolean;
}

export interface FittedSize {
  id: string;
  name: string;
  /** What can be compared, once for each point of the body. */
  points: readonly PointFit[];
  outfit: Outfit;
  /** One for each measure of the guide: what it says, and how it compares. */
  cells: readonly { value: GuideValue; fit: PointFit | undefined }[];
}

/** Points that the mannequin shows; others, of hands, head and feet, are in words alone. */
const DRAWN: readonly FitPoint[] = ['neck', 'chest', 'waist', 'waistNatural', 'hip', 'crotchHeight', 'sleeveOutseam'];

/** Compares every measure of a garment's size guide with a person, size by size; undefined for a garment without a size guide. */
export function createFitting(prediction: Prediction, answers: Answers, garment: SizingGarment): Fitting | undefined {
  const { guide } = garment;
  if (!guide) return undefined;
  const chart = toGarmentChart(garment);
  const advice = suggestSize(prediction, answers, chart);
  const suggestion = 'suggestion' in advice ? advice.suggestion : undefined;
  const { covers: coverage } = garment;
  const compared = guide.measures.map((measure, index) => compareMeasure(prediction, garment, guide, measure, index));
  const sizes = guide.sizes.map(({ sizeId, name, values }, at): FittedSize => {
    const id = String(sizeId ?? `row ${at}`);
    const cells = values.map((value, index) => ({ value, fit: compared[index]?.fits[at] }));
    const advised = suggestion?.sizes.find((size) => size.id === id)?.points ?? [];
    const points = firstOfEach([...advised, ...cells.flatMap(({ fit }) => fit ?? [])]);
    const drawn = points.filter(({ point }) => DRAWN.includes(point));
    const shape = chart ?? compared[0]?.chart;
    const size = { id, name, points: Object.fromEntries(drawn.flatMap(({ point }) => rangeOf(guide, at, point))) };
    return {
      id,
      name,
      points,
      cells,
      outfit: shape ? createOutfit(coverage, shape, size, drawn) : { coverage, points: [] },
    };
  });
  return {
    name: garment.name,
    measures: guide.measures,
    sizes: inOrder(sizes, chart),
    suggestion,
    refusal: 'refusal' in advice ? advice.refusal : undefined,
    end: 'refusal' in advice ? advice.end : undefined,
    caution: suggestion && describeCaution(suggestion, sizes, prediction),
    lengths: listLengthNotes(prediction, garment, chart, suggestion?.best.id),
    isDrawn: coverage !== 'nothing',
  };
}

/** "In M, the waist will probably be too tight." Measures that the size is chosen by are not among these: they are in its headline. */
function describeCaution(
  { best, conflict }: Suggestion,
  sizes: readonly FittedSize[],
  prediction: Prediction,
): string | undefined {
  const decided = best.points.map(({ point }) => point);
  const points = sizes.find(({ id }) => id === best.id)?.points ?? [];
  const tight = points.filter(
    ({ point, class: fit }) => fit === 'tooTight' && !decided.includes(point) && !LENGTHS.includes(point),
  );
  if (conflict || tight.length === 0) return undefined;
  const names = [...new Set(tight.map(({ point }) => nameOf(point, prediction).toLowerCase().split(',')[0]))];
  return `In ${best.name}, the ${names.join(' and ')} will probably be too tight. Try a larger size.`;
}

/** The sizes in the order of the chart, from small to large, and those that it does not have after them. */
function inOrder(sizes: readonly FittedSize[], chart: GarmentChart | undefined): FittedSize[] {
  const placeOf = ({ id }: FittedSize) => {
    const place = chart?.sizes.findIndex((size) => size.id === id) ?? -1;
    return place < 0 ? sizes.length : place;
  };
  return sizes.toSorted((one, other) => placeOf(one) - placeOf(other));
}

const firstOfEach = (fits: readonly PointFit[]) =>
  fits.filter(({ point }, at) => fits.findIndex((other) => other.point === point) === at);

function rangeOf({ measures, sizes }: Guide, at: number, point: FitPoint): [FitPoint, readonly [number, number]][] {
  const value = sizes[at]?.values[measures.findIndex((measure) => measure.point === point)];
  return value?.low == null || value.high === null ? [] : [[point, [value.low, value.high]]];
}

/** How each size compares at one measure; nothing where a body cannot be compared. */
function compareMeasure(
  prediction: Prediction,
  { gender, chart }: SizingGarment,
  { sizes }: Guide,
  { point: name, isOfGarment }: GuideMeasure,
  index: number,
): { chart: GarmentChart; fits: readonly (PointFit | undefined)[] } | undefined {
  const point = FIT_POINTS.find((known) => known === name);
  if (!point) return undefined;
  const own: GarmentChart = {
    measuresOf: isOfGarment ? 'garment' : 'body',
    sex: gender === 0 ? 'male' : gender === 1 ? 'female' : 'unisex',
    kind: point === 'crotchHeight' ? 'trousers' : ((chart?.kind ?? 'other') as GarmentChart['kind']),
    primary: point,
    sizes: sizes.map(({ name: label, values }, at) => {
      const { low = null, high = null } = values[index] ?? {};
      return { id: String(at), name: label, points: low === null || high === null ? {} : { [point]: [low, high] } };
    }),
  };
  const prepared = prepareChart(own);
  return prepared && { chart: own, fits: sizes.map((_, at) => evaluateFit(prediction, prepared, at)[0]) };
}

/** The advice of a fitting for display. */
export const toRecommendation = (
  { best, confidence, leg, conflict, ...suggestion }: Suggestion,
  lengths: readonly LengthNote[] = [],
) => ({
  sizeId: Number(best.id),
  size: best.name,
  confidence,
  alternatives: listAlternatives({ best, confidence, ...suggestion }).map(({ id, name, probability }) => ({
    sizeId: Number(id),
    size: name,
    probability,
  })),
  leg: leg ? { ...leg, id: Number(leg.id) } : null,
  askFor: null,
  ...toShownConflict(conflict),
  lengths,
});

export const FIT_CLASS_LABELS: Readonly<Record<FitClass, string>> = {
  tooTight: 'too tight',
  snug: 'snug',
  good: 'good',
  roomy: 'roomy',
  tooBig: 'too big',
};
/** The same of lengths, which are never tight. */
const LENGTH_LABELS: Readonly<Record<FitClass, string>> = {
  tooTight: 'too short',
  snug: 'a little short',
  good: 'good',
  roomy: 'a little long',
  tooBig: 'too long',
};
const LENGTHS: readonly FitPoint[] = [
  'crotchHeight',
  'sleeveOutseam',
  'sleeveSpineWrist',
  'stature',
  'handLength',
  'footLength',
  'shoulderLength',
  'waistBackLength',
];

/** "likely good (78%)"; below 50% "probably good (49%)". Always with the probability, never a bare claim. */
export function formatFit({ point, class: fitClass, probability }: Pick<PointFit, 'point' | 'class' | 'probability'>): string {
  const label = (LENGTHS.includes(point) ? LENGTH_LABELS : FIT_CLASS_LABELS)[fitClass];
  return `${probability < 0.5 ? 'probably' : 'likely'} ${label} (${formatPercent(probability)})`;
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
  headGirth: 'Head',
  handGirth: 'Hand, around the palm',
  handLength: 'Hand length',
  sleeveOutseam: 'Arm, shoulder to wrist',
  sleeveSpineWrist: 'Arm, middle of the back to wrist',
  crotchHeight: 'Inside leg, to the floor',
  footLength: 'Foot length',
  stature: 'Height',
};
const nameOf = (point: FitPoint, prediction: Prediction) =>
  point === 'chest' && isWoman(prediction) ? 'Bust' : (NAMES[point] ?? point);

/** What is likely of the person at one measure. */
export interface LikelyMeasure {
  /** The measure of the body, where the guide's own name does not say it. */
  name: string;
  value: string;
  /** Where it is in four of five people who answer alike. */
  range: string;
}

/** What the person is likely to measure at the point that a column of the guide is compared with. */
export function describeLikely(
  { point: name }: Pick<GuideMeasure, 'point'>,
  prediction: Prediction,
  unit: 'cm' | 'inches',
): LikelyMeasure | undefined {
  const point = FIT_POINTS.find((known) => known === name);
  if (!point) return undefined;
  const { value, low80, high80 } = getEstimate(prediction, point);
  const say = (cm: number) => (point === 'stature' ? formatHeight(cm, unit) : formatFineLength(cm, unit));
  const [low, high] = [say(low80), say(high80)];
  return { name: nameOf(point, prediction), value: say(value), range: low === high ? low : `${low} to ${high}` };
}

/** What a guide says of one size at one measure, in the reader's unit, and in the guide's own where that differs. */
export function formatGuideValue(
  { text }: Pick<GuideValue, 'text'>,
  { unit: own }: Pick<GuideMeasure, 'unit'>,
  unit: 'cm' | 'inches',
): { shown: string; own: string | undefined } | undefined {
  if (text === '') return undefined;
  if (own !== 'cm' && own !== 'mm' && own !== 'in') return { shown: text, own: undefined };
  const converted = convertFigures(text, own, unit);
  const hasUnit = /[a-z"”″]/i.test(text);
  if (hasUnit) return { shown: text, own: undefined };
  return {
    shown: `${converted} ${unitLabel(unit)}`,
    own: converted === text ? undefined : `${text} ${own}`,
  };
}

/** Describes the picture of a dressed mannequin for people who cannot see it. */
export function describeOutfit({ name, points, outfit }: FittedSize, garment: string, prediction: Prediction): string {
  const fits = points.map((fit) => `${nameOf(fit.point, prediction).toLowerCase().split(',')[0]} ${formatFit(fit)}`).join('; ');
  const grey = outfit.coverage === 'nothing' ? '' : ' Grey areas: no data in the size guide.';
  return `A mannequin of your build in ${garment}, size ${name}: ${fits}.${grey}`;
}
