import { type Answers, BRA_CUPS } from '#body/answers.ts';
import { type BodyModel, createBodyModel } from '#body/model.ts';
import { estimateBody, type Prediction } from '#body/predict.ts';
import { BODY_MODEL } from '#body/shipped-model.ts';
import type { SurveyCivilian, SurveyLabels, SurveyPerson, Surveys } from '#tools/anthropometry.ts';
import { trainBodyModel } from '#tools/body-training.ts';
import type { InputScenario } from './goals.ts';

const INCH = 2.54;
const POUND = 0.45359237;
/** Reported weights below this (kg) mean that the weight was not reported. */
const MIN_SELF_REPORTED_MASS = 39.5;

/** A person, with a model that was trained without them. */
export interface HeldOutPerson {
  person: SurveyPerson;
  labels: SurveyLabels | undefined;
  model: BodyModel;
  fold: number;
}

export interface HeldOutCivilian {
  civilian: SurveyCivilian;
  model: BodyModel;
}

export interface EvaluationSet {
  people: HeldOutPerson[];
  civilians: HeldOutCivilian[];
}

/** The person's input in a scenario; undefined if they reported too little for it. */
export function toAnswers(
  { person, labels }: Pick<HeldOutPerson, 'person' | 'labels'>,
  scenario: InputScenario,
): Answers | undefined {
  const { sex, stature, mass, reportedInches, reportedPounds } = person;
  if (scenario === 'measured') return { sex, stature, mass, isMeasured: true };
  if (!labels || !(reportedPounds * POUND > MIN_SELF_REPORTED_MASS)) return undefined;
  const reported: Answers = {
    sex,
    stature: reportedInches * INCH,
    mass: reportedPounds * POUND,
    isInFeet: true,
    isInPounds: true,
  };
  if (scenario === 'reported') return reported;
  if (sex === 'male') return { ...reported, jeans: labels.jeans, shirt: labels.collar };
  // The survey gives band and cup as one number of inches: any even band with the corresponding cup is equivalent.
  const band = Math.floor(labels.bra / 2) * 2 - 2;
  return { ...reported, jeans: labels.jeans, braBand: band, braCup: BRA_CUPS[labels.bra - band] };
}

/** The prediction of the model without the civilian correction. */
export function predictBody({ model }: Pick<HeldOutPerson, 'model'>, answers: Answers): Prediction {
  return estimateBody(answers, { population: 'army', model });
}

/** Everyone, each with a model trained on the other folds. Deterministic: people are assigned to folds in the order of a hash. */
export function crossValidate(surveys: Surveys, folds: number): EvaluationSet {
  const people = deal(surveys.people, ({ id }) => id, folds);
  const civilians = deal(surveys.civilians, (civilian) => JSON.stringify(civilian), folds);
  const models = Array.from({ length: folds }, (_, fold) => {
    const others = <T>(all: readonly { one: T; fold: number }[]) =>
      all.filter((each) => each.fold !== fold).map(({ one }) => one);
    return createBodyModel(
      trainBodyModel({ ...surveys, people: others(people), civilians: others(civilians) }, 'cross-validation'),
    );
  });
  return {
    people: people.map(({ one, fold }) => ({
      person: one,
      labels: surveys.labels.get(one.id),
      model: models[fold] as BodyModel,
      fold,
    })),
    civilians: civilians.map(({ one, fold }) => ({ civilian: one, model: models[fold] as BodyModel })),
  };
}

/** Everyone, with the shipped model: for people who were held out of its training. */
export function withShippedModel(surveys: Surveys): EvaluationSet {
  return {
    people: surveys.people.map((person) => ({ person, labels: surveys.labels.get(person.id), model: BODY_MODEL, fold: 0 })),
    civilians: surveys.civilians.map((civilian) => ({ civilian, model: BODY_MODEL })),
  };
}

function deal<T>(all: readonly T[], nameOf: (one: T) => string, folds: number): { one: T; fold: number }[] {
  return all
    .map((one) => ({ one, order: hash(nameOf(one)) }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }, place) => ({ one, fold: place % folds }));
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 2166136261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  return value;
}
