import type { Measurement } from './measure.ts';

export interface ScenarioResult extends Measurement {
  name: string;
  statementsPerRequest: number;
  baselineRate: number;
  target: PerformanceTarget;
}

/** What a scenario has to reach: a share of the select floor, or a number a second; a longest p99. */
export interface PerformanceTarget {
  checks(row: ScenarioResult): { text: string; passed: boolean }[];
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB');

function withoutErrors(row: ScenarioResult): { text: string; passed: boolean }[] {
  return [{ text: `${row.name}: ${row.errors} errors`, passed: row.errors === 0 }];
}

export const shareOfBaseline = (share: number, longestP99?: number): PerformanceTarget => ({
  checks: (row) => [
    ...withoutErrors(row),
    {
      text: `${row.name}: ${whole(row.perSecond)} a second, ${Math.round((row.perSecond / row.baselineRate) * 100)} % of the select floor (aim: ${share * 100} %)`,
      passed: row.perSecond / row.baselineRate >= share,
    },
    ...(longestP99 === undefined
      ? []
      : [{ text: `${row.name}: p99 ${whole(row.p99)} ms (aim: ${longestP99} ms)`, passed: row.p99 <= longestP99 }]),
  ],
});

/** The machine on which the aims in numbers a second were set answers so many indexed selects a second. */
const REFERENCE_FLOOR = 13_000;

/** So many a second on the reference machine; on a slower one as many as its own floor is to the reference's. */
export const requestsPerSecond = (least: number): PerformanceTarget => ({
  checks: (row) => {
    const here = Math.round(least * Math.min(row.baselineRate / REFERENCE_FLOOR, 1));
    const text = `${row.name}: ${whole(row.perSecond)} a second (aim: ${least} where the floor is ${whole(REFERENCE_FLOOR)}, here ${here})`;
    return [...withoutErrors(row), { text, passed: row.perSecond >= here }];
  },
});

/** Prints rows of the table, its head first when asked. */
export function printTable(rows: readonly ScenarioResult[], head: boolean): void {
  if (head)
    console.log(
      `\n${'scenario'.padEnd(38)}${['a second', 'p50 ms', 'p99 ms', 'of floor', 'floor', 'SQL/request'].map((title) => title.padStart(12)).join('')}`,
    );
  for (const row of rows) {
    const figures = [
      whole(row.perSecond),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      `${Math.round((row.perSecond / row.baselineRate) * 100)} %`,
      whole(row.baselineRate),
      row.statementsPerRequest.toFixed(2),
    ];
    console.log(row.name.padEnd(38) + figures.map((figure) => figure.padStart(12)).join(''));
  }
}
