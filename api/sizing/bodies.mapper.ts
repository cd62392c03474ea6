import type { Answers } from '#body/answers.ts';
import { type Estimate, getEstimates, type Prediction } from '#body/predict.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { UnsealedBody } from './bodies.actions.ts';
import { interpretBody, toQuestions } from './bodies.rules.ts';

type Body = ReplyOf<'GET /sizing/body/:id'>['body'];
type Profile = ReplyOf<'GET /sizing/body/profile/:id'>['profile'];

/** Converts the portal's gender codes into those of the service; all code converts them here. */
export const toSizingGender = (gender: number): 0 | 1 | 2 => (gender === 10 ? 0 : gender === 20 ? 1 : 2);

const truncateNumber = (value: number | null | undefined) => (value === null || value === undefined ? null : Math.trunc(value));

/** A body as the wearer entered it. */
export function toBody({ id, stored, isDefault, createdAt, updatedAt }: UnsealedBody): Body {
  const { fields } = stored;
  const read = interpretBody(stored);
  return {
    id: String(id),
    gender: fields.gender ?? 2,
    weightUnits: fields.weightUnits ?? 0,
    weight: fields.weight ?? null,
    weightStones: truncateNumber(fields.weightStones),
    heightUnits: fields.heightUnits ?? 0,
    height: fields.height ?? null,
    heightFeet: truncateNumber(fields.heightFeet),
    ukjeans: fields.ukjeans ?? null,
    ukshirt: fields.ukshirt ?? null,
    ukbra: truncateNumber(fields.ukbra),
    ukbracup: fields.ukbracup ?? null,
    referenceSizes: stored.referenceSizes,
    measured: fields.measured ?? false,
    tapes: stored.tapes,
    confirmed: stored.confirmed,
    derivedFields: stored.derived,
    questions: 'problems' in read ? [] : toQuestions(read.answers, read.prediction),
    isDefault,
    createdOnUtc: createdAt.toISOString(),
    updatedOnUtc: updatedAt.toISOString(),
  };
}

/** Measures that clothes are chosen by, in the order in which they are shown. */
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

/**
 * The estimated measurements of a body with 80% intervals, in cm and kg; unit 0 stands for both. Height and weight are those that the person
 * gave; their interval is of the likely true values, which allow for the usual overstatement.
 */
export function toBodyProfile(
  { id, stored }: UnsealedBody,
  { answers, prediction }: { answers: Answers; prediction: Prediction },
): Profile {
  const estimates = getEstimates(prediction);
  const line = (name: string, { value, low80, high80, source }: Estimate) => ({
    name,
    value: tenths((name === 'stature' || name === 'mass' ? answers[name] : undefined) ?? value),
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
    // The browser builds the mannequin from the measurements.
    avatarUrl: null,
  };
}

/** The measures that the wearer gave besides height and weight. */
const blocksOf = ({ tapes = [], knownSizes = [] }: Answers): string[] => [
  ...new Set([...tapes, ...knownSizes].map(({ measure }) => measure)),
];
