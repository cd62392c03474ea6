import { computeNormals, type Mannequin } from '../mannequin/mannequin.ts';
import { smoothValues } from '../mannequin/smooth.ts';
import { GAP_LIMITS } from './fit-curves.ts';
import { createNearestPointLookup, cutSurfacePiece, type SurfacePiece } from './surface-piece.ts';

/** The outside of a garment: open at its hems, never inside the mannequin; cm. */
export interface Shell {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
  /** Of every point: how open it lies, from 0 to 255. */
  shades: Uint8Array<ArrayBuffer>;
  /** Red, green, blue of sRGB, 0 to 255. */
  colours: Uint8Array<ArrayBuffer>;
  /** Of every point: how much it hides at least, from 0 to 255: hems are seen. */
  minOpacity: Uint8Array<ArrayBuffer>;
}

/** Rounds of smoothing: of the directions cloth stands off in, of how far it stands off, of the cloth itself, of its hems, and of its retreats. */
const ROUNDS = { directions: 6, gaps: 6, cloth: 5, hems: 6, retreats: 5 };
/** How far from a part of the body cloth stays that it does not hang on, cm. */
const CLEAR = 0.15;
/** Shares of the way out at which a point is tried that came too near to another part of the body. */
const RETREATS = [0.5, 0.25, 0.1];
const NEARBY = 3;
/** Height of a hem (cm), and how much it hides, to 255. */
const HEM = { height: 2.2, hides: 205 };

/** The garment's shell over the covered region: `gaps` off the skin (cm, by point of the mannequin). */
export function buildShell(mannequin: Mannequin, depth: Float32Array, gaps: Float32Array, colours: Uint8Array): Shell {
  const { positions, normals, indices } = mannequin;
  const directions = smoothValues(normals.slice(), 3, indices, ROUNDS.directions);
  smoothValues(gaps, 1, indices, ROUNDS.gaps);
  const piece = cutSurfacePiece(mannequin, depth);
  const skin = between(piece, positions, 3);
  const out = between(piece, normals, 3);
  const towards = between(piece, directions, 3);
  const gap = between(piece, gaps, 1);
  const cloth = new Float32Array(skin.length);
  for (let p = 0; p < gap.length; p++) {
    // Cloth hangs: what bulges below it pushes it aside, and not up or down.
    const up = towards[3 * p + 1] as number;
    towards[3 * p + 1] = up * Math.min(1, Math.abs(up) / lengthAt(towards, p)) ** 2;
    const length = lengthAt(towards, p) || 1;
    for (let axis = 0; axis < 3; axis++) {
      const i = 3 * p + axis;
      cloth[i] = (skin[i] as number) + ((towards[i] as number) / length) * (gap[p] as number);
    }
  }
  smoothInside(cloth, skin, piece);
  keepOutside(cloth, skin, out, gap, piece, mannequin);
  const found = Uint32Array.from(piece.indices);
  return {
    positions: cloth,
    normals: computeNormals(cloth, found),
    indices: found,
    shades: Uint8Array.from(between(piece, mannequin.shades, 1)),
    colours: Uint8Array.from(between(piece, colours, 3)),
    minOpacity: Uint8Array.from(between(piece, depth, 1), hemOpacity),
  };
}

/** How much cloth hides so far from its edge, cm. */
export const hemOpacity = (inside: number) => Math.round(HEM.hides * Math.max(0, 1 - (inside / HEM.height) ** 2));

/** Values of a mannequin's points at the points of a piece of it. */
function between({ from, to, share }: SurfacePiece, values: ArrayLike<number>, width: number): Float32Array<ArrayBuffer> {
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

/** Smooths cloth. At its hems it stands as far off the skin as it does beside them: it is not drawn together there. */
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

/** Moves cloth that came too near to its own skin outwards, and cloth that came into another part of the body back. */
function keepOutside(
  cloth: Float32Array,
  skin: Float32Array,
  out: Float32Array,
  gap: Float32Array,
  { indices }: SurfacePiece,
  mannequin: Mannequin,
): void {
  const isClear = outsideOf(mannequin);
  const at = (values: Float32Array, p: number, axis: number) => values[3 * p + axis] as number;
  const wishes = new Float32Array(cloth.length);
  for (let p = 0; p < gap.length; p++) {
    const length = lengthAt(out, p) || 1;
    const least = Math.max(GAP_LIMITS.min, 0.6 * (gap[p] as number));
    let height = 0;
    for (let axis = 0; axis < 3; axis++) height += ((at(cloth, p, axis) - at(skin, p, axis)) * at(out, p, axis)) / length;
    const lift = Math.max(0, least - height);
    for (let axis = 0; axis < 3; axis++)
      wishes[3 * p + axis] = at(cloth, p, axis) - at(skin, p, axis) + (lift * at(out, p, axis)) / length;
  }
  /** A place on the way out; each leg keeps to its own side. */
  const place = (p: number, share: number) =>
    [0, 1, 2].map((axis) => {
      const value = at(skin, p, axis) + share * at(wishes, p, axis);
      return axis === 0 && value * at(skin, p, 0) < 0 ? 0 : value;
    }) as [number, number, number];
  const shares = Float32Array.from(gap, (_, p) => [1, ...RETREATS].find((share) => isClear(...place(p, share))) ?? 0);
  // Beside a place that had to retreat the cloth does so too, a little: it is not torn.
  const even = smoothValues(shares.slice(), 1, indices, ROUNDS.retreats);
  for (const [p, share] of shares.entries()) {
    const softer = place(p, Math.min(share, even[p] as number));
    if (share === 0) {
      const length = lengthAt(out, p) || 1;
      cloth.set(
        [0, 1, 2].map((axis) => at(skin, p, axis) + (0.05 * at(out, p, axis)) / length),
        3 * p,
      );
    } else cloth.set(isClear(...softer) ? softer : place(p, share), 3 * p);
  }
}

/** Whether a place lies clearly outside a mannequin. */
function outsideOf({ positions, normals }: Mannequin): (x: number, y: number, z: number) => boolean {
  const nearest = createNearestPointLookup(positions, NEARBY);
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
