import { computeNormals, type Mannequin } from '../mannequin/mannequin.ts';
import { smoothValues } from '../mannequin/smooth.ts';
import { GAP_LIMITS } from './fit-curves.ts';
import { createNearestPointLookup, cutSurfacePiece, type SurfacePiece } from './surface-piece.ts';

/** The outer surface of a garment, open at its hems and never inside the mannequin; cm. */
export interface Shell {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
  /** By point: ambient light, 0 to 255. */
  shades: Uint8Array<ArrayBuffer>;
  /** By point: sRGB red, green and blue, 0 to 255. */
  colours: Uint8Array<ArrayBuffer>;
  /** By point: minimum opacity, 0 to 255; makes hems visible. */
  minOpacity: Uint8Array<ArrayBuffer>;
}

/** Rounds of smoothing: of the directions and sizes of the gaps, of the cloth, of its hems, and of corrections. */
const ROUNDS = { directions: 6, gaps: 6, cloth: 5, hems: 6, corrections: 5 };
/** Minimum distance of cloth from other parts of the body, cm. */
const CLEAR = 0.15;
/** Shares of the gap that are tried for a point too close to another part of the body. */
const GAP_SHARES = [0.5, 0.25, 0.1];
const LOOKUP_CELL = 3;
/** Height of a hem (cm), and its opacity, 0 to 255. */
const HEM = { height: 2.2, opacity: 205 };

/** Builds a garment's shell over the covered region, at a distance of `gaps` from the skin (cm, by point of the mannequin). */
export function buildShell(mannequin: Mannequin, depth: Float32Array, gaps: Float32Array, colours: Uint8Array): Shell {
  const { positions, normals, indices } = mannequin;
  const directions = smoothValues(normals.slice(), 3, indices, ROUNDS.directions);
  smoothValues(gaps, 1, indices, ROUNDS.gaps);
  const piece = cutSurfacePiece(mannequin, depth);
  const skin = interpolate(piece, positions, 3);
  const outward = interpolate(piece, normals, 3);
  const towards = interpolate(piece, directions, 3);
  const gap = interpolate(piece, gaps, 1);
  const cloth = new Float32Array(skin.length);
  for (let p = 0; p < gap.length; p++) {
    // Cloth hangs, so the body below pushes it sideways rather than up or down.
    const up = towards[3 * p + 1] as number;
    towards[3 * p + 1] = up * Math.min(1, Math.abs(up) / lengthAt(towards, p)) ** 2;
    const length = lengthAt(towards, p) || 1;
    for (let axis = 0; axis < 3; axis++) {
      const i = 3 * p + axis;
      cloth[i] = (skin[i] as number) + ((towards[i] as number) / length) * (gap[p] as number);
    }
  }
  smoothInside(cloth, skin, piece);
  keepOutside(cloth, skin, outward, gap, piece, mannequin);
  const found = Uint32Array.from(piece.indices);
  return {
    positions: cloth,
    normals: computeNormals(cloth, found),
    indices: found,
    shades: Uint8Array.from(interpolate(piece, mannequin.shades, 1)),
    colours: Uint8Array.from(interpolate(piece, colours, 3)),
    minOpacity: Uint8Array.from(interpolate(piece, depth, 1), hemOpacity),
  };
}

/** Opacity of cloth (0 to 255) by distance from its edge, cm. */
export const hemOpacity = (inside: number) => Math.round(HEM.opacity * Math.max(0, 1 - (inside / HEM.height) ** 2));

/** Interpolates values of the mannequin's points at the points of a piece of it. */
function interpolate({ from, to, share }: SurfacePiece, values: ArrayLike<number>, width: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(width * from.length);
  for (const [p, start] of from.entries()) {
    const [end, part] = [to[p] as number, share[p] as number];
    for (let k = 0; k < width; k++) {
      const value = values[width * start + k] as number;
      result[width * p + k] = value + part * ((values[width * end + k] as number) - value);
    }
  }
  return result;
}

