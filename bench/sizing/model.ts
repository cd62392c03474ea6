/** The model file: its size, whether it comes from these surveys, and the time of predictions and suggestions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Answers } from '#body/answers.ts';
import { type GarmentChart, HEEL_HEIGHT } from '#body/garment-chart.ts';
import { estimateBody } from '#body/predict.ts';
import { BODY_MODEL } from '#body/shipped-model.ts';
import { suggestSize } from '#body/suggest.ts';
import type { Surveys } from '#tools/anthropometry.ts';
import { trainBodyModel } from '#tools/body-training.ts';
import { printHeading, recordCheck } from './report.ts';

const file = join(import.meta.dirname, '../../body/body-model.json');
const { data } = BODY_MODEL;

/** A garment with every point that matters, in many sizes: more work than any real one. */
const SHIRT: GarmentChart = {
  measuresOf: 'garment',
  sex: 'male',
  kind: 'shirt',
  sizes: Array.from({ length: 12 }, (_, i) => ({
    id: String(i),
    name: String(i),
    points: {
      neck: 36 + 1.5 * i,
      chest: 92 + 6 * i,
      waist: 84 + 6 * i,
      hip: 92 + 6 * i,
      upperArm: 33 + 1.5 * i,
      sleeveSpineWrist: 82 + i,
    },
  })),
};
const LEGGED: GarmentChart = {
  measuresOf: 'body',
  sex: 'male',
  kind: 'trousers',
  sizes: Array.from({ length: 20 }, (_, i) => ({
    id: String(i),
    name: String(i),
    points: { waist: 66 + 5 * i, hip: 86 + 4 * i },
    legs: [69, 74, 79, 84, 89].map((insideLeg) => ({ id: String(insideLeg), name: String(insideLeg), insideLeg })),
  })),
};
/** The same as one list of names: "34/32". */
const NAMED: GarmentChart = {
  ...LEGGED,
  sizes: LEGGED.sizes.flatMap(({ id, points, legs = [] }) =>
    legs.map((leg) => ({
      id: `${id}/${leg.id}`,
      name: `${id}/${leg.id}`,
      points: { ...points, crotchHeight: leg.insideLeg + HEEL_HEIGHT },
    })),
  ),
};
const WEARERS: readonly Answers[] = [
  { sex: 'male', stature: 178, mass: 82 },
  { sex: 'male', stature: 178, mass: 82, jeans: 34, shirt: 15.5, isInFeet: true, isInPounds: true },
  { sex: 'female', stature: 165, mass: 70, jeans: 14, braBand: 36, braCup: 'C', isInFeet: true, isInPounds: true },
  { sex: 'female', jeans: 14 },
  // Labels that contradict one another, so that every reading of them is tried.
  { sex: 'male', stature: 178, mass: 82, jeans: 44, shirt: 14, isInFeet: true, isInPounds: true },
  { sex: 'either', stature: 170, mass: 72, isInFeet: true, isInPounds: true },
];

/** Median milliseconds of processor time of one call. */
function millisecondsOf(work: () => unknown): number {
  for (let i = 0; i < 200; i++) work();
  const samples = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < 40; i++) work();
    return process.cpuUsage(before).user / 40_000;
  });
  return samples.sort((one, other) => one - other)[7] ?? Number.NaN;
}

/** Reports size, reproducibility and speed of the model; without surveys it is not trained again. */
export function reportModel(surveys: Surveys | undefined): void {
  printHeading('The model file');
  const text = readFileSync(file);
  const kilobytes = gzipSync(text).length / 1024;
  recordCheck(`${kilobytes.toFixed(1)} KB gzip (target 25)`, kilobytes <= 25);
  if (surveys && data.provenance.files === surveys.provenance) {
    const again = trainBodyModel(surveys, String(data.provenance.script));
    recordCheck('training from these surveys gives the same numbers', JSON.stringify(again) === JSON.stringify(data));
  }
  const prediction = Math.max(...WEARERS.map((answers) => millisecondsOf(() => estimateBody(answers))));
  recordCheck(`the slowest of ${WEARERS.length} predictions takes ${prediction.toFixed(2)} ms (target 1)`, prediction < 1);
  const suggestion = Math.max(
    ...WEARERS.flatMap((answers) => {
      const body = estimateBody(answers);
      return [SHIRT, LEGGED, NAMED].map((garment) => millisecondsOf(() => suggestSize(body, answers, garment)));
    }),
  );
  recordCheck(
    `the slowest suggestion (12 sizes, 6 points; 20 sizes, 5 legs, apart and in one name) takes ${suggestion.toFixed(2)} ms (target 10)`,
    suggestion < 10,
  );
}
