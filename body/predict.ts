import { type AnswerProblem, type Answers, validateAnswers } from './answers.ts';
import { collapseMixture, type Gaussian, getVariance } from './gaussian.ts';
import { type Contradiction, type Interpretation, interpretAnswers } from './interpretations.ts';
import { at } from './matrix.ts';
import { MEASURE_INDEX, MEASURES, type Measure, type Sex } from './measures.ts';
import type { BodyModel, Population } from './model.ts';
import { BODY_MODEL } from './shipped-model.ts';

/** Half the widths of intervals of 80 % and of 95 % of the normal distribution, in standard deviations. */
const [Z80, Z95] = [1.2816, 1.96];
/** Few people in the training data are above this BMI. */
const HIGH_BMI = 40;

/** Estimate of a measure with its intervals; cm (mass in kg, age in years). */
export interface Estimate {
  /** The median. */
  value: number;
  sd: number;
  low80: number;
  high80: number;
  low95: number;
  high95: number;
  /** `said`: stature or mass as given; `label`: from a size worn; `tape`: measured; `predicted`: from the other measures. */
  source: 'said' | 'label' | 'tape' | 'predicted';
}

/** The prediction for one body. */
export interface Prediction {
  /** Every likely interpretation of the answers; their weights sum to 1. */
  interpretations: readonly Interpretation[];
  /** All interpretations in one Gaussian over ln of MEASURES, from which estimates are taken. */
  belief: Gaussian;
  /** Where the measures with these indices come from, if not from the others. */
  sources: ReadonlyMap<number, Estimate['source']>;
  /** Answers to confirm with the wearer. */
  contradictions: Contradiction[];
  /** The training data have few people like this: intervals may be too narrow. */
  isExtrapolated: boolean;
}

export interface PredictOptions {
  /** Default: civilians. */
  population?: Population;
  /** Default: the shipped model. */
  model?: BodyModel;
}

/** Predicts all measures of a body, or returns the answers that must be corrected first. */
export function predictBody(
  answers: Answers,
  options: PredictOptions = {},
): { prediction: Prediction } | { problems: AnswerProblem[] } {
  const problems = validateAnswers(answers);
  return problems.length > 0 ? { problems } : { prediction: estimateBody(answers, options) };
}

/** The prediction itself, for any positive numbers; `predictBody` rejects impossible values first. Does not throw for positive numbers. */
export function estimateBody(answers: Answers, { population = 'civilian', model = BODY_MODEL }: PredictOptions = {}): Prediction {
  const sexes: Sex[] = answers.sex === 'either' ? ['male', 'female'] : [answers.sex];
  const read = sexes.map((sex) => interpretAnswers(answers, sex, population, model));
  const readings = read.flatMap((each) =>
    each.readings.map((reading) => ({ ...reading, weight: reading.weight / sexes.length })),
  );
  const belief = collapseMixture(readings);
  // For a person of either sex, only what is surprising for both sexes is contradictory.
  const contradictions = read
    .map((each) => each.contradictions)
    .reduce((least, each) => (each.length < least.length ? each : least));
  const bmi = Math.exp(at(belief.mean, MEASURE_INDEX.mass) - 2 * at(belief.mean, MEASURE_INDEX.stature)) * 1e4;
  return {
    interpretations: readings,
    belief,
    sources: sourcesOf(
      answers,
      read.flatMap(({ used }) => used),
    ),
    contradictions,
    isExtrapolated: bmi > HIGH_BMI,
  };
}

function sourcesOf(answers: Answers, used: readonly { index: number }[]): Map<number, Estimate['source']> {
  const sources = new Map<number, Estimate['source']>(used.map(({ index }) => [index, 'label']));
  for (const { index } of used.filter(({ index }) => answers.tapes?.some(({ measure }) => MEASURE_INDEX[measure] === index)))
    sources.set(index, 'tape');
  for (const size of ['stature', 'mass'] as const)
    if (answers[size] !== undefined) sources.set(MEASURE_INDEX[size], answers.isMeasured ? 'tape' : 'said');
  if (answers.age !== undefined) sources.set(MEASURE_INDEX.age, 'said');
  return sources;
}

/** One measure of a prediction: its median, and its 80 % and 95 % intervals. */
export function getEstimate({ belief, sources }: Prediction, measure: Measure): Estimate {
  const index = MEASURE_INDEX[measure];
  const middle = at(belief.mean, index);
  const spread = Math.sqrt(getVariance(belief, index));
  const value = Math.exp(middle);
  const limit = (z: number) => Math.exp(middle + z * spread);
  return {
    value,
    sd: value * spread,
    low80: limit(-Z80),
    high80: limit(Z80),
    low95: limit(-Z95),
    high95: limit(Z95),
    source: sources.get(index) ?? 'predicted',
  };
}

/** All measures of a prediction. */
export function getEstimates(prediction: Prediction): Record<Measure, Estimate> {
  return Object.fromEntries(MEASURES.map((measure) => [measure, getEstimate(prediction, measure)])) as Record<Measure, Estimate>;
}
