import { describe, expect, it } from 'vitest';
import type { Measure, Sex } from '../measures.ts';
import { estimateBody, getEstimates } from '../predict.ts';
import { buildBase } from './base.ts';
import { computeLight, LIGHTS } from './lighting.ts';
import { buildMannequin } from './mannequin.ts';
import { renderMannequin } from './picture.ts';
import type { Solid } from './solids.ts';
import { extractSurface, isClosed } from './surface-nets.ts';

function aMannequin(sex: Sex, stature: number, bmi: number) {
  const estimates = getEstimates(estimateBody({ sex, stature, mass: (bmi * stature ** 2) / 1e4, isMeasured: true }));
  const measures = Object.fromEntries(Object.entries(estimates).map(([name, { value }]) => [name, value])) as Record<
    Measure,
    number
  >;
  return buildMannequin({ measures, female: sex === 'female' ? 1 : 0 }, { step: 2.5 });
}
const man = aMannequin('male', 177, 26);
const heightOf = (measure: Measure) => man.landmarks.find((each) => each.measure === measure)?.along ?? Number.NaN;

/** The mean ambient light of the points selected by position. */
function shadeWhere(chosen: (x: number, y: number, z: number) => boolean): number {
  const { positions, shades } = man;
  const found = [...shades].filter((_, p) =>
    chosen(positions[3 * p] as number, positions[3 * p + 1] as number, positions[3 * p + 2] as number),
  );
  expect(found.length).toBeGreaterThan(3);
  return found.reduce((sum, shade) => sum + shade, 0) / found.length;
}

describe('ambient light', () => {
  it('is bright on chest and crown, and dark between the thighs and below the chin', () => {
    const [chest, thigh] = [heightOf('chest'), heightOf('thigh')];
    expect(shadeWhere((x, y, z) => Math.abs(x) < 8 && Math.abs(y - chest) < 4 && z > 5)).toBeGreaterThan(225);
    expect(shadeWhere((_, y) => y > 174)).toBeGreaterThan(245);
    expect(shadeWhere((x, y) => Math.abs(x) < 1.5 && y > thigh - 8 && y < thigh)).toBeLessThan(150);
    expect(shadeWhere((x, y, z) => Math.abs(x) < 3 && Math.abs(y - 152) < 2 && z > 3)).toBeLessThan(200);
  });

  it('is brightest towards the key light, and dimmer and warmer in a fold', () => {
    const of = (normal: readonly [number, number, number], shade = 1) => {
      const light = new Float64Array(3);
      computeLight(normal, [0, 0, 1], shade, light);
      return [...light] as [number, number, number];
    };
    const { from } = LIGHTS.key;
    expect(of(from)[1]).toBeGreaterThan(of([0, 0, 1])[1]);
    expect(of([0, 0, 1])[1]).toBeGreaterThan(of([-from[0], -from[1], from[2]])[1]);
    const [open, fold] = [of([0, 0, 1]), of([0, 0, 1], 0.2)];
    expect(fold[1]).toBeLessThan(0.7 * open[1]);
    expect(fold[0] / fold[2]).toBeGreaterThan(open[0] / open[2]);
  });
});

describe('the plate', () => {
  const { positions, shades } = buildBase(man, 177);
  const reach = (p: number) => Math.hypot(positions[3 * p] as number, positions[3 * p + 2] as number);

  it('is below the soles and under both feet', () => {
    expect(Math.max(...positions.filter((_, i) => i % 3 === 1))).toBeLessThan(0);
    const radius = Math.max(...[...shades.keys()].map(reach));
    for (let p = 0; p < man.positions.length; p += 3) {
      if ((man.positions[p + 1] as number) < 8)
        expect(Math.hypot(man.positions[p] as number, man.positions[p + 2] as number)).toBeLessThan(radius);
    }
  });

  it('is darkest below the feet', () => {
    const place = (x: number, z: number) =>
      [...shades.keys()].reduce((best, p) => {
        const away = (q: number) => Math.hypot((positions[3 * q] as number) - x, (positions[3 * q + 2] as number) - z);
        return away(p) < away(best) ? p : best;
      }, 0);
    const [below, rim] = [shades[place(9, 0)] as number, shades[place(26, 0)] as number];
    expect(below).toBeLessThan(90);
    expect(rim).toBeGreaterThan(below + 90);
  });
});

describe('the static image', () => {
  const [width, height] = [110, 170];

  it.each([
    ['male', 145, 50],
    ['female', 205, 50],
    ['male', 205, 16],
  ] as const)('shows all of a %s body of %i cm and BMI %d, and the plate', (sex, stature, bmi) => {
    const pixels = renderMannequin(aMannequin(sex, stature, bmi), { width, height, turn: 0.45 });
    const hidden = (x: number, y: number) => pixels[4 * (x + width * y) + 3] as number;
    for (let x = 0; x < width; x++) expect(Math.max(hidden(x, 0), hidden(x, height - 1))).toBe(0);
    for (let y = 0; y < height; y++) expect(Math.max(hidden(0, y), hidden(width - 1, y))).toBe(0);
    expect(hidden(width / 2, height / 2)).toBe(255);
    const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
      Array.from({ length: width }, (_, x) => hidden(x, y)).some((own) => own === 255),
    );
    expect(rows.length).toBeGreaterThan(0.9 * height);
  });

  it('is lit from the left', () => {
    const pixels = renderMannequin(man, { width, height, turn: 0 });
    const row = Math.round(0.3 * height);
    const solid = Array.from({ length: width }, (_, x) => 4 * (x + width * row)).filter((i) => pixels[i + 3] === 255);
    const mean = (of: number[]) => of.reduce((sum, i) => sum + (pixels[i] as number), 0) / of.length;
    const half = Math.floor(solid.length / 2);
    expect(mean(solid.slice(0, half))).toBeGreaterThan(mean(solid.slice(-half)) + 15);
  });
});

describe('the surface net', () => {
  const ball = (radius: number): Solid => ({
    low: [-radius, -radius, -radius],
    high: [radius, radius, radius],
    distance: (x, y, z) => Math.hypot(x, y, z) - radius,
  });

  it.each([false, true])('covers a whole sphere, mirrored: %s', (isMirrored) => {
    const surface = extractSurface(ball(10), { step: 1.3, isMirrored, inside: [0, 0, 0] });
    expect(isClosed(surface)).toBe(true);
    for (let p = 0; p < surface.positions.length; p += 3)
      expect(Math.hypot(...surface.positions.subarray(p, p + 3))).toBeCloseTo(10, 1);
    expect(isClosed({ ...surface, indices: surface.indices.slice(3) })).toBe(false);
  });

  it('is finer where the spacing is smaller', () => {
    const above = (spacing?: () => number) => {
      const net = { step: 1.3, isMirrored: false, inside: [0, 0, 0] as const };
      const { positions } = extractSurface(ball(10), spacing ? { ...net, spacing } : net);
      return positions.filter((y, i) => i % 3 === 1 && y > 0).length;
    };
    expect(above(() => 0.5)).toBeGreaterThan(3 * above());
  });
});
