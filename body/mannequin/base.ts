/** The round plate under a mannequin, and the soft shadows of both. */
import type { Mannequin } from './mannequin.ts';

/** A mesh ready to be lit and drawn. */
export interface MeshGeometry {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
  /** By point: ambient light, 0 (deepest fold) to 255 (open). */
  shades: Uint8Array;
  /** By point: sRGB red, green and blue, 0 to 255. */
  colours?: Uint8Array | undefined;
  /** By point of a translucent mesh: its minimum opacity, 0 to 255. */
  minOpacity?: Uint8Array;
}

/** Colours of the plate and of shadows. */
const [STEEL, DARK] = [
  [222, 218, 212],
  [60, 54, 46],
] as const;
/** Radius and thickness, in statures. */
const [RADIUS, THICKNESS] = [0.152, 0.0055];
/** Distance of the plate's top below the soles, cm: coincident surfaces would flicker. */
const SUNK = 0.12;
/** Points per ring, and rings from the centre to the rim; more rings make the rim rounder. */
const [AROUND, RINGS] = [96, 30];
/** Size of the tiles on which shadows are sampled, maximum height of skin that casts a shadow, and minimum softness, cm. */
const [TILE, HIGH, SOFT] = [1.5, 60, 2];

/** The plate under a mannequin. */
export function buildBase(mannequin: Mannequin, stature: number): MeshGeometry {
  const dark = darknessBelow(mannequin);
  const radius = RADIUS * stature;
  const bevel = 0.35 * THICKNESS * stature;
  const flat = Array.from({ length: RINGS + 1 }, (_, r): Ring => [((radius - bevel) * r) / RINGS, -SUNK, 1]);
  const edge: Ring[] = [
    [radius, -SUNK - bevel, 0.3],
    [radius, -THICKNESS * stature, 0],
  ];
  const round = buildRings([...flat, ...edge]);
  return {
    ...round,
    shades: Uint8Array.from({ length: round.positions.length / 3 }, (_, p) =>
      Math.round(255 * (1 - dark(round.positions[3 * p] as number, round.positions[3 * p + 2] as number))),
    ),
    colours: uniformColour(STEEL, round),
  };
}

/** The plate's shadow on the ground around it. */
export function buildShadow(stature: number): MeshGeometry {
  const [radius, y] = [RADIUS * stature, -THICKNESS * stature];
  const round = buildRings(Array.from({ length: 13 }, (_, r): Ring => [radius * (0.95 + 0.05 * r), y, 1]));
  const count = round.positions.length / 3;
  return {
    ...round,
    shades: new Uint8Array(count).fill(128),
    colours: uniformColour(DARK, round),
    minOpacity: Uint8Array.from({ length: count }, (_, p) =>
      Math.round(115 * (1 - Math.min(Math.floor(p / AROUND) / 12, 1)) ** 2.4),
    ),
  };
}

const uniformColour = (colour: readonly [number, number, number], { positions }: Pick<MeshGeometry, 'positions'>) =>
  Uint8Array.from(positions, (_, i) => colour[i % 3] as number);

/** A circle around the vertical axis: its radius, its height, and the vertical part of its normal, 0 to 1. */
type Ring = readonly [radius: number, y: number, up: number];

/** The surface through a series of rings, each inside or above the next. */
function buildRings(rings: readonly Ring[]): Pick<MeshGeometry, 'positions' | 'normals' | 'indices'> {
  const points: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (const [r, [radius, y, up]] of rings.entries()) {
    const outward = Math.sqrt(1 - up * up);
    for (let i = 0; i < AROUND; i++) {
      const [sin, cos] = [Math.sin((2 * Math.PI * i) / AROUND), Math.cos((2 * Math.PI * i) / AROUND)];
      points.push(radius * sin, y, radius * cos);
      normals.push(outward * sin, up, outward * cos);
      const [a, b] = [r * AROUND + i, r * AROUND + ((i + 1) % AROUND)];
      if (r + 1 < rings.length) indices.push(a, a + AROUND, b, b, a + AROUND, b + AROUND);
    }
  }
  return { positions: Float32Array.from(points), normals: Float32Array.from(normals), indices: Uint32Array.from(indices) };
}

/** How dark it is below a mannequin by place (x, z): what of the sky its lowest skin hides. */
function darknessBelow({ positions }: Mannequin): (x: number, z: number) => number {
  const lowest = new Map<string, readonly [x: number, height: number, z: number]>();
  for (let p = 0; p < positions.length; p += 3) {
    const [x, y, z] = [positions[p] as number, positions[p + 1] as number, positions[p + 2] as number];
    if (y > HIGH) continue;
    const [i, k] = [Math.round(x / TILE), Math.round(z / TILE)];
    const known = lowest.get(`${i} ${k}`);
    if (!known || y < known[1]) lowest.set(`${i} ${k}`, [i * TILE, y, k * TILE]);
  }
  const tiles = Float64Array.from([...lowest.values()].flat());
  return (x, z) => {
    let hidden = 0;
    for (let t = 0; t < tiles.length; t += 3) {
      const height = Math.max(tiles[t + 1] as number, SOFT) ** 2;
      const away = ((tiles[t] as number) - x) ** 2 + ((tiles[t + 2] as number) - z) ** 2;
      hidden += height / (height + away) ** 2;
    }
    return Math.min(0.9, (0.9 * hidden * TILE * TILE) / Math.PI);
  };
}