const lengthAt = (values: Float32Array, p: number) =>
  Math.hypot(values[3 * p] as number, values[3 * p + 1] as number, values[3 * p + 2] as number);

/** Smooths cloth. Its hems keep the distance from the skin of the cloth next to them, so that they do not contract. */
function smoothInside(cloth: Float32Array, skin: Float32Array, { indices, from, to }: SurfacePiece): void {
  const before = cloth.slice();
  const isHem = (p: number) => from[p] !== to[p];
  smoothValues(cloth, 3, indices, ROUNDS.cloth);
  for (const p of from.keys()) if (isHem(p)) cloth.set(before.subarray(3 * p, 3 * p + 3), 3 * p);
  const offsets = smoothValues(
    cloth.map((value, i) => value - (skin[i] as number)),
    3,
    indices,
    ROUNDS.hems,
  );
  for (const i of cloth.keys()) if (isHem(Math.floor(i / 3))) cloth[i] = (skin[i] as number) + (offsets[i] as number);
}

/** Moves cloth outwards where it is too close to the skin below, and back where it enters another part of the body. */
function keepOutside(
  cloth: Float32Array,
  skin: Float32Array,
  outward: Float32Array,
  gap: Float32Array,
  { indices }: SurfacePiece,
  mannequin: Mannequin,
): void {
  const isClear = outsideOf(mannequin);
  const at = (values: Float32Array, p: number, axis: number) => values[3 * p + axis] as number;
  const offsets = new Float32Array(cloth.length);
  for (let p = 0; p < gap.length; p++) {
    const length = lengthAt(outward, p) || 1;
    const minGap = Math.max(GAP_LIMITS.min, 0.6 * (gap[p] as number));
    let height = 0;
    for (let axis = 0; axis < 3; axis++) height += ((at(cloth, p, axis) - at(skin, p, axis)) * at(outward, p, axis)) / length;
    const lift = Math.max(0, minGap - height);
    for (let axis = 0; axis < 3; axis++)
      offsets[3 * p + axis] = at(cloth, p, axis) - at(skin, p, axis) + (lift * at(outward, p, axis)) / length;
  }
  /** A point at a share of the gap; it never crosses to the other leg's side. */
  const pointAt = (p: number, share: number) =>
    [0, 1, 2].map((axis) => {
      const value = at(skin, p, axis) + share * at(offsets, p, axis);
      return axis === 0 && value * at(skin, p, 0) < 0 ? 0 : value;
    }) as [number, number, number];
  const shares = Float32Array.from(gap, (_, p) => [1, ...GAP_SHARES].find((share) => isClear(...pointAt(p, share))) ?? 0);
  // Cloth next to a corrected point is corrected a little too, so that it stays smooth.
  const smoothed = smoothValues(shares.slice(), 1, indices, ROUNDS.corrections);
  for (const [p, share] of shares.entries()) {
    const softer = pointAt(p, Math.min(share, smoothed[p] as number));
    if (share === 0) {
      const length = lengthAt(outward, p) || 1;
      cloth.set(
        [0, 1, 2].map((axis) => at(skin, p, axis) + (0.05 * at(outward, p, axis)) / length),
        3 * p,
      );
    } else cloth.set(isClear(...softer) ? softer : pointAt(p, share), 3 * p);
  }
}

/** Tests whether a point is clearly outside the mannequin. */
function outsideOf({ positions, normals }: Mannequin): (x: number, y: number, z: number) => boolean {
  const nearest = createNearestPointLookup(positions, LOOKUP_CELL);
  return (x, y, z) => {
    const p = nearest(x, y, z);
    if (p === undefined) return true;
    const height =
      (x - (positions[3 * p] as number)) * (normals[3 * p] as number) +
      (y - (positions[3 * p + 1] as number)) * (normals[3 * p + 1] as number) +
      (z - (positions[3 * p + 2] as number)) * (normals[3 * p + 2] as number);
    return height >= CLEAR;
  };
}
