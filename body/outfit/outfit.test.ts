import { describe, expect, it } from 'vitest';
import { FIT_CLASSES } from '../fit-classes.ts';
import type { FitPoint, GarmentChart } from '../garment-chart.ts';
import { BODY_PARTS } from '../mannequin/girths.ts';
import { buildMannequin, type Mannequin } from '../mannequin/mannequin.ts';
import { type Colour, FIT_COLOURS, getFitColour, SKIN_COLOUR, UNKNOWN_FIT_COLOUR } from '../mannequin/palette.ts';
import type { Measure, Sex } from '../measures.ts';
import { estimateBody, getEstimates } from '../predict.ts';
import { getCoveredRegion } from './covered-region.ts';
import { dressMannequin } from './dress-mannequin.ts';
import { createFitCurves } from './fit-curves.ts';
import { COVERAGES, type Coverage, createOutfit, type Outfit, type WornPoint } from './outfit.ts';

function aBody(sex: Sex, stature: number, bmi: number) {
  const estimates = getEstimates(estimateBody({ sex, stature, mass: (bmi * stature ** 2) / 1e4, isMeasured: true }));
  const measures = Object.fromEntries(Object.entries(estimates).map(([name, { value }]) => [name, value])) as Record<
    Measure,
    number
  >;
  const figure = { measures, female: sex === 'female' ? 1 : 0 };
  return { figure, mannequin: buildMannequin(figure, { step: 2.5 }) };
}
const man = aBody('male', 177, 26);
const worn = (point: FitPoint, fit: WornPoint['class'], clearance = 6): WornPoint => ({ point, class: fit, clearance });
const heightOf = (measure: Measure) => man.mannequin.landmarks.find((each) => each.measure === measure)?.along ?? Number.NaN;

describe('colours', () => {
  /** Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
  const EYES: Record<string, readonly number[]> = {
    usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
    deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
    tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  };
  const linear = (value: number) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  /** CIE L*a*b* of a colour as seen with this colour vision. */
  function seen(colour: Colour, eye: readonly number[]) {
    const light = colour.map(linear);
    const [r = 0, g = 0, b = 0] = [0, 3, 6].map((row) =>
      Math.min(
        1,
        Math.max(
          0,
          light.reduce((sum, value, k) => sum + value * (eye[row + k] ?? 0), 0),
        ),
      ),
    );
    const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
    const [x, y, z] = [
      f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505),
      f(0.2126 * r + 0.7152 * g + 0.0722 * b),
      f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089),
    ];
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)] as const;
  }

  it.each(Object.entries(EYES))('can be distinguished with %s colour vision', (_, eye) => {
    const all = [...Object.values(FIT_COLOURS), UNKNOWN_FIT_COLOUR].map((colour) => seen(colour, eye));
    const apart = all.flatMap((one, i) =>
      all.slice(i + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
    );
    expect(Math.min(...apart)).toBeGreaterThan(18);
  });

  it('are those of the classes, mixed between neighbours, and grey without data', () => {
    for (const [place, fit] of FIT_CLASSES.entries()) expect(getFitColour(place, 1)).toEqual(FIT_COLOURS[fit]);
    expect(getFitColour(2, 0)).toEqual(UNKNOWN_FIT_COLOUR);
    const [red] = getFitColour(0.5, 1);
    expect(red).toBeGreaterThan(FIT_COLOURS.tooTight[0]);
    expect(red).toBeLessThan(FIT_COLOURS.snug[0]);
  });
});

describe('the curve along a body', () => {
  const { upright, arm } = createFitCurves(man.figure, man.mannequin.landmarks, {
    coverage: 'longSleeved',
    points: [worn('chest', 'tooTight', -2), worn('hip', 'roomy', 20)],
  });

  it('matches the chart at its points and is monotone between them', () => {
    expect(upright.fit(heightOf('chest'))).toBeCloseTo(0, 9);
    expect(upright.fit(heightOf('hip'))).toBeCloseTo(3, 9);
    const between = Array.from({ length: 21 }, (_, i) =>
      upright.fit(heightOf('hip') + ((heightOf('chest') - heightOf('hip')) * i) / 20),
    );
    for (const [i, value] of between.entries()) expect(value).toBeLessThanOrEqual((between[i - 1] ?? 3) + 1e-9);
  });

  it('is unknown at points without chart data', () => {
    expect(upright.known(heightOf('chest'))).toBe(1);
    expect(upright.known(heightOf('thigh'))).toBe(0);
    expect(upright.known(heightOf('waist'))).toBe(0);
    expect(arm.known(1.22)).toBe(0);
  });

  it('has a smaller gap where the garment is tight, but never none', () => {
    expect(upright.gap(heightOf('chest'))).toBeCloseTo(0.35, 9);
    expect(upright.gap(heightOf('hip'))).toBeCloseTo(20 / (2 * Math.PI), 9);
  });
});

