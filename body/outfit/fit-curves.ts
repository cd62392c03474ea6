import { FIT_CLASSES } from '../fit-classes.ts';
import type { FitPoint } from '../garment-chart.ts';
import { createFrame, type Figure } from '../mannequin/frame.ts';
import type { Landmark } from '../mannequin/girths.ts';
import { type Knot, pchip } from '../mannequin/profile.ts';
import type { Measure } from '../measures.ts';
import type { Outfit, WornPoint } from './outfit.ts';

/** How a garment fits along a body. */
export interface FitCurve {
  /** A class between the first and the last, counted as in FIT_CLASSES. */
  fit(along: number): number;
  /** How much is known there: 1 at points of the chart, 0 at those that it is silent about. */
  known(along: number): number;
  /** Between garment and skin, cm. */
  gap(along: number): number;
}

/** By height over trunk and legs, and by the place along the arms. */
export interface FitCurves {
  upright: FitCurve;
  arm: FitCurve;
}

/** The least and the most that is left between garment and skin, cm. */
export const GAP_LIMITS = { min: 0.35, max: 5.5 };
/** What is usual between garment and body where a chart says nothing, cm around. */
const USUAL = { neck: 3, trunk: 8, thigh: 6, knee: 9, ankle: 15, upperArm: 7, elbow: 7, wrist: 4 };
/** A garment follows the body so much of the way from its chest to a point that its chart does not know. */
const FOLLOWS = 0.45;

const limited = (girth: number) => Math.min(Math.max(girth / (2 * Math.PI), GAP_LIMITS.min), GAP_LIMITS.max);
const classOf = (worn: WornPoint) => FIT_CLASSES.indexOf(worn.class);

/** A place on an axis, and the chart's points that speak of it. */
interface Place {
  at: number;
  points: readonly FitPoint[];
  /** A point so near that what is known of it is known here. */
  beside?: FitPoint;
  /** Usual clearance, cm around. */
  usual: number;
}

/** The curves of one size on a figure, monotone between the chart's points. */
export function createFitCurves(figure: Figure, landmarks: readonly Landmark[], { points }: Outfit): FitCurves {
  const { crotch, ankle, acromion } = createFrame(figure);
  const heightOf = (measure: Measure, otherwise: number) =>
    landmarks.find((each) => each.measure === measure)?.along ?? otherwise;
  const worn = (names: readonly FitPoint[]) => points.find(({ point }) => names.includes(point));
  const chest = worn(['chest'])?.clearance;
  // Below the chest a garment falls as wide as it is cut there, and follows the body a little.
  const falling = (measure: Measure) => {
    if (chest === undefined) return USUAL.trunk;
    const wider = figure.measures.chest - figure.measures[measure];
    return chest + wider * (wider > 0 ? FOLLOWS : 1);
  };
  const trunk = (measure: 'chest' | 'waistNatural' | 'waist' | 'hip'): Place => ({
    at: heightOf(measure, crotch),
    points: [measure],
    usual: falling(measure),
  });
  const places: Place[] = [
    { at: ankle, points: ['crotchHeight'], usual: USUAL.ankle },
    { at: heightOf('lowerThigh', crotch / 2), points: [], usual: USUAL.knee },
    { at: heightOf('thigh', crotch), points: ['thigh'], usual: USUAL.thigh },
    trunk('hip'),
    { ...trunk('waist'), beside: 'waistNatural' },
    { ...trunk('waistNatural'), beside: 'waist' },
    trunk('chest'),
    { at: heightOf('neck', acromion), points: ['neck'], usual: USUAL.neck },
  ];
  const upright = curveOf(places, worn);
  const arms: Place[] = [
    { at: 0.5, points: ['upperArm'], usual: USUAL.upperArm },
    { at: 1.22, points: [], usual: USUAL.elbow },
    { at: 1.9, points: ['wrist', 'sleeveOutseam', 'sleeveSpineWrist'], usual: USUAL.wrist },
  ];
  // A sleeve begins as the shoulder ends.
  const shoulder = acromion - 3;
  return { upright, arm: curveOf(arms, worn, { fit: upright.fit(shoulder), known: upright.known(shoulder) }) };
}

function curveOf(
  places: readonly Place[],
  worn: (points: readonly FitPoint[]) => WornPoint | undefined,
  start?: { fit: number; known: number },
): FitCurve {
  const found = places.map((place) => ({ ...place, worn: worn(place.points) }));
  const spoken = found.filter((place) => place.worn !== undefined);
  const silent = found.filter(({ worn: own, beside }) => !own && !(beside && worn([beside])));
  const curve = (knots: Knot[], otherwise: number) =>
    knots.length > 0 ? pchip(knots.sort(([one], [other]) => one - other)) : () => otherwise;
  const first = (value: number | undefined): Knot[] => (value === undefined ? [] : [[0, value]]);
  return {
    fit: curve([...first(start?.fit), ...spoken.map(({ at, worn: own }): Knot => [at, own ? classOf(own) : 0])], 2),
    known: curve([...first(start?.known), ...spoken.map(({ at }): Knot => [at, 1]), ...silent.map(({ at }): Knot => [at, 0])], 0),
    gap: curve(
      found.map(({ at, usual, worn: own }): Knot => [at, limited(own?.clearance ?? usual)]),
      limited(USUAL.trunk),
    ),
  };
}
