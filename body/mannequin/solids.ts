/** Signed distances (cm, negative inside) of the simple solids that a mannequin is built from (after I. Quilez's collection). */

export type Point = readonly [x: number, y: number, z: number];

/** Normalises a vector to length 1. */
export function normalise([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** A solid with its bounding box. */
export interface Solid {
  distance(x: number, y: number, z: number): number;
  low: Point;
  high: Point;
}

/** Joins two distances with a fillet of about this radius. */
export function smoothUnion(one: number, other: number, radius: number): number {
  const h = radius - Math.abs(one - other);
  const minimum = Math.min(one, other);
  return h > 0 ? minimum - (h * h) / (4 * radius) : minimum;
}

/** Intersects two distances with a rounded edge of about this radius. */
export function smoothIntersection(one: number, other: number, radius: number): number {
  return -smoothUnion(-one, -other, radius);
}

/** An ellipsoid, optionally rotated by `pitch` (top forwards) and `roll`, radians. Its distance is exact only near the surface. */
export function ellipsoid([cx, cy, cz]: Point, [rx, ry, rz]: Point, pitch = 0, roll = 0): Solid {
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  const [sinRoll, cosRoll] = [Math.sin(roll), Math.cos(roll)];
  const reach = Math.max(rx, ry, rz);
  return {
    low: [cx - reach, cy - reach, cz - reach],
    high: [cx + reach, cy + reach, cz + reach],
    distance(px, py, pz) {
      const dx = px - cx;
      const dy = py - cy;
      const z0 = pz - cz;
      // First the roll around z, then the pitch around x.
      const x = dx * cosRoll + dy * sinRoll;
      const y0 = dy * cosRoll - dx * sinRoll;
      const y = y0 * cos + z0 * sin;
      const z = z0 * cos - y0 * sin;
      const k0 = Math.sqrt((x * x) / (rx * rx) + (y * y) / (ry * ry) + (z * z) / (rz * rz));
      const k1 = Math.sqrt((x * x) / (rx * rx * rx * rx) + (y * y) / (ry * ry * ry * ry) + (z * z) / (rz * rz * rz * rz));
      return k1 > 1e-9 ? (k0 * (k0 - 1)) / k1 : -Math.min(rx, ry, rz);
    },
  };
}

/** Two spheres and the cone that touches both. */
export function roundedCone(from: Point, radiusFrom: number, to: Point, radiusTo: number): Solid {
  const [bx, by, bz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const l2 = bx * bx + by * by + bz * bz;
  const rr = radiusFrom - radiusTo;
  const a2 = l2 - rr * rr;
  const il2 = 1 / l2;
  const lowest = (i: 0 | 1 | 2) => Math.min(from[i] - radiusFrom, to[i] - radiusTo);
  const highest = (i: 0 | 1 | 2) => Math.max(from[i] + radiusFrom, to[i] + radiusTo);
  return {
    low: [lowest(0), lowest(1), lowest(2)],
    high: [highest(0), highest(1), highest(2)],
    distance(px, py, pz) {
      const [x, y, z] = [px - from[0], py - from[1], pz - from[2]];
      const h = x * bx + y * by + z * bz;
      const z1 = h - l2;
      const [ex, ey, ez] = [x * l2 - bx * h, y * l2 - by * h, z * l2 - bz * h];
      const x2 = ex * ex + ey * ey + ez * ez;
      const y2 = h * h * l2;
      const z2 = z1 * z1 * l2;
      const k = Math.sign(rr) * rr * rr * x2;
      if (Math.sign(z1) * a2 * z2 > k) return Math.sqrt(x2 + z2) * il2 - radiusTo;
      if (Math.sign(h) * a2 * y2 < k) return Math.sqrt(x2 + y2) * il2 - radiusFrom;
      return (Math.sqrt(x2 * a2 * il2) + h * rr) * il2 - radiusFrom;
    },
  };
}

/** Joins several solids, each to the previous ones with its own fillet radius. */
export function joinSolids(parts: readonly (readonly [solid: Solid, fillet: number])[]): Solid {
  const bound = (which: 'low' | 'high', pick: (...values: number[]) => number): Point => [
    pick(...parts.map(([{ [which]: p }]) => p[0])),
    pick(...parts.map(([{ [which]: p }]) => p[1])),
    pick(...parts.map(([{ [which]: p }]) => p[2])),
  ];
  const solids = parts.map(([solid]) => solid);
  const fillets = parts.map(([, fillet]) => fillet);
  const count = solids.length;
  return {
    low: bound('low', Math.min),
    high: bound('high', Math.max),
    distance(x, y, z) {
      let distance = Number.POSITIVE_INFINITY;
      for (let i = 0; i < count; i++) {
        const solid = solids[i] as Solid;
        const fillet = fillets[i] as number;
        // A solid changes nothing if its box is farther away than the current distance plus its fillet.
        const away = boxDistance(solid, x, y, z);
        if (away > distance + fillet && away > fillet) continue;
        const own = solid.distance(x, y, z);
        distance = distance === Number.POSITIVE_INFINITY ? own : smoothUnion(distance, own, fillet);
      }
      return distance === Number.POSITIVE_INFINITY ? nearest(solids, x, y, z) : distance;
    },
  };
}

function nearest(solids: readonly Solid[], x: number, y: number, z: number): number {
  let minimum = Number.POSITIVE_INFINITY;
  for (const solid of solids) minimum = Math.min(minimum, boxDistance(solid, x, y, z));
  return minimum;
}

/** Lower bound of a point's distance to a solid's box; 0 inside. */
export function boxDistance({ low, high }: Solid, x: number, y: number, z: number): number {
  const dx = Math.max(low[0] - x, 0, x - high[0]);
  const dy = Math.max(low[1] - y, 0, y - high[1]);
  const dz = Math.max(low[2] - z, 0, z - high[2]);
  return Math.max(dx, dy, dz);
}

/** A column with a superelliptic section that varies with height. */
export interface ColumnShape {
  /** Half the breadth. */
  breadth: { at(y: number): number; slope(y: number): number };
  /** Depth in front of and behind the centre. */
  front: { at(y: number): number; slope(y: number): number };
  back: { at(y: number): number; slope(y: number): number };
  centreX: { at(y: number): number };
  centreZ: { at(y: number): number };
  /** 2: ellipse; more: squarer. */
  exponent: { at(y: number): number };
}

/** Distance from a column's ends at which its slope is sampled, cm. */
const END = 0.3;

/** The column between two heights, with flat ends, which are rounded by the fillets. */
export function column(shape: ColumnShape, bottom: number, top: number, reach: number): Solid {
  const { breadth, front, back, centreX, centreZ, exponent } = shape;
  return {
    low: [-reach, bottom, -reach],
    high: [reach, top, reach],
    distance(px, py, pz) {
      const y = Math.min(Math.max(py, bottom), top);
      const x = Math.abs(px - centreX.at(y));
      const z = pz - centreZ.at(y);
      const a = breadth.at(y);
      const side = z > 0 ? front : back;
      const b = side.at(y);
      const n = exponent.at(y);
      const [u, w] = [x / a, Math.abs(z) / b];
      const rho = n === 2 ? Math.sqrt(u * u + w * w) : (u ** n + w ** n) ** (1 / n);
      const radius = Math.sqrt(x * x + z * z);
      let [across, widening] = [-Math.min(a, b), 0];
      if (radius > 1e-6) {
        const [cx, cz] = [x / radius, Math.abs(z) / radius];
        const slopeAt = Math.min(Math.max(y, bottom + END), top - END);
        const slope = cx * cx * breadth.slope(slopeAt) + cz * cz * side.slope(slopeAt);
        const steep = Math.sqrt(1 + slope * slope);
        across = (radius * (1 - 1 / rho)) / steep;
        widening = slope / steep;
      }
      const above = Math.max(bottom - py, py - top);
      if (above <= 0) return Math.max(across, above);
      // Beyond its ends, the side continues at the same slope; a kink would be visible in the fillets.
      const onwards = Math.max(py < bottom ? widening : -widening, 0);
      return across > 0 ? Math.hypot(across + onwards * above, above * Math.sqrt(1 - onwards * onwards)) : above;
    },
  };
}
