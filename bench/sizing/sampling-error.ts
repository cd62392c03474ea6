/**
 * How much of the difference between two tables of errors is chance. The goals were measured on 30 % of a survey whose other 70 % are the people here: so
 * both samples are drawn again and again, with replacement, from the people here.
 */

import type { Sex } from '#body/measures.ts';
import { Random } from '#demo/random.ts';
import { quantile } from '#tools/body-regression.ts';
import { formatPercent, mean, printLine } from './report.ts';

const ROUNDS = 120;
/** People kept aside for each one here. */
const KEPT_ASIDE = 3 / 7;
/** More above a goal than this is marked. */
const TOLERANCE = 1.02;

/** Errors, cm, by person (the same ones in every column of a sex), then by measure: of the model, and of regressions like those behind the goals. */
export interface SampleErrors {
  sex: Sex;
  model: readonly (readonly number[])[];
  plain: readonly (readonly number[])[];
}

const cellsOf = (errors: readonly (readonly number[])[], drawn: Uint32Array, digits?: readonly [number, number]) =>
  (errors[0] ?? []).flatMap((_, k) => {
    const column = Float64Array.from(drawn, (i) => errors[i]?.[k] as number);
    const cell = [column.reduce((sum, value) => sum + value, 0) / column.length, quantile(column, 0.95)] as const;
    return digits ? cell.map((value, i) => Number(value.toFixed(digits[i]))) : cell;
  });

/** Prints what the comparison with the goals would show by chance alone, and what this model shows against regressions on the same people. */
export function reportSamplingError(columns: readonly SampleErrors[]): void {
  const random = new Random('chance');
  const others: { mean: number; above: number }[] = [];
  const same: { mean: number; above: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const draws = new Map<Sex, { here: Uint32Array; aside: Uint32Array }>();
    const [toOthers, toSame]: [number[], number[]] = [[], []];
    for (const { sex, model, plain } of columns) {
      const draw = (count: number) => Uint32Array.from({ length: count }, () => random.between(0, model.length - 1));
      const drawn = draws.get(sex) ?? { here: draw(model.length), aside: draw(Math.round(model.length * KEPT_ASIDE)) };
      draws.set(sex, drawn);
      // Goals are written with two and one digits.
      const goals = cellsOf(plain, drawn.aside, [2, 1]);
      const ratios = (cells: readonly number[]) => cells.map((cell, i) => cell / (goals[i] as number));
      toOthers.push(...ratios(cellsOf(plain, drawn.here)));
      toSame.push(...ratios(cellsOf(model, drawn.aside)));
    }
    for (const [list, ratios] of [
      [others, toOthers],
      [same, toSame],
    ] as const)
      list.push({ mean: mean(ratios) - 1, above: ratios.filter((ratio) => ratio > TOLERANCE).length });
  }
  const range = (values: readonly number[], text: (value: number) => string) =>
    `${text(quantile(values, 0.05))} to ${text(quantile(values, 0.95))}`;
  const describeSpread = (found: readonly { mean: number; above: number }[]) => {
    const above = found.map((each) => each.above);
    return `mean ${range(
      found.map((each) => each.mean),
      (value) => formatPercent(value, 2),
    )}, ${mean(above).toFixed(0)} (${range(above, (value) => value.toFixed(0))}) cells more than 2 % above`;
  };
  printLine('  by chance alone, in 90 of 100 pairs of samples of these sizes:');
  printLine(`    the very method of the goals, against goals of other people: ${describeSpread(others)}`);
  printLine(`    this model, against goals of the same held-out people: ${describeSpread(same)}`);
}
