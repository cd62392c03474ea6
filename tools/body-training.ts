/** Trains the body model from surveys of measured people; see docs/decisions/020-predict-measurements-with-a-joint-gaussian.md. */

import { at } from '#body/matrix.ts';
import { LEARNED_MEASURES, type Measure, type Sex } from '#body/measures.ts';
import { type BodyModelData, type LabelError, lnBmiOver25, quadraticTerms, type SexModel } from '#body/model.ts';
import { getUkSizeHip } from '#body/observations.ts';
import type { SurveyCivilian, SurveyPerson, Surveys } from './anthropometry.ts';
import { coveringScale, fitSpread, mean, robustCorrelations, robustMoments, robustRegression } from './body-regression.ts';

const CENTRE = [Math.log(170), Math.log(75)] as const;
const INCH = 2.54;
const POUND = 0.45359237;

/**
 * Reported against measured values of 38,942 English adults (Health Survey for England 2011-16, Scholes et al. 2022): the mean overstatement of height in cm and understatement of weight in kg. Soldiers overstate their height by more and understate their weight by less.
 */
const ENGLISH_SAID = {
  male: { stature: 175.3, mass: 83.9, tooTall: 1.6, tooLight: 1.5 },
  female: { stature: 162, mass: 71.5, tooTall: 1.0, tooLight: 2.1 },
} as const;

const round = (digits: number) => (value: number) => Number(value.toPrecision(digits));

/** Trains the whole model. Deterministic; takes a few seconds for some thousands of people. */
export function trainBodyModel({ people, labels, civilians, provenance }: Surveys, script: string): BodyModelData {
  const of = (sex: Sex) => people.filter((person) => person.sex === sex);
  const train = (sex: Sex) =>
    trainSex(
      sex,
      of(sex),
      civilians.filter((civilian) => civilian.sex === sex),
    );
  const labelError = (sex: Sex, measure: Measure, meant: (id: string) => number | undefined): LabelError => {
    const k = (LEARNED_MEASURES as readonly string[]).indexOf(measure);
    const errors = of(sex).flatMap(({ id, measures }) => {
      const value = meant(id);
      return value === undefined || Number.isNaN(value) ? [] : [value - at(measures, k)];
    });
    const offset = mean(errors);
    return { offset: round(4)(offset), sd: round(4)(coveringScale(Float64Array.from(errors, (error) => error - offset))) };
  };
  const label = (id: string) => labels.get(id);
  return {
    version: 1,
    provenance: {
      data: 'ANSUR II (US Army 2012) and NHANES 2017-March 2020, public; labels simulated',
      files: provenance,
      men: of('male').length,
      women: of('female').length,
      civilians: civilians.length,
      script,
    },
    centre: [...CENTRE].map(round(9)),
    measures: [...LEARNED_MEASURES],
    male: train('male'),
    female: train('female'),
    labels: {
      jeans: labelError('male', 'waist', (id) => (label(id)?.jeans ?? Number.NaN) * INCH),
      collar: labelError('male', 'neck', (id) => (label(id)?.collar ?? Number.NaN) * INCH),
      ukSize: labelError('female', 'hip', (id) => getUkSizeHip(label(id)?.jeans ?? Number.NaN)),
      bra: labelError('female', 'chest', (id) => (label(id)?.bra ?? Number.NaN) * INCH),
    },
  };
}

const sizeOf = ({ stature, mass }: { stature: number; mass: number }) =>
  [Math.log(stature) - CENTRE[0], Math.log(mass) - CENTRE[1]] as const;
const lnBmiOf = ({ stature, mass }: { stature: number; mass: number }) => lnBmiOver25(Math.log(stature), Math.log(mass));

