import { fitWorth, type PointFit } from './fit.ts';
import { type FitPoint, getMidpoint, type PreparedChart } from './garment-chart.ts';

/** Below this probability that any size fits, a size is not simply advised. */
const LIKELY = 0.5;

/** A part of the body and the size that it would take alone; null where it needs more than the largest. */
export interface PartSize {
  point: FitPoint;
  size: { id: string; name: string } | null;
}

/** Parts of one body that need different sizes: no size fits them all. */
export interface Conflict {
  /** The part that needs the smaller size; null where the size is too tight and no other part is nearer. */
  fits: PartSize | null;
  needs: PartSize;
}

interface Own {
  fit: PointFit;
  /** Place in the chart; beyond the last one where every size is too tight. */
  place: number;
}

/**
 * What keeps the advised size from being simply advised, if anything: a part where it is too tight, or one where it is too big because another needs it.
 * `fits` are those of the advised size, `anyFits` the probability that some size is nowhere too tight and not too big at the primary point. Legs and
 * sleeves are not compared: garments that are too short are worn all the same.
 */
export function findConflict(
  chart: PreparedChart,
  advised: number,
  fits: readonly PointFit[],
  anyFits: number,
): Conflict | undefined {
  const owns = fits
    .filter(({ point }) => point !== 'crotchHeight')
    .map((fit): Own => ({ fit, place: placeOf(chart, advised, fit) }))
    .sort((one, other) => one.place - other.place);
  const primary = owns.find(({ fit }) => fit.point === chart.points[chart.primary]);
  const tight = owns.filter(({ fit }) => fit.class === 'tooTight');
  const isTooBig = primary?.fit.class === 'tooBig';
  if (tight.length === 0 && !isTooBig && anyFits >= LIKELY) return undefined;
  const needs = tight.at(-1) ?? owns.at(-1);
  const least = primary && primary.place === owns[0]?.place ? primary : owns[0];
  if (!needs || !least) return undefined;
  const named = ({ fit: { point }, place }: Own): PartSize => {
    const size = chart.sizes[place];
    return { point, size: size ? { id: size.id, name: size.name } : null };
  };
  if (needs.place > least.place) return { fits: named(least), needs: named(needs) };
  return tight.length > 0 ? { fits: null, needs: named(needs) } : undefined;
}

/** The size that suits a part alone; among sizes with a leg length of their own, one with that of the advised size. */
function placeOf({ sizes, points, bounds, allowances }: PreparedChart, advised: number, { point, body }: PointFit): number {
  const k = points.indexOf(point);
  const leg = getMidpoint(sizes[advised]?.points.crotchHeight);
  const allowance = allowances[k];
  let [place, most, isTight] = [sizes.length, Number.NEGATIVE_INFINITY, true];
  for (const [size, { points: measures }] of sizes.entries()) {
    const own = bounds[size]?.[k];
    if (!own || !allowance || (points.includes('crotchHeight') && getMidpoint(measures.crotchHeight) !== leg)) continue;
    const worth = fitWorth(body, own, allowance);
    if (worth >= most) [place, most, isTight] = [size, worth, body > own.tight];
  }
  return isTight ? sizes.length : place;
}
