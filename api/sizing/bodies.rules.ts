import type { AnswerProblem, Answers } from '#body/answers.ts';
import { type BodyFields, describeContradiction, parseBodyFields } from '#body/body-fields.ts';
import { findKnownSize, type ReferenceSize } from '#body/brands.ts';
import { MEASURES, type Measure } from '#body/measures.ts';
import { getUkSizeHip } from '#body/observations.ts';
import { getEstimate, type Prediction, predictBody } from '#body/predict.ts';

export interface TapeMeasurement {
  name: string;
  value: number;
  /** 0 centimetres, 2 inches. */
  unit: number;
}

/** What is kept of a body: what was said, and nothing that follows from it but sizes to be shown. */
export interface StoredBody {
  fields: BodyFields;
  tapes: TapeMeasurement[];
  referenceSizes: ReferenceSize[];
  confirmed: string[];
  /** Fields that were worked out and not said. */
  derived: string[];
}

/** A body or a change of it as it is sent: absent is unchanged, null clears. */
export type BodyInput = BodyFields & {
  tapes?: TapeMeasurement[] | null;
  referenceSizes?: ReferenceSize[] | null;
  confirmed?: string[] | null;
};

export const EMPTY_BODY: StoredBody = { fields: {}, tapes: [], referenceSizes: [], confirmed: [], derived: [] };

const FIELDS = [
  'gender',
  'weightUnits',
  'weight',
  'weightStones',
  'heightUnits',
  'height',
  'heightFeet',
  'ukjeans',
  'ukshirt',
  'ukbra',
  'ukbracup',
] as const satisfies readonly (keyof BodyFields)[];

const INCH = 2.54;
/** Girths and lengths that a wearer can measure alone. */
const TAPES: readonly Measure[] = ['neck', 'chest', 'waist', 'waistNatural', 'hip', 'thigh', 'upperArm', 'wrist', 'crotchHeight'];

/** The body after a change. Whoever changes to one unit no longer means the second figure of the other. */
export function applyBodyInput(kept: StoredBody, sent: BodyInput): StoredBody {
  const said = FIELDS.filter((field) => sent[field] !== undefined);
  const fields: BodyFields = { ...kept.fields, ...Object.fromEntries(said.map((field) => [field, sent[field]])) };
  if (sent.heightUnits === 0 && !sent.heightFeet) fields.heightFeet = null;
  if (sent.weightUnits === 0 && !sent.weightStones) fields.weightStones = null;
  return {
    fields,
    tapes: sent.tapes === undefined ? kept.tapes : (sent.tapes ?? []),
    referenceSizes: sent.referenceSizes === undefined ? kept.referenceSizes : (sent.referenceSizes ?? []),
    confirmed: sent.confirmed === undefined ? kept.confirmed : (sent.confirmed ?? []),
    derived: kept.derived.filter((field) => !said.some((one) => one === field)),
  };
}

/** What a body says, in cm and kg; or what must be asked again, by the sent fields' names. */
export function interpretBody(body: StoredBody): { answers: Answers; prediction: Prediction } | { problems: AnswerProblem[] } {
  const said: BodyFields = { ...body.fields, ...Object.fromEntries(body.derived.map((field) => [field, null])) };
  const read = parseBodyFields(said);
  if ('problems' in read) return read;
  const problems: AnswerProblem[] = [];
  const tapes = body.tapes.flatMap(({ name, value, unit }) => {
    const measure = MEASURES.find((known) => known.toLowerCase() === name.trim().toLowerCase());
    if (!measure || !TAPES.includes(measure))
      problems.push({ field: 'tapes', message: `Please measure one of: ${TAPES.join(', ')}.` });
    else if (unit !== 0 && unit !== 2)
      problems.push({ field: 'tapes', message: 'Please give tape measurements in centimetres or inches.' });
    else return [{ measure, cm: unit === 2 ? value * INCH : value }];
    return [];
  });
  const knownSizes = body.referenceSizes.flatMap((size) => {
    const known = findKnownSize(size);
    if (!known) problems.push({ field: 'referenceSizes', message: 'Please choose a size from the list.' });
    return known ?? [];
  });
  if (problems.length > 0) return { problems };
  const answers: Answers = { ...read.answers, tapes, knownSizes, confirmed: body.confirmed };
  const predicted = predictBody(answers);
  return 'problems' in predicted ? predicted : { answers, prediction: predicted.prediction };
}

/** Answers that do not go together, in words for the wearer. */
export const toQuestions = (answers: Answers, { contradictions }: Prediction) =>
  contradictions.map((each) => ({ field: each.field, message: describeContradiction(each, answers) }));

/** Sizes by label that were not said, worked out from the rest. Of somebody who is neither man nor woman there are none. */
export function deriveSizes(body: StoredBody, { sex }: Answers, prediction: Prediction): StoredBody {
  const open = (['ukjeans', 'ukshirt'] as const).filter((field) => body.derived.includes(field) || !body.fields[field]);
  if (open.length === 0 || sex === 'either') return { ...body, derived: open.filter((field) => body.derived.includes(field)) };
  const cm = (measure: Measure) => getEstimate(prediction, measure).value;
  const sizes =
    sex === 'male'
      ? { ukjeans: Math.round(cm('waist') / INCH / 2) * 2, ukshirt: Math.round(((cm('neck') + 1.28) / INCH) * 2) / 2 }
      : { ukjeans: ukSizeOf(cm('hip')), ukshirt: Math.max(4, Math.round((12 + (cm('chest') - 88.5) / 2.5) / 2) * 2) };
  return {
    ...body,
    fields: { ...body.fields, ...Object.fromEntries(open.map((field) => [field, sizes[field]])) },
    derived: [...open],
  };
}

/** The UK size whose hip is nearest. */
function ukSizeOf(hip: number): number {
  const sizes = Array.from({ length: 15 }, (_, at) => 4 + 2 * at);
  return sizes.reduce((best, size) => (Math.abs(getUkSizeHip(size) - hip) < Math.abs(getUkSizeHip(best) - hip) ? size : best));
}
