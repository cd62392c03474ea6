import { convexHull, intersectPlane } from '../mannequin/girth-measurement.ts';
import { BODY_PARTS } from '../mannequin/girths.ts';
import { computeNormals, type Mannequin } from '../mannequin/mannequin.ts';
import { getFitColour } from '../mannequin/palette.ts';
import type { FitCurve } from './fit-curves.ts';
import { hemOpacity, type Shell } from './shell.ts';

/** Points per ring, and distance between rings, cm. */
const [AROUND, APART] = [72, 2];
/** Widening of a skirt below the widest point of the body, cm per cm. */
const FLARE = 0.07;

/** Builds a skirt: rings around the body's sections, none narrower than those above. */
export function buildSkirt(mannequin: Mannequin, { from, to }: { from: number; to: number }, curve: FitCurve): Shell {
  const { positions, indices, parts } = mannequin;
  const arms = [BODY_PARTS.indexOf('arm'), BODY_PARTS.indexOf('hand')];
  const isBody = (triangle: number) =>
    [0, 1, 2].every((corner) => !arms.includes(parts[indices[3 * triangle + corner] as number] as number));
  const count = Math.max(2, Math.ceil((from - to) / APART) + 1);
  const points = new Float32Array(3 * AROUND * count);
  const colours = new Uint8Array(points.length);
  const opacity = new Uint8Array(AROUND * count);
  let above = new Float32Array(AROUND);
  let centre: number | undefined;
  let widest = 0;
  for (let ring = 0; ring < count; ring++) {
    const y = from + ((to - from) * ring) / (count - 1);
    const outline = convexHull(intersectPlane(positions, indices, { through: [0, y, 0], normal: [0, 1, 0] }, isBody));
    const depths = outline.filter((_, i) => i % 2 === 1);
    centre ??= (Math.min(...depths) + Math.max(...depths)) / 2;
    const own = radiiOf(outline, centre).map((radius) => radius + curve.gap(y));
    const reach = Math.max(...own);
    const isBelow = reach < widest;
    widest = Math.max(widest, reach);
    const step = isBelow && ring > 0 ? (FLARE * (from - to)) / (count - 1) : 0;
    above = own.map((radius, i) => Math.max(radius, (above[i] as number) + step));
    opacity.fill(hemOpacity(Math.min(from - y, y - to)), ring * AROUND, (ring + 1) * AROUND);
    const colour = getFitColour(curve.fit(y), curve.known(y));
    for (let i = 0; i < AROUND; i++) {
      const turn = (2 * Math.PI * i) / AROUND;
      const radius = above[i] as number;
      points.set([radius * Math.sin(turn), y, centre + radius * Math.cos(turn)], 3 * (ring * AROUND + i));
      colours.set(colour, 3 * (ring * AROUND + i));
    }
  }
  const triangles: number[] = [];
  for (let ring = 1; ring < count; ring++) {
    for (let i = 0; i < AROUND; i++) {
      const next = (i + 1) % AROUND;
      const [a, b] = [(ring - 1) * AROUND + i, (ring - 1) * AROUND + next];
      const [c, d] = [ring * AROUND + i, ring * AROUND + next];
      triangles.push(a, c, b, b, c, d);
    }
  }
  const found = Uint32Array.from(triangles);
  return {
    positions: points,
    normals: computeNormals(points, found),
    indices: found,
    shades: new Uint8Array(points.length / 3).fill(255),
    colours,
    minOpacity: opacity,
  };
}

/** Radii of a convex outline (x and z, counter-clockwise) around its centre, by direction; 0 is the front. */
function radiiOf(outline: readonly number[], centre: number): Float32Array<ArrayBuffer> {
  const radii = new Float32Array(AROUND);
  const n = outline.length / 2;
  for (let i = 0; i < AROUND; i++) {
    const turn = (2 * Math.PI * i) / AROUND;
    const [dx, dz] = [Math.sin(turn), Math.cos(turn)];
    for (let e = 0; e < n; e++) {
      const f = (e + 1) % n;
      const [ax, az] = [outline[2 * e] as number, (outline[2 * e + 1] as number) - centre];
      const [ex, ez] = [(outline[2 * f] as number) - ax, (outline[2 * f + 1] as number) - centre - az];
      const across = dx * ez - dz * ex;
      if (Math.abs(across) < 1e-9) continue;
      const radius = (ax * ez - az * ex) / across;
      const share = (ax * dz - az * dx) / across;
      if (radius > 0 && share >= -1e-9 && share <= 1 + 1e-9) radii[i] = Math.max(radii[i] as number, radius);
    }
  }
  return radii;
}

/** Merges several shells into one. */
export function mergeShells(shells: readonly Shell[]): Shell {
  const total = shells.reduce((sum, { positions }) => sum + positions.length, 0);
  const result: Shell = {
    positions: new Float32Array(total),
    normals: new Float32Array(total),
    shades: new Uint8Array(total / 3),
    colours: new Uint8Array(total),
    minOpacity: new Uint8Array(total / 3),
    indices: new Uint32Array(shells.reduce((sum, { indices }) => sum + indices.length, 0)),
  };
  let [point, corner] = [0, 0];
  for (const { positions, normals, shades, colours, minOpacity, indices } of shells) {
    result.positions.set(positions, point);
    result.normals.set(normals, point);
    result.shades.set(shades, point / 3);
    result.minOpacity.set(minOpacity, point / 3);
    result.colours.set(colours, point);
    const first = point / 3;
    result.indices.set(
      indices.map((index) => index + first),
      corner,
    );
    point += positions.length;
    corner += indices.length;
  }
  return result;
}
