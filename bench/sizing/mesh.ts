/** The mannequin's mesh, on people of the surveys and on a grid of extreme bodies, measured by a slicer that shares no code with it. */

import { BODY_PARTS } from '#body/mannequin/girths.ts';
import { buildMannequin, type Mannequin } from '#body/mannequin/mannequin.ts';
import { at } from '#body/matrix.ts';
import { LEARNED_MEASURES, MEASURES, type Measure, type Sex } from '#body/measures.ts';
import { estimateBody, getEstimates } from '#body/predict.ts';
import type { SurveyPerson } from '#tools/anthropometry.ts';
import { formatPercent, printHeading, printLine, printRow, recordCheck } from './report.ts';
import { computeVolume, countOpenEdges, measureTapeLength } from './slicer.ts';

type Measures = Record<Measure, number>;
type Corner = readonly [number, number, number];
/** A body to be built, cm and kg. */
export interface MeshSubject {
  name: string;
  sex: Sex;
  measures: Measures;
}

/** Between landmarks: the lower and the higher one, how far from the lower one, and what share of the smaller and the larger girth may be met. */
const BETWEEN: readonly (readonly [from: Measure, to: Measure, share: number, least: number, most: number])[] = [
  ['hip', 'waist', 0.5, 0.95, 1.06],
  ['waist', 'waistNatural', 0.5, 0.95, 1.04],
  ['waistNatural', 'chest', 0.5, 0.92, 1.04],
  ['lowerThigh', 'thigh', 0.5, 0.97, 1.02],
  ['calf', 'lowerThigh', 0.5, 0.9, 1.04],
  ['ankle', 'calf', 0.5, 0.95, 1.02],
  ['forearmFlexed', 'upperArm', 0.5, 0.85, 1.08],
  ['wrist', 'forearmFlexed', 0.5, 0.95, 1.02],
];

/** The measurements predicted for a person of this stature (cm) and BMI, in cm and kg. */
export function predictMeasures(sex: Sex, stature: number, bmi: number): Measures {
  const estimates = getEstimates(estimateBody({ sex, stature, mass: (bmi * stature ** 2) / 1e4, isMeasured: true }));
  return Object.fromEntries(MEASURES.map((measure) => [measure, estimates[measure].value])) as Measures;
}

/** A person's measurements; missing ones are predicted from height and weight. */
function measured({ sex, stature, mass, measures }: SurveyPerson): Measures {
  const own = Object.fromEntries(LEARNED_MEASURES.map((measure, k) => [measure, at(measures, k)]));
  const all = { ...predictMeasures(sex, stature, mass / (stature / 100) ** 2), ...own, stature, mass };
  return { ...all, upperArm: all.upperArmFlexed * 0.93, waistNatural: all.waist - (sex === 'male' ? 2.7 : 8.4) };
}

/** 100 people spread evenly over the survey, and 126 bodies of 145 to 205 cm and BMI 16 to 50. */
function subjectsOf(people: readonly SurveyPerson[]): MeshSubject[] {
  const real = Array.from({ length: 100 }, (_, i) => people[Math.floor(((i + 0.5) * people.length) / 100)] as SurveyPerson);
  const grid = (['male', 'female'] as const).flatMap((sex) =>
    [145, 155, 165, 175, 185, 195, 205].flatMap((stature) =>
      [16, 18.5, 21, 24, 28, 33, 38, 44, 50].map((bmi) => ({
        name: `${sex} ${stature} cm, BMI ${bmi}`,
        sex,
        measures: predictMeasures(sex, stature, bmi),
      })),
    ),
  );
  return [...real.map((person) => ({ name: `person ${person.id}`, sex: person.sex, measures: measured(person) })), ...grid];
}

/** Findings of the slicer; errors are shares of the target. */
export interface MeshFindings {
  landmarks: { measure: Measure; error: number }[];
  stature: number;
  openEdges: number;
  isFinite: boolean;
  problems: string[];
  volumeToMass: number;
}