describe('the covered region', () => {
  const { mannequin, figure } = man;
  const covered = (cover: Coverage) => {
    const { depth } = getCoveredRegion(mannequin, figure, cover, false);
    return Array.from(depth.keys()).filter((p) => (depth[p] ?? 0) > 0);
  };
  const part = (p: number) => BODY_PARTS[mannequin.parts[p] ?? 0];
  const height = (p: number) => mannequin.positions[3 * p + 1] ?? 0;

  it('is from waist to ankles for trousers, without arms and feet', () => {
    const points = covered('trousers');
    expect(new Set(points.map(part))).toEqual(new Set(['trunk', 'leg']));
    expect(Math.max(...points.map(height))).toBeLessThan(heightOf('waist') + 2);
    expect(Math.min(...points.map(height))).toBeGreaterThan(3);
    expect(Math.min(...points.map(height))).toBeLessThan(heightOf('ankle'));
    expect(Math.min(...covered('shorts').map(height))).toBeGreaterThan(heightOf('calf'));
  });

  it('is the trunk below the neck and the arms up to the sleeve length for tops', () => {
    const reach = (cover: Coverage) =>
      Math.max(
        0,
        ...covered(cover).flatMap((p) => (part(p) === 'arm' && height(p) < heightOf('chest') ? (mannequin.along[p] ?? 0) : 0)),
      );
    expect(reach('longSleeved')).toBeGreaterThan(1.7);
    expect(reach('shortSleeved')).toBeLessThan(1);
    expect(reach('sleeveless')).toBe(0);
    for (const cover of ['longSleeved', 'shortSleeved', 'sleeveless'] as const) {
      expect(Math.max(...covered(cover).map(height))).toBeLessThan(heightOf('neck') + 1);
      expect(Math.min(...covered(cover).map(height))).toBeGreaterThan(heightOf('thigh') - 5);
    }
  });

  it('is empty for garments worn elsewhere, and never includes hands', () => {
    expect(covered('nothing')).toEqual([]);
    for (const cover of COVERAGES) expect(covered(cover).map(part)).not.toContain('hand');
  });

  it('is the only part that is coloured', () => {
    const { colours } = dressMannequin(mannequin, figure, { coverage: 'trousers', points: [worn('waist', 'tooTight')] });
    const at = (p: number) => [...colours.slice(3 * p, 3 * p + 3)];
    const chest = Array.from(mannequin.parts.keys()).filter((p) => height(p) > heightOf('chest') || part(p) === 'arm');
    expect(chest.filter((p) => String(at(p)) !== String(SKIN_COLOUR))).toEqual([]);
    const waist = covered('trousers').filter((p) => Math.abs(height(p) - heightOf('waist') + 1) < 1);
    expect(waist.length).toBeGreaterThan(5);
    for (const p of waist) expect(at(p)[0]).toBeGreaterThan(1.5 * (at(p)[1] ?? 0));
  });
});

/** How often a closed surface winds around a point: 0 outside (van Oosterom and Strackee 1983). */
function winding({ positions, indices }: Mannequin, x: number, y: number, z: number): number {
  let angle = 0;
  const corner = (i: number) => {
    const p = 3 * (indices[i] ?? 0);
    return [(positions[p] ?? 0) - x, (positions[p + 1] ?? 0) - y, (positions[p + 2] ?? 0) - z] as const;
  };
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [corner(t), corner(t + 1), corner(t + 2)];
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, value, k) => sum + value * (q[k] ?? 0), 0);
    const volume = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    angle += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return angle / (4 * Math.PI);
}

