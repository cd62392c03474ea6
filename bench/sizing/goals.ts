import type { Measure, Sex } from '#body/measures.ts';

/** What is known about the person: measured size; reported size; reported size and simulated labels. */
export const INPUT_SCENARIOS = ['measured', 'reported', 'labels'] as const;
export type InputScenario = (typeof INPUT_SCENARIOS)[number];

export const INPUT_SCENARIO_LABELS: Record<InputScenario, string> = {
  measured: 'height and weight measured',
  reported: 'height and weight reported',
  labels: 'reported, and noisy labels',
};

/** The measures of the goals, in their order. */
export const SCORED_MEASURES: readonly Measure[] = [
  'neck',
  'chest',
  'waist',
  'hip',
  'thigh',
  'upperArmFlexed',
  'biacromialBreadth',
  'crotchHeight',
  'waistHeight',
  'sleeveOutseam',
  'sleeveSpineWrist',
  'waistBackLength',
];

type Cell = readonly [mae: number, p95: number];

/**
 * What the separate quadratic regressions reached on 30 % of the same surveys that were kept aside (cm): mean absolute error and 95th
 * percentile of the absolute error, per measure in the order of JUDGED.
 */
export const ACCURACY_GOALS: Record<Sex, Record<InputScenario, readonly Cell[]>> = {
  male: {
    measured: [
      [1.17, 2.9],
      [2.46, 6.0],
      [3.51, 8.4],
      [2.03, 5.1],
      [1.75, 4.6],
      [1.47, 4.0],
      [1.08, 2.8],
      [1.87, 4.8],
      [1.64, 4.1],
      [1.5, 3.8],
      [1.83, 4.6],
      [1.64, 4.1],
    ],
    reported: [
      [1.23, 3.1],
      [2.85, 6.9],
      [4.07, 9.9],
      [2.43, 6.3],
      [2.06, 5.1],
      [1.54, 4.1],
      [1.09, 2.8],
      [2.02, 5.2],
      [1.86, 4.6],
      [1.55, 3.9],
      [1.88, 4.7],
      [1.66, 4.2],
    ],
    labels: [
      [0.65, 1.5],
      [2.64, 6.5],
      [2.25, 5.4],
      [2.28, 5.8],
      [2.02, 5.1],
      [1.5, 3.9],
      [1.07, 2.7],
      [1.99, 5.1],
      [1.77, 4.4],
      [1.55, 3.9],
      [1.86, 4.7],
      [1.59, 4.1],
    ],
  },
  female: {
    measured: [
      [0.91, 2.4],
      [3.21, 8.1],
      [3.71, 9.3],
      [2.26, 5.6],
      [1.7, 4.3],
      [1.1, 2.6],
      [1.16, 3.1],
      [1.81, 4.1],
      [1.56, 3.9],
      [1.43, 3.5],
      [1.63, 4.2],
      [1.64, 4.0],
    ],
    reported: [
      [0.95, 2.4],
      [3.57, 9.2],
      [4.15, 10.7],
      [2.63, 6.6],
      [1.99, 5.1],
      [1.24, 3.0],
      [1.21, 3.2],
      [1.97, 4.7],
      [1.88, 4.6],
      [1.51, 3.6],
      [1.73, 4.5],
      [1.67, 4.0],
    ],
    labels: [
      [0.95, 2.3],
      [2.41, 5.8],
      [3.92, 10.0],
      [2.06, 5.3],
      [1.82, 4.4],
      [1.24, 2.9],
      [1.21, 3.1],
      [1.93, 4.6],
      [1.87, 4.5],
      [1.52, 3.7],
      [1.72, 4.5],
      [1.67, 4.0],
    ],
  },
};
