import type { AnswerProblem, Answers } from '#body/answers.ts';
import { type BodyFields, describeContradiction, fromWireField, parseBodyFields, toWireField } from '#body/body-fields.ts';
import { findKnownSize, type ReferenceSize } from '#body/brands.ts';
import { MEASURES, type Measure } from '#body/measures.ts';
import { getUkSizeHip } from '#body/observations.ts';
import { getEstimate, type Prediction, predictBody } from '#body/predict.ts';

/** A measurement that the wearer took with a tape. */
export interface TapeMeasurement {
  name: string;
  value: number;
  /** 0 centimetres, 2 inches. */
  unit: number;
}

/** The stored content of a body: the wearer's input, and calculated sizes to show. Everything else is calculated when needed. */
export interface StoredBody {
  fields: BodyFields;
  tapes: TapeMeasurement[];
  referenceSizes: ReferenceSize[];
  confirmed: string[];
  /** Fields that were calculated, not entered. */
  derived: string[];
}

/** A new body or a change to one: absent fields are unchanged, null clears. */
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
  'measured',
] as const satisfies readonly (keyof BodyFields)[];

const INCH = 2.54;
/** Girths and lengths that a wearer can measure alone. */
const TAPES: readonly Measure[] = ['neck', 'chest', 'waist', 'waistNatural', 'hip', 'thigh', 'upperArm', 'wrist', 'crotchHeight'];

/** The body after a change. Changing to a metric unit clears feet or stones. */
export function applyBodyInput(stored: StoredBody, input: BodyInput): StoredBody {
  const changed = FIELDS.filter((field) => input[field] !== undefined);
  const fields: BodyFields = { ...stored.fields, ...Object.fromEntries(changed.map((field) => [field, input[field]])) };
  if (input.heightUnits === 0 && !input.heightFeet) fields.heightFeet = null;
  if (input.weightUnits === 0 && !input.weightStones) fields.weightStones = null;
  return {
    fields,
    tapes: input.tapes === undefined ? stored.tapes : (input.tapes ?? []),
    referenceSizes: input.referenceSizes === undefined ? stored.referenceSizes : (input.referenceSizes ?? []),
    confirmed: input.confirmed === undefined ? stored.confirmed : (input.confirmed ?? []),
    derived: stored.derived.filter((field) => !changed.some((one) => one === field)),
  };
}

/** Interprets a body in cm and kg and predicts its measurements; or returns the problems, by the names of the input fields. */
export function interpretBody(body: StoredBody): { answers: Answers; prediction: Prediction } | { problems: AnswerProblem[] } {
  const entered: BodyFields = { ...body.fields, ...Object.fromEntries(body.derived.map((field) => [field, null])) };
  const read = parseBodyFields(entered);
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
  const answers: Answers = { ...read.answers, tapes, knownSizes, confirmed: body.confirmed.map(fromWireField) };
  const predicted = predictBody(answers);
  if ('prediction' in predicted) return { answers, prediction: predicted.prediction };
  return { problems: predicted.problems.map(({ field, message }) => ({ field: toWireField(field, answers), message })) };
}

/** Contradictory answers, described for the wearer, by the names of the input fields. */
export const toQuestions = (answers: Answers, { contradictions }: Prediction) =>
  contradictions.map((each) => ({ field: toWireField(each.field, answers), message: describeContradiction(each, answers) }));

/** Calculates the label sizes that the wearer did not enter. There are none for someone whose sex is not given, because label sizes differ by sex. */
export function deriveSizes(body: StoredBody, { sex }: Answers, prediction: Prediction): StoredBody {
  const missing = (['ukjeans', 'ukshirt'] as const).filter((field) => body.derived.includes(field) || !body.fields[field]);
  if (missing.length === 0 || sex === 'either')
    return { ...body, derived: missing.filter((field) => body.derived.includes(field)) };
  const cm = (measure: Measure) => getEstimate(prediction, measure).value;
  const sizes =
    sex === 'male'
      ? { ukjeans: Math.round(cm('waist') / INCH / 2) * 2, ukshirt: Math.round(((cm('neck') + 1.28) / INCH) * 2) / 2 }
      : { ukjeans: findUkSize(cm('hip')), ukshirt: Math.max(4, Math.round((12 + (cm('chest') - 88.5) / 2.5) / 2) * 2) };
  return {
    ...body,
    fields: { ...body.fields, ...Object.fromEntries(missing.map((field) => [field, sizes[field]])) },
    derived: [...missing],
  };
}

/** The UK size with the nearest hip measurement. */
function findUkSize(hip: number): number {
  const sizes = Array.from({ length: 15 }, (_, at) => 4 + 2 * at);
  return sizes.reduce((best, size) => (Math.abs(getUkSizeHip(size) - hip) < Math.abs(getUkSizeHip(best) - hip) ? size : best));
}