/** Measures a mannequin with the slicer, which is independent of the solver. */
export function inspectMannequin({ measures }: MeshSubject, mesh: Mannequin): MeshFindings {
  const { positions, indices, parts, normals, landmarks } = mesh;
  const partOf = (triangle: number) => [0, 1, 2].map((c) => BODY_PARTS[parts[indices[3 * triangle + c] as number] as number]);
  const isArm = (triangle: number) => partOf(triangle).filter((part) => part === 'arm' || part === 'hand').length >= 2;
  const isLeft = (corners: readonly Corner[]) => corners.every(([x]) => x > 0);
  const measure = (limb: string, through: Corner, normal: Corner) =>
    measureTapeLength(mesh, through, normal, (corners, triangle) => {
      if (limb === 'arm') return isLeft(corners) && partOf(triangle).every((part) => part === 'arm');
      return !isArm(triangle) && (limb === 'trunk' || isLeft(corners));
    });
  const found = landmarks.map(({ measure: name, limb, plane, targetGirth }) => ({
    measure: name,
    targetGirth,
    found: measure(limb, plane.through, plane.normal),
  }));
  let [low, high] = [Infinity, -Infinity];
  for (let i = 1; i < positions.length; i += 3)
    [low, high] = [Math.min(low, positions[i] as number), Math.max(high, positions[i] as number)];
  const strange = BETWEEN.flatMap(([from, to, share, least, most]) => {
    const [one, other] = [landmarks.find((each) => each.measure === from), landmarks.find((each) => each.measure === to)];
    if (!one || !other) return [`no ${from} or ${to}`];
    const mid = (a: Corner, b: Corner): Corner => [
      a[0] + share * (b[0] - a[0]),
      a[1] + share * (b[1] - a[1]),
      a[2] + share * (b[2] - a[2]),
    ];
    const sum = mid(one.plane.normal, other.plane.normal);
    const length = Math.hypot(...sum);
    const girth = measure(one.limb, mid(one.plane.through, other.plane.through), [
      sum[0] / length,
      sum[1] / length,
      sum[2] / length,
    ]);
    const isSensible =
      girth >= least * Math.min(one.targetGirth, other.targetGirth) &&
      girth <= most * Math.max(one.targetGirth, other.targetGirth);
    return isSensible
      ? []
      : [`${from}-${to} ${girth.toFixed(1)} (${one.targetGirth.toFixed(1)}, ${other.targetGirth.toFixed(1)})`];
  });
  return {
    landmarks: found.map(({ measure: name, targetGirth, found: girth }) => ({
      measure: name,
      error: Math.abs(girth / targetGirth - 1),
    })),
    stature: Math.abs((high - low) / measures.stature - 1),
    openEdges: countOpenEdges(mesh),
    isFinite: positions.every(Number.isFinite) && normals.every(Number.isFinite),
    problems: strange,
    volumeToMass: computeVolume(mesh) / 1000 / measures.mass,
  };
}

/** Reports girths, stature, closedness and shape of the meshes, with their targets. */
export function reportMesh(people: readonly SurveyPerson[]): void {
  printHeading('The mannequin, measured by an independent slicer: 100 people of the survey, 126 extreme bodies');
  const times: number[] = [];
  const all = subjectsOf(people).map((subject) => {
    const started = performance.now();
    const mesh = buildMannequin({ measures: subject.measures, female: subject.sex === 'female' ? 1 : 0 });
    times.push(performance.now() - started);
    return { subject, findings: inspectMannequin(subject, mesh) };
  });
  const names = [...new Set(all.flatMap(({ findings }) => findings.landmarks.map(({ measure }) => measure)))];
  printRow('', ['mean', 'worst', 'of'], 12);
  for (const name of names) {
    const errors = all.map(({ subject, findings }) => ({
      subject,
      error: findings.landmarks.find(({ measure }) => measure === name)?.error ?? Number.NaN,
    }));
    const worst = errors.reduce((most, each) => (each.error <= most.error ? most : each));
    printRow(
      name,
      [
        formatPercent(errors.reduce((sum, { error }) => sum + error, 0) / errors.length, 3),
        formatPercent(worst.error, 3),
        `  ${worst.subject.name}`,
      ],
      12,
    );
  }
  printLine();
  const errors = all.flatMap(({ findings }) => findings.landmarks.map(({ error }) => error));
  const worst = Math.max(...errors);
  recordCheck(`every landmark within ${formatPercent(worst, 3)} (target 0.5)`, worst <= 0.005);
  const stature = Math.max(...all.map(({ findings }) => findings.stature));
  recordCheck(`stature within ${formatPercent(stature, 3)} (target 0.2)`, stature <= 0.002);
  const open = all.filter(({ findings }) => findings.openEdges > 0);
  recordCheck(`closed: ${open.length} of ${all.length} meshes with open edges`, open.length === 0);
  recordCheck(
    'no coordinate or normal that is not a number',
    all.every(({ findings }) => findings.isFinite),
  );
  const strange = all.filter(({ findings }) => findings.problems.length > 0);
  for (const { subject, findings } of strange.slice(0, 8))
    printLine(`          ${subject.name}: ${findings.problems.join('; ')}`);
  recordCheck(
    `between landmarks: ${strange.length} of ${all.length} bodies with a girth that is not sensible`,
    strange.length === 0,
  );
  const density = all.map(({ findings }) => findings.volumeToMass);
  printLine(
    `  litres per kilogram: ${Math.min(...density).toFixed(2)} to ${Math.max(...density).toFixed(2)}, mean ${(density.reduce((sum, d) => sum + d, 0) / density.length).toFixed(2)} (people: 0.93 to 1.02)`,
  );
  times.sort((one, other) => one - other);
  printLine(
    `  built in ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms (median), ${Math.round(times.at(-1) ?? 0)} ms at most`,
  );
}
