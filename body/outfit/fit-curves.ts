import { FIT_CLASSES } from '../fit-classes.ts';
import type { FitPoint } from '../garment-chart.ts';
import { createFrame, type Figure } from '../mannequin/frame.ts';
import type { Landmark } from '../mannequin/girths.ts';
import { type Knot, pchip } from '../mannequin/profile.ts';
import type { Measure } from '../measures.ts';
import type { Outfit, WornPoint } from './outfit.ts';

/** The fit of a garment along the body. */
export interface FitCurve {
  /** The fit on the continuous scale of FIT_CLASSES indexes. */
  fit(along: number): number;
  /** How well the fit is known: 1 at points in the chart, 0 at points without data. */
  known(along: number): number;
  /** Gap between garment and skin, cm. */
  gap(along: number): number;
}

/** Curves by height (trunk and legs) and by position along the arm. */
export interface FitCurves {
  upright: FitCurve;
  arm: FitCurve;
}

/** Minimum and maximum gap between garment and skin, cm. */
export const GAP_LIMITS = { min: 0.35, max: 5.5 };
/** Usual clearance (difference in girth, cm) at points without chart data. */
const USUAL = { neck: 3, trunk: 8, thigh: 6, knee: 9, ankle: 15, upperArm: 7, elbow: 7, wrist: 4 };
/** How closely a garment follows the body below the chest at points without chart data, 0 to 1. */
const FOLLOWS = 0.45;

const toGap = (girth: number) => Math.min(Math.max(girth / (2 * Math.PI), GAP_LIMITS.min), GAP_LIMITS.max);
const classOf = (worn: WornPoint) => FIT_CLASSES.indexOf(worn.class);

/** A position on an axis, and the chart points that apply to it. */
interface AxisPosition {
  at: number;
  points: readonly FitPoint[];
  /** A chart point close enough to count as known here. */
  beside?: FitPoint;
  /** Usual clearance (difference in girth), cm. */
  usual: number;
}

/** The fit curves of one size on a figure, monotone between the chart's points. */
export function createFitCurves(figure: Figure, landmarks: readonly Landmark[], { points }: Outfit): FitCurves {
  const { crotch, ankle, acromion } = createFrame(figure);
  const heightOf = (measure: Measure, otherwise: number) =>
    landmarks.find((each) => each.measure === measure)?.along ?? otherwise;
  const worn = (names: readonly FitPoint[]) => points.find(({ point }) => names.includes(point));
  const chest = worn(['chest'])?.clearance;
  // Below the chest, a garment hangs from the chest and partly follows the body.
  const clearanceBelowChest = (measure: Measure) => {
    if (chest === undefined) return USUAL.trunk;
    const wider = figure.measures.chest - figure.measures[measure];
    return chest + wider * (wider > 0 ? FOLLOWS : 1);
  };
  const trunk = (measure: 'chest' | 'waistNatural' | 'waist' | 'hip'): AxisPosition => ({
    at: heightOf(measure, crotch),
    points: [measure],
    usual: clearanceBelowChest(measure),
  });
  const positions: AxisPosition[] = [
    { at: ankle, points: ['crotchHeight'], usual: USUAL.ankle },
    { at: heightOf('lowerThigh', crotch / 2), points: [], usual: USUAL.knee },
    { at: heightOf('thigh', crotch), points: ['thigh'], usual: USUAL.thigh },
    trunk('hip'),
    { ...trunk('waist'), beside: 'waistNatural' },
    { ...trunk('waistNatural'), beside: 'waist' },
    trunk('chest'),
    { at: heightOf('neck', acromion), points: ['neck'], usual: USUAL.neck },
  ];
  const upright = curveOf(positions, worn);
  const arms: AxisPosition[] = [
    { at: 0.5, points: ['upperArm'], usual: USUAL.upperArm },
    { at: 1.22, points: [], usual: USUAL.elbow },
    { at: 1.9, points: ['wrist', 'sleeveOutseam', 'sleeveSpineWrist'], usual: USUAL.wrist },
  ];
  // A sleeve starts with the fit of the shoulder.
  const shoulder = acromion - 3;
  return { upright, arm: curveOf(arms, worn, { fit: upright.fit(shoulder), known: upright.known(shoulder) }) };
}

function curveOf(
  positions: readonly AxisPosition[],
  worn: (points: readonly FitPoint[]) => WornPoint | undefined,
  start?: { fit: number; known: number },
): FitCurve {
  const found = positions.map((position) => ({ ...position, worn: worn(position.points) }));
  const known = found.filter((position) => position.worn !== undefined);
  const unknown = found.filter(({ worn: own, beside }) => !own && !(beside && worn([beside])));
  const curve = (knots: Knot[], otherwise: number) =>
    knots.length > 0 ? pchip(knots.sort(([one], [other]) => one - other)) : () => otherwise;
  const first = (value: number | undefined): Knot[] => (value === undefined ? [] : [[0, value]]);
  return {
    fit: curve([...first(start?.fit), ...known.map(({ at, worn: own }): Knot => [at, own ? classOf(own) : 0])], 2),
    known: curve([...first(start?.known), ...known.map(({ at }): Knot => [at, 1]), ...unknown.map(({ at }): Knot => [at, 0])], 0),
    gap: curve(
      found.map(({ at, usual, worn: own }): Knot => [at, toGap(own?.clearance ?? usual)]),
      toGap(USUAL.trunk),
    ),
  };
}
