import type { Answers } from '#body/answers.ts';
import { type Estimate, getEstimates, type Prediction } from '#body/predict.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { UnsealedBody } from './bodies.actions.ts';
import { interpretBody, toQuestions } from './bodies.rules.ts';

type Body = ReplyOf<'GET /sizing/body/:id'>['body'];
type Profile = ReplyOf<'GET /sizing/body/profile/:id'>['profile'];

/** Genders of the portal, as the service knows them: the only place where one becomes the other. */
export const toSizingGender = (gender: number): 0 | 1 | 2 => (gender === 10 ? 0 : gender === 20 ? 1 : 2);

const whole = (value: number | null | undefined) => (value === null || value === undefined ? null : Math.trunc(value));

/** A body as it was said. */
export function toBody({ id, stored, isDefault, createdAt, updatedAt }: UnsealedBody): Body {
  const { fields } = stored;
  const read = interpretBody(stored);
  return {
    id: String(id),
    gender: fields.gender ?? 2,
    weightUnits: fields.weightUnits ?? 0,
    weight: fields.weight ?? null,
    weightStones: whole(fields.weightStones),
    heightUnits: fields.heightUnits ?? 0,
    height: fields.height ?? null,
    heightFeet: whole(fields.heightFeet),
    ukjeans: fields.ukjeans ?? null,
    ukshirt: fields.ukshirt ?? null,
    ukbra: whole(fields.ukbra),
    ukbracup: fields.ukbracup ?? null,
    referenceSizes: stored.referenceSizes,
    tapes: stored.tapes,
    confirmed: stored.confirmed,
    derivedFields: stored.derived,
    questions: 'problems' in read ? [] : toQuestions(read.answers, read.prediction),
    isDefault,
    createdOnUtc: createdAt.toISOString(),
    updatedOnUtc: updatedAt.toISOString(),
  };
}

/** Measures that clothes are chosen by. */
const SHOWN = [
  'stature',
  'mass',
  'neck',
  'chest',
  'waist',
  'waistNatural',
  'hip',
  'thigh',
  'upperArm',
  'wrist',
  'shoulderLength',
  'sleeveOutseam',
  'sleeveSpineWrist',
  'waistBackLength',
  'crotchHeight',
  'footLength',
] as const;

const tenths = (value: number) => Math.round(value * 10) / 10;

/** What a body is likely to measure; in cm and kg, both of which are unit 0. */
export function toBodyProfile(
  { id, stored }: UnsealedBody,
  { answers, prediction }: { answers: Answers; prediction: Prediction },
): Profile {
  const estimates = getEstimates(prediction);
  const line = (name: string, { value, low80, high80, source }: Estimate) => ({
    name,
    value: tenths(value),
    unit: 0,
    low: tenths(low80),
    high: tenths(high80),
    source,
  });
  return {
    id: String(id),
    bodyId: String(id),
    gender: stored.fields.gender ?? 2,
    isComplete: answers.sex !== 'either' && answers.stature !== undefined && answers.mass !== undefined,
    usedBodyBlocks: blocksOf(answers),
    measurements: SHOWN.map((measure) => line(measure, estimates[measure])),
    // The mannequin is made where it is shown, from the measurements.
    avatarUrl: null,
  };
}

/** Parts of the body that something was said of beyond height and weight. */
const blocksOf = ({ tapes = [], knownSizes = [] }: Answers): string[] => [
  ...new Set([...tapes, ...knownSizes].map(({ measure }) => measure)),
];
