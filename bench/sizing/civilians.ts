/** The civilian correction, on civilians the model has not seen: measured height and weight only. */
import { at } from '#body/matrix.ts';
import { MEASURE_INDEX, type Sex } from '#body/measures.ts';
import { estimateBody } from '#body/predict.ts';
import type { HeldOutCivilian } from './held-out-people.ts';
import { formatPercent, mean, printHeading, printLine, printRow, recordCheck } from './report.ts';

const BANDS = [18.5, 25, 30, 35, 40, 100] as const;
/** Mean absolute errors, cm. */
const TARGETS: Record<Sex, { hip: number; waist: number }> = { male: { hip: 2.8, waist: 4.8 }, female: { hip: 3.4, waist: 5.0 } };
const N = Math.round(Math.sqrt(estimateBody({ sex: 'male' }).belief.covariance.length));

/** Reports errors and bias by BMI, with targets for the mean absolute error. */
export function reportCivilians(civilians: readonly HeldOutCivilian[]): void {
  printHeading('Civilians (NHANES), measured height and weight: error and bias by BMI, cm');
  printRow(
    '',
    ['people', 'MAE', 'bias', ...BANDS.slice(1).map((high, i) => (i === 4 ? '40 and more' : `${BANDS[i]}-${high}`)), 'in 80 %'],
    13,
  );
  for (const sex of ['male', 'female'] as const) {
    const people = civilians.filter(({ civilian }) => civilian.sex === sex);
    for (const girth of ['hip', 'waist'] as const) {
      const found = people.map(({ civilian: { stature, mass, [girth]: truth }, model }) => {
        const { belief } = estimateBody({ sex, stature, mass, isMeasured: true }, { model, population: 'civilian' });
        const middle = at(belief.mean, MEASURE_INDEX[girth]);
        const z = Math.abs(Math.log(truth) - middle) / Math.sqrt(at(belief.covariance, MEASURE_INDEX[girth] * (N + 1)));
        return { error: Math.exp(middle) - truth, bmi: mass / (stature / 100) ** 2, z };
      });
      const mae = mean(found.map(({ error }) => Math.abs(error)));
      const biases = BANDS.slice(1).map((high, i) =>
        mean(found.filter(({ bmi }) => bmi >= (BANDS[i] as number) && bmi < high).map(({ error }) => error)),
      );
      const inside = found.filter(({ z }) => z < 1.2816).length / found.length;
      printRow(
        `${sex}, ${girth}`,
        [
          String(found.length),
          mae.toFixed(2),
          mean(found.map(({ error }) => error)).toFixed(2),
          ...biases.map((bias) => bias.toFixed(2)),
          formatPercent(inside),
        ],
        13,
      );
      recordCheck(`${sex}, ${girth}: MAE ${mae.toFixed(2)} (target ${TARGETS[sex][girth]})`, mae <= TARGETS[sex][girth]);
      const isFair = biases.every((bias, i) => Math.abs(bias) <= (i === 4 ? 2.5 : 0.7));
      recordCheck(
        `${sex}, ${girth}: bias at most 0.7 up to BMI 40, 2.5 above; 80 % intervals hold ${formatPercent(inside)}`,
        isFair && inside > 0.77 && inside < 0.86,
      );
    }
  }
  printLine();
}
