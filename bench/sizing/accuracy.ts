/** Errors of single measures, their intervals, and the comparison with the goals and with separate regressions on the same people. */

import { at } from '#body/matrix.ts';
import { MEASURE_INDEX, MEASURES, type Sex } from '#body/measures.ts';
import { quadraticTerms } from '#body/model.ts';
import { getUkSizeHip } from '#body/observations.ts';
import { leastSquares, quantile } from '#tools/body-regression.ts';
import { ACCURACY_GOALS, INPUT_SCENARIO_LABELS, INPUT_SCENARIOS, type InputScenario, SCORED_MEASURES } from './goals.ts';
import { type HeldOutPerson, predictBody, toAnswers } from './held-out-people.ts';
import { formatPercent, mean, printHeading, printLine, printRow, recordCheck } from './report.ts';
import { reportSamplingError } from './sampling-error.ts';

const SEXES: readonly Sex[] = ['male', 'female'];
const [Z80, Z95] = [1.2816, 1.96];
const N = MEASURES.length;

interface Outcome {
  unseen: HeldOutPerson;
  /** Per judged measure: |error| in cm, the same of the plain regression, and |error| in standard deviations. */
  errors: number[];
  plain: number[];
  z: number[];
}

const truthOf = ({ person }: HeldOutPerson) => SCORED_MEASURES.map((measure) => at(person.measures, MEASURE_INDEX[measure] - 2));

function outcomesOf(people: readonly HeldOutPerson[], sex: Sex, scenario: InputScenario, isCrossValidated: boolean): Outcome[] {
  const taking = people.flatMap((unseen) => {
    const answers = unseen.person.sex === sex ? toAnswers(unseen, scenario) : undefined;
    return answers ? [{ unseen, answers }] : [];
  });
  const plain = isCrossValidated
    ? plainRegressions(
        taking.map(({ unseen }) => unseen),
        scenario,
      )
    : [];
  return taking.map(({ unseen, answers }, i) => {
    const { mean: middle, covariance } = predictBody(unseen, answers).belief;
    const truth = truthOf(unseen);
    return {
      unseen,
      errors: SCORED_MEASURES.map((measure, k) => Math.abs(Math.exp(at(middle, MEASURE_INDEX[measure])) - at(truth, k))),
      plain: plain[i] ?? [],
      z: SCORED_MEASURES.map(
        (measure, k) =>
          Math.abs(Math.log(at(truth, k)) - at(middle, MEASURE_INDEX[measure])) /
          Math.sqrt(at(covariance, MEASURE_INDEX[measure] * (N + 1))),
      ),
    };
  });
}

/** The reference: for every measure a least squares regression of its logarithm on the quadratic terms and the labels' logarithms. */
function plainRegressions(people: readonly HeldOutPerson[], scenario: InputScenario): number[][] {
  const rows = people.map(({ person, labels }) => {
    const isMeasured = scenario === 'measured';
    const stature = isMeasured ? person.stature : person.reportedInches * 2.54;
    const mass = isMeasured ? person.mass : person.reportedPounds * 0.45359237;
    const quadratic = quadraticTerms(Math.log(stature / 170), Math.log(mass / 75));
    if (scenario !== 'labels' || !labels) return quadratic;
    const worn = person.sex === 'male' ? [labels.jeans, labels.collar] : [getUkSizeHip(labels.jeans), labels.bra];
    return [...quadratic, ...worn.map(Math.log)];
  });
  const truths = people.map(truthOf);
  const errors = people.map(() => SCORED_MEASURES.map(() => 0));
  for (const fold of new Set(people.map((each) => each.fold))) {
    const others = people.flatMap((each, i) => (each.fold === fold ? [] : [i]));
    for (const k of SCORED_MEASURES.keys()) {
      const fit = leastSquares(
        others.map((i) => rows[i] as number[]),
        others.map((i) => Math.log(at(truths[i] as number[], k))),
      );
      for (const [i, each] of people.entries()) {
        if (each.fold !== fold) continue;
        const value = (rows[i] as number[]).reduce((sum, x, c) => sum + x * at(fit, c), 0);
        (errors[i] as number[])[k] = Math.abs(Math.exp(value) - at(truths[i] as number[], k));
      }
    }
  }
  return errors;
}

const column = (outcomes: readonly Outcome[], of: 'errors' | 'plain' | 'z', k: number) =>
  outcomes.map((outcome) => at(outcome[of], k));
const share = (values: readonly number[], limit: number) => values.filter((value) => value < limit).length / values.length;

