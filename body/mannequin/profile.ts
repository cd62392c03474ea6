/** A value along an axis, through knots: monotone between them (PCHIP, Fritsch and Carlson 1980), constant beyond them. */
export interface Profile {
  at(y: number): number;
  /** Its slope. */
  slope(y: number): number;
}

export type Knot = readonly [y: number, value: number];

/** Step of the look-up table, cm. */
const STEP = 0.25;

/**
 * The curve through these knots, in any order; of two knots at the same position the later one is used. `blur` smooths it by
 * that many cm, so that the joints between its pieces are not visible.
 */
export function createProfile(knots: readonly Knot[], blur = 0): Profile {
  const sorted = [...new Map(knots).entries()].sort(([one], [other]) => one - other);
  const low = sorted[0]?.[0] ?? 0;
  const high = sorted.at(-1)?.[0] ?? 0;
  const count = Math.max(2, Math.ceil((high - low) / STEP) + 1);
  const evaluate = pchip(sorted);
  const table = blurTable(
    Float64Array.from({ length: count + 1 }, (_, i) => evaluate(Math.min(low + i * STEP, high))),
    blur / STEP,
  );
  const last = count - 1;
  const tablePosition = (y: number) => Math.min(Math.max((y - low) / STEP, 0), last);
  return {
    at(y) {
      const t = tablePosition(y);
      const i = Math.floor(t);
      const value = table[i] as number;
      return value + (t - i) * ((table[i + 1] as number) - value);
    },
    slope(y) {
      if (y <= low || y >= high) return 0;
      const i = Math.floor(tablePosition(y));
      return ((table[i + 1] as number) - (table[i] as number)) / STEP;
    },
  };
}

/** Smooths a table with three passes of a running mean of this half width, which is close to a Gaussian. Keeps the ends. */
function blurTable(table: Float64Array, width: number): Float64Array {
  const half = Math.round(width);
  let from = table;
  for (let pass = 0; half > 0 && pass < 3; pass++) {
    const last = from.length - 1;
    const source = from;
    from = source.map((_, i) => {
      let sum = 0;
      for (let j = -half; j <= half; j++) {
        // Beyond an end, the curve continues as its point reflection, so that the end keeps its value and slope.
        const k = i + j;
        if (k < 0) sum += 2 * (source[0] as number) - (source[Math.min(-k, last)] as number);
        else if (k > last) sum += 2 * (source[last] as number) - (source[Math.max(2 * last - k, 0)] as number);
        else sum += source[k] as number;
      }
      return sum / (2 * half + 1);
    });
  }
  return from;
}

/** The monotone interpolating function through sorted knots (PCHIP), constant beyond them. */
export function pchip(knots: readonly Knot[]): (y: number) => number {
  const n = knots.length;
  const y = knots.map(([position]) => position);
  const v = knots.map(([, value]) => value);
  const d = y.slice(1).map((position, i) => ((v[i + 1] as number) - (v[i] as number)) / (position - (y[i] as number)));
  const m = v.map((_, i) => {
    const [before, after] = [d[i - 1], d[i]];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    if (before * after <= 0) return 0;
    const [h0, h1] = [(y[i] as number) - (y[i - 1] as number), (y[i + 1] as number) - (y[i] as number)];
    return (3 * (h0 + h1)) / ((2 * h1 + h0) / before + (h1 + 2 * h0) / after);
  });
  return (position) => {
    if (n === 1 || position <= (y[0] as number)) return v[0] as number;
    if (position >= (y[n - 1] as number)) return v[n - 1] as number;
    let i = 0;
    while ((y[i + 1] as number) < position) i++;
    const h = (y[i + 1] as number) - (y[i] as number);
    const t = (position - (y[i] as number)) / h;
    const [a, b] = [v[i] as number, v[i + 1] as number];
    return (
      a * (1 + 2 * t) * (1 - t) ** 2 +
      (m[i] as number) * h * t * (1 - t) ** 2 +
      b * t * t * (3 - 2 * t) +
      (m[i + 1] as number) * h * t * t * (t - 1)
    );
  };
}