function trainSex(sex: Sex, people: readonly SurveyPerson[], civilians: readonly SurveyCivilian[]): SexModel {
  const rows = people.map((person) => quadraticTerms(...sizeOf(person)));
  const lnBmi = people.map(lnBmiOf);
  const fits = LEARNED_MEASURES.map((_, k) =>
    robustRegression(
      rows,
      people.map(({ measures }) => Math.log(at(measures, k))),
    ),
  );
  const spreads = fits.map(({ residuals }) => fitSpread(residuals, lnBmi));
  const standardised = fits.map(({ residuals }, k) =>
    residuals.map((r, i) => r / Math.exp((spreads[k]?.growth ?? 0) * at(lnBmi, i))),
  );
  return {
    coefficients: fits.map(({ coefficients }) => coefficients.map(round(5))),
    spread: spreads.map(({ spread }) => round(4)(spread)),
    growth: spreads.map(({ growth }) => round(3)(growth)),
    correlation: robustCorrelations(standardised).map((value) => Math.round(value * 1e4)),
    population: { army: populationOf(people), civilian: populationOf(civilians) },
    selfReport: trainSelfReport(people, sex),
    civilian: trainCivilian(civilians),
  };
}

function populationOf(people: readonly { stature: number; mass: number }[]) {
  const sizes = people.map(sizeOf);
  const moments = robustMoments(
    sizes.map(([a]) => a),
    sizes.map(([, b]) => b),
  );
  return { mean: moments.mean.map(round(5)), covariance: moments.covariance.map(round(5)) };
}

/** True size from the reported one. Slips have little weight here; body/self-reports.ts has hypotheses for them. */
function trainSelfReport(people: readonly SurveyPerson[], sex: Sex): SexModel['selfReport'] {
  const known = people.filter(({ reportedInches, reportedPounds }) => reportedInches > 0 && reportedPounds > 0);
  const rows = known.map(({ reportedInches, reportedPounds }) => [
    1,
    ...sizeOf({ stature: reportedInches * INCH, mass: reportedPounds * POUND }),
  ]);
  const fits = ([0, 1] as const).map((which) =>
    robustRegression(
      rows,
      known.map((person) => sizeOf(person)[which]),
    ),
  );
  const [a = new Float64Array(), b = new Float64Array()] = fits.map(({ residuals }) => residuals);
  const [sdA, sdB] = [coveringScale(a), coveringScale(b)];
  const [correlation = 0] = robustCorrelations([a, b]);
  const { stature, mass, tooTall, tooLight } = ENGLISH_SAID[sex];
  const said = [1, ...sizeOf({ stature: stature + tooTall, mass: mass - tooLight })];
  const soldier = fits.map(({ coefficients }) => coefficients.reduce((sum, c, i) => sum + c * at(said, i), 0));
  return {
    coefficients: fits.map(({ coefficients }) => coefficients.map(round(5))),
    civilianShift: sizeOf({ stature, mass }).map((truth, i) => round(4)(truth - at(soldier, i))),
    covariance: [sdA ** 2, correlation * sdA * sdB, sdB ** 2].map(round(4)),
  };
}

function trainCivilian(people: readonly SurveyCivilian[]): SexModel['civilian'] {
  const lnBmi = people.map(lnBmiOf);
  const rows = people.map((person, i) => [...quadraticTerms(...sizeOf(person)), at(lnBmi, i) ** 3, at(lnBmi, i) ** 4]);
  const fits = (['waist', 'hip'] as const).map((girth) =>
    robustRegression(
      rows,
      people.map((person) => Math.log(person[girth])),
    ),
  );
  const spreads = fits.map(({ residuals }) => fitSpread(residuals, lnBmi));
  const [correlation = 0] = robustCorrelations(
    fits.map(({ residuals }, k) => residuals.map((r, i) => r / Math.exp((spreads[k]?.growth ?? 0) * at(lnBmi, i)))),
  );
  return {
    coefficients: fits.map(({ coefficients }) => coefficients.map(round(6))),
    spread: spreads.map(({ spread }) => round(4)(spread)),
    growth: spreads.map(({ growth }) => round(3)(growth)),
    correlation: round(3)(correlation),
  };
}
