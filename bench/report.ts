import type { Measurement } from './measure.ts';

export interface ScenarioResult extends Measurement {
  name: string;
  statementsPerRequest: number;
  baselineRate: number;
  target: PerformanceTarget;
}

/** A requirement with what was measured, in words, and whether it is met. */
export interface Check {
  text: string;
  passed: boolean;
}

/** What a scenario has to reach: a share of the baseline or a rate, and optionally a maximum p99. */
export interface PerformanceTarget {
  checks(row: ScenarioResult): Check[];
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB');

function withoutErrors(row: ScenarioResult): Check[] {
  return [{ text: `${row.name}: ${row.errors} errors`, passed: row.errors === 0 }];
}

/** A share of the rate of the select baseline, and optionally a maximum p99 in milliseconds. */
export const shareOfBaseline = (share: number, maxP99?: number): PerformanceTarget => ({
  checks: (row) => [
    ...withoutErrors(row),
    {
      text: `${row.name}: ${whole(row.perSecond)} a second, ${Math.round((row.perSecond / row.baselineRate) * 100)} % of the select baseline (target: ${share * 100} %)`,
      passed: row.perSecond / row.baselineRate >= share,
    },
    ...(maxP99 === undefined
      ? []
      : [{ text: `${row.name}: p99 ${whole(row.p99)} ms (target: ${maxP99} ms)`, passed: row.p99 <= maxP99 }]),
  ],
});

/** Indexed selects a second on the machine on which the absolute targets were set. */
const REFERENCE_BASELINE = 13_000;

/** A rate on the reference machine; on a slower one, scaled down by the ratio of the baselines. */
export const requestsPerSecond = (minimum: number): PerformanceTarget => ({
  checks: (row) => {
    const scaled = Math.round(minimum * Math.min(row.baselineRate / REFERENCE_BASELINE, 1));
    const text = `${row.name}: ${whole(row.perSecond)} a second (target: ${minimum} at a baseline of ${whole(REFERENCE_BASELINE)}, here ${scaled})`;
    return [...withoutErrors(row), { text, passed: row.perSecond >= scaled }];
  },
});

/** Prints rows of the table, and its head before them if requested. */
export function printTable(rows: readonly ScenarioResult[], withHead: boolean): void {
  if (withHead)
    console.log(
      `\n${'scenario'.padEnd(38)}${['a second', 'p50 ms', 'p99 ms', 'of baseline', 'baseline', 'SQL/request'].map((title) => title.padStart(12)).join('')}`,
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

/** Prints the checks and how many of them passed and failed. Returns whether all passed. */
export function printChecks(checks: readonly Check[]): boolean {
  for (const { text, passed } of checks) console.log(`${passed ? 'passed' : 'FAILED'}  ${text}`);
  const failed = checks.filter(({ passed }) => !passed).length;
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}
