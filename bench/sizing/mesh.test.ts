import { describe, expect, it } from 'vitest';
import { buildMannequin } from '#body/mannequin/mannequin.ts';
import type { Sex } from '#body/measures.ts';
import { inspectMannequin, predictMeasures } from './mesh.ts';
import { computeVolume, countOpenEdges, measureTapeLength } from './slicer.ts';

const figureOf = (sex: Sex, stature: number, bmi: number) => ({
  measures: predictMeasures(sex, stature, bmi),
  female: sex === 'female' ? 1 : 0,
});

/** A box of 4 × 3 × 2, its corners numbered bit by bit. */
const box = {
  positions: Array.from({ length: 8 }, (_, c) => [4 * (c & 1), 3 * ((c >> 1) & 1), 2 * (c >> 2)]).flat(),
  indices: [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
};

/** Number of connected components of a mesh. */
function piecesOf({ positions, indices }: { positions: ArrayLike<number>; indices: ArrayLike<number> }): number {
  const above = Array.from({ length: positions.length / 3 }, (_, p) => p);
  const topOf = (p: number): number => {
    let top = p;
    while (above[top] !== top) top = above[top] = above[above[top] as number] as number;
    return top;
  };
  for (let t = 0; t < indices.length; t += 3)
    for (let c = 1; c < 3; c++) above[topOf(indices[t + c] as number)] = topOf(indices[t] as number);
  return above.filter((top, p) => top === p).length;
}

describe('the slicer', () => {
  it('measures a box whose girths, volume and edges are known', () => {
    expect(measureTapeLength(box, [0, 1.5, 0], [0, 1, 0], () => true)).toBeCloseTo(12, 9);
    expect(measureTapeLength(box, [1, 0, 0], [1, 0, 0], () => true)).toBeCloseTo(10, 9);
    expect(computeVolume(box)).toBeCloseTo(24, 9);
    expect(countOpenEdges(box)).toBe(0);
    expect(countOpenEdges({ ...box, indices: box.indices.slice(3) })).toBe(3);
    expect(piecesOf(box)).toBe(1);
    expect(piecesOf({ ...box, indices: [0, 2, 1, 4, 5, 6] })).toBe(4);
  });
});

describe.each([
  ['male', 177, 26],
  ['female', 164, 26],
  ['male', 145, 50],
  ['female', 205, 50],
  ['male', 205, 16],
  ['female', 145, 16],
] as const)('the mannequin of a %s body of %i cm and BMI %d', (sex, stature, bmi) => {
  const figure = figureOf(sex, stature, bmi);
  const mesh = buildMannequin(figure);
  const findings = inspectMannequin({ name: '', sex, measures: figure.measures }, mesh);

  it('has every target girth, within half a percent', () => {
    expect(findings.landmarks.map(({ measure }) => measure)).toEqual(
      expect.arrayContaining(['neck', 'chest', 'waistNatural', 'waist', 'hip', 'thigh', 'calf', 'upperArm', 'wrist']),
    );
    expect(findings.landmarks.filter(({ error }) => !(error <= 0.005))).toEqual([]);
    expect(findings.stature).toBeLessThanOrEqual(0.002);
  });

  it('is one piece, hands included', () => {
    expect(piecesOf(mesh)).toBe(1);
  });

  it('is closed, finite, and sensible between its girths', () => {
    expect(findings.openEdges).toBe(0);
    expect(findings.isFinite).toBe(true);
    expect(findings.problems).toEqual([]);
    expect(findings.volumeToMass).toBeGreaterThan(0.85);
    expect(findings.volumeToMass).toBeLessThan(1.12);
  });
});

it('is deterministic', () => {
  const figure = figureOf('female', 164, 20);
  expect(buildMannequin(figure, { step: 2 }).positions).toEqual(buildMannequin(figure, { step: 2 }).positions);
});