/** The table of the goals, on these people. */
export function reportAccuracy(people: readonly HeldOutPerson[], isCrossValidated: boolean): void {
  const columns = SEXES.flatMap((sex) =>
    INPUT_SCENARIOS.map((scenario) => ({ sex, scenario, outcomes: outcomesOf(people, sex, scenario, isCrossValidated) })),
  );
  printHeading(
    'Errors, cm: mean absolute error / 95th percentile (* more than 2 % above the goal, whose people are others when cross-validated)',
  );
  printRow(
    '',
    columns.map(({ sex, scenario }) => `${sex === 'male' ? 'M' : 'F'} ${scenario}`),
  );
  printRow(
    'people',
    columns.map(({ outcomes }) => String(outcomes.length)),
  );
  const toGoal: number[] = [];
  const toPlain: number[] = [];
  for (const [k, measure] of SCORED_MEASURES.entries()) {
    const cells = columns.map(({ sex, scenario, outcomes }) => {
      const errors = column(outcomes, 'errors', k);
      const found = [mean(errors), quantile(errors, 0.95)] as const;
      const [mae, p95] = ACCURACY_GOALS[sex][scenario][k] ?? [1, 1];
      toGoal.push(found[0] / mae, found[1] / p95);
      if (isCrossValidated) {
        const plain = column(outcomes, 'plain', k);
        toPlain.push(found[0] / mean(plain), found[1] / quantile(plain, 0.95));
      }
      return `${found[0].toFixed(2)}${found[0] > 1.02 * mae ? '*' : ''} / ${found[1].toFixed(1)}${found[1] > 1.02 * p95 ? '*' : ''}`;
    });
    printRow(measure, cells);
  }
  printLine();
  const above = (ratios: readonly number[]) => ratios.filter((ratio) => ratio > 1.02).length;
  const against = (name: string, ratios: readonly number[]) =>
    `${name}: mean ${formatPercent(mean(ratios) - 1, 2)}, ${above(ratios)} of ${ratios.length} cells more than 2 % above`;
  if (isCrossValidated) {
    printLine(`  ${against('against the goals (of held-out people)', toGoal)}`);
    recordCheck(against('against plain regressions on the same people', toPlain), mean(toPlain) <= 0.995 && above(toPlain) === 0);
    reportSamplingError(
      columns.map(({ sex, outcomes }) => {
        const everywhere = outcomes.filter(({ unseen }) => INPUT_SCENARIOS.every((scenario) => toAnswers(unseen, scenario)));
        return { sex, model: everywhere.map(({ errors }) => errors), plain: everywhere.map(({ plain }) => plain) };
      }),
    );
  } else {
    recordCheck(against('against the goals', toGoal), mean(toGoal) <= 1 && above(toGoal) === 0);
  }
  reportCoverage(columns);
}

function reportCoverage(columns: readonly { sex: Sex; scenario: InputScenario; outcomes: Outcome[] }[]): void {
  printHeading('Truth inside the 80 % / the 95 % interval, percent');
  printRow(
    '',
    columns.map(({ sex, scenario }) => `${sex === 'male' ? 'M' : 'F'} ${scenario}`),
  );
  const found = SCORED_MEASURES.flatMap((measure, k) => {
    const pairs = columns.map(
      ({ outcomes }) => [share(column(outcomes, 'z', k), Z80), share(column(outcomes, 'z', k), Z95)] as const,
    );
    printRow(
      measure,
      pairs.map(([in80, in95]) => `${(in80 * 100).toFixed(1)} / ${(in95 * 100).toFixed(1)}`),
    );
    return pairs;
  });
  const worstOf = (which: 0 | 1) =>
    [Math.min(...found.map((pair) => pair[which])), Math.max(...found.map((pair) => pair[which]))] as const;
  const [low80, high80] = worstOf(0);
  const [low95, high95] = worstOf(1);
  printLine();
  recordCheck(
    `80 % intervals hold ${formatPercent(low80)} to ${formatPercent(high80)} (target 77 to 86)`,
    low80 >= 0.77 && high80 <= 0.86,
  );
  recordCheck(
    `95 % intervals hold ${formatPercent(low95)} to ${formatPercent(high95)} (target 93 to 98)`,
    low95 >= 0.93 && high95 <= 0.98,
  );
  for (const { sex, scenario, outcomes } of columns) {
    const sorted = [...outcomes].sort((one, other) => bmiOf(one) - bmiOf(other));
    const fifths = Array.from({ length: 5 }, (_, i) =>
      sorted.slice(Math.floor((i * sorted.length) / 5), Math.floor(((i + 1) * sorted.length) / 5)),
    );
    const shares = fifths.flatMap((fifth) => SCORED_MEASURES.map((_, k) => share(column(fifth, 'z', k), Z80)));
    const [low, high] = [Math.min(...shares), Math.max(...shares)];
    recordCheck(
      `80 % intervals in fifths by BMI, ${sex}, ${INPUT_SCENARIO_LABELS[scenario]}: ${formatPercent(low)} to ${formatPercent(high)} (target 70 to 90)`,
      low >= 0.7 && high <= 0.9,
    );
  }
}

const bmiOf = ({ unseen: { person } }: Outcome) => person.mass / (person.stature / 100) ** 2;