describe('the shell', () => {
  const tight: Outfit['points'] = [worn('chest', 'tooTight', -9), worn('hip', 'tooTight', -9), worn('waist', 'tooTight', -9)];
  const wide: Outfit['points'] = [worn('chest', 'tooBig', 30), worn('hip', 'tooBig', 30), worn('waist', 'tooBig', 30)];

  it('is checked by winding numbers that are 1 inside and 0 outside a solid', () => {
    expect(winding(man.mannequin, 0, heightOf('waist'), 0)).toBeCloseTo(1, 3);
    expect(winding(man.mannequin, 0, heightOf('waist'), 60)).toBeCloseTo(0, 3);
  });

  it.each([
    ['male', 177, 26, 'shortSleeved', wide],
    ['male', 170, 42, 'longSleeved', tight],
    ['male', 185, 18, 'coverall', wide],
    ['female', 160, 40, 'trousers', wide],
    ['female', 164, 34, 'dress', tight],
    ['female', 172, 24, 'skirt', tight],
  ] as const)('of a %s body of %i cm and BMI %d, %s, is never inside the body', (sex, stature, bmi, cover, points) => {
    const { figure, mannequin } = aBody(sex, stature, bmi);
    const { shell } = dressMannequin(mannequin, figure, { coverage: cover, points });
    const count = (shell?.positions.length ?? 0) / 3;
    expect(count).toBeGreaterThan(300);
    const inside: string[] = [];
    for (let k = 0; k < 120; k++) {
      const p = Math.floor(((k + 0.5) * count) / 120);
      const [x = 0, y = 0, z = 0] = shell?.positions.slice(3 * p, 3 * p + 3) ?? [];
      if (Math.abs(winding(mannequin, x, y, z)) > 0.5) inside.push(`${x.toFixed(1)} ${y.toFixed(1)} ${z.toFixed(1)}`);
    }
    expect(inside).toEqual([]);
    expect(shell?.positions.every(Number.isFinite)).toBe(true);
    expect(Math.max(...(shell?.indices ?? []))).toBeLessThan(count);
  });

  it('is wider for a larger size', () => {
    const depth = (points: Outfit['points']) =>
      Math.max(
        ...(dressMannequin(man.mannequin, man.figure, { coverage: 'sleeveless', points }).shell?.positions ?? []).filter(
          (_, i) => i % 3 === 2,
        ),
      );
    expect(depth(wide)).toBeGreaterThan(depth(tight) + 1.5);
  });

  it('is opaque at its hems and translucent elsewhere', () => {
    const { shell } = dressMannequin(man.mannequin, man.figure, { coverage: 'trousers', points: wide });
    const heights = shell?.positions.filter((_, i) => i % 3 === 1) ?? [];
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    const hides = (from: number, to: number) =>
      shell?.minOpacity.filter((_, p) => Number(heights[p]) >= from && Number(heights[p]) <= to) ?? [];
    expect(Math.min(...hides(high - 0.3, high))).toBeGreaterThan(180);
    expect(Math.max(...hides(low, low + 0.3))).toBeGreaterThan(180);
    expect(Math.max(...hides(low + 5, high - 5))).toBe(0);
  });

  it('is missing when nothing is covered', () => {
    expect(dressMannequin(man.mannequin, man.figure, { coverage: 'nothing', points: [] }).shell).toBeUndefined();
  });
});

describe('createOutfit', () => {
  const fit = { point: 'chest', body: 100, ease: 0, class: 'good', probability: 0.7, probabilities: [] } as const;
  const chart = (measuresOf: GarmentChart['measuresOf']): GarmentChart => ({
    measuresOf,
    sex: 'male',
    kind: 'top',
    sizes: [{ id: '1', name: 'M', points: { chest: [96, 104], sleeveOutseam: 60 } }],
  });
  const outfit = (of: GarmentChart) =>
    createOutfit('shortSleeved', of, of.sizes[0] ?? { id: '', name: '', points: {} }, [fit, { ...fit, point: 'sleeveOutseam' }]);

  it('uses the chart’s girths, or the usual ease for the bodies it is made for', () => {
    expect(outfit(chart('garment')).points[0]?.clearance).toBe(0);
    expect(outfit(chart('body')).points[0]?.clearance).toBe(6.5);
  });

  it('has no clearance for lengths', () => {
    expect(outfit(chart('body')).points[1]?.clearance).toBeUndefined();
  });
});
