import type { Mannequin } from './mannequin.ts';

/** How a mannequin is looked at. */
export interface View {
  /** Of the picture, pixels. */
  width: number;
  height: number;
  /** How far it has turned to its left, radians; 0 shows its front. */
  turn: number;
  /** The part of the stature that is shown, 0 the floor and 1 the crown. Default: all of it. */
  part?: readonly [from: number, to: number];
}

/** What is drawn: points with their normals, and triangles. */
interface Geometry {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
  /** Of every point: red, green, blue of sRGB, 0 to 255. */
  colours?: Uint8Array | undefined;
}

/** What a mannequin wears: its own colours, and a shell that can be looked through. */
interface Worn {
  colours: Uint8Array;
  shell: Geometry | undefined;
}

/** Where light comes from: above, from the left, a little from the front; not of length 1. */
const KEY = [0.45, 0.5, 0.74] as const;
const COLOUR = [236, 231, 224] as const;
/** Of every pixel so many samples across and down, against jagged edges. */
const FINE = 2;
/** What is left free above and below, as a share of the height. */
const MARGIN = 0.03;
/** How much a shell hides: looked at squarely, and at its edges. */
export const VEIL = { least: 0.16, most: 0.62 } as const;

/**
 * A matt picture of a mannequin, and of what it wears, as RGBA pixels, from the top left; transparent where nothing stands. Needs no graphics
 * hardware. Some hundredths of a second for 300 × 500.
 */
export function pictureOf(
  mannequin: Mannequin,
  { width, height, turn, part = [0, 1] }: View,
  worn?: Worn,
): Uint8ClampedArray<ArrayBuffer> {
  const { positions } = mannequin;
  const [w, h] = [width * FINE, height * FINE];
  let stature = 0;
  for (let i = 1; i < positions.length; i += 3) stature = Math.max(stature, positions[i] as number);
  const scale = (h * (1 - 2 * MARGIN)) / (stature * (part[1] - part[0]));
  const place = (x: number, y: number) => [w / 2 + x * scale, h * (1 - MARGIN) - (y - part[0] * stature) * scale] as const;
  const raster: Raster = {
    w,
    h,
    depth: new Float32Array(w * h).fill(Number.NEGATIVE_INFINITY),
    samples: new Float32Array(4 * w * h),
  };
  draw({ ...mannequin, colours: worn?.colours }, turn, place, raster);
  if (worn?.shell) {
    // What is behind the mannequin stays hidden by it.
    const veil: Raster = { ...raster, samples: new Float32Array(4 * w * h) };
    draw(worn.shell, turn, place, veil, VEIL);
    lay(veil.samples, raster.samples);
  }
  return shrunk(raster.samples, width, height);
}

interface Raster {
  w: number;
  h: number;
  depth: Float32Array;
  /** Of every sample red, green, blue, 0 to 255, and how much it hides, 0 to 1. */
  samples: Float32Array;
}

/** Draws lit triangles where they are nearer than what is there. */
function draw(
  { positions, normals, indices, colours }: Geometry,
  turn: number,
  place: (x: number, y: number) => readonly [number, number],
  raster: Raster,
  { least, most }: { least: number; most: number } = { least: 1, most: 1 },
): void {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const n = positions.length / 3;
  const screen = new Float64Array(3 * n);
  const lit = new Float32Array(4 * n);
  for (let p = 0; p < n; p++) {
    const [x, y, z] = [positions[3 * p] as number, positions[3 * p + 1] as number, positions[3 * p + 2] as number];
    const [nx, ny, nz] = [normals[3 * p] as number, normals[3 * p + 1] as number, normals[3 * p + 2] as number];
    const [sx, sz] = [x * cos + z * sin, z * cos - x * sin];
    const [mx, mz] = [nx * cos + nz * sin, nz * cos - nx * sin];
    screen.set([...place(sx, y), sz], 3 * p);
    const key = Math.max(0, ny * KEY[1] + mz * KEY[2] - mx * KEY[0]);
    const rim = (1 - Math.abs(mz)) ** 3;
    const light = Math.min(1, 0.27 + 0.58 * key + 0.1 * (1 + ny) + 0.12 * rim);
    for (let c = 0; c < 3; c++) lit[4 * p + c] = light * (colours ? (colours[3 * p + c] as number) : (COLOUR[c] as number));
    lit[4 * p + 3] = least + (most - least) * (1 - Math.abs(mz)) ** 2;
  }
  for (let t = 0; t < indices.length; t += 3)
    fill(screen, lit, [indices[t] as number, indices[t + 1] as number, indices[t + 2] as number], raster);
}

/** Fills one triangle where it is nearer than what is there. */
function fill(
  screen: Float64Array,
  lit: Float32Array,
  [a, b, c]: readonly [number, number, number],
  { w, h, depth, samples }: Raster,
): void {
  const [ax, ay, az] = [screen[3 * a] as number, screen[3 * a + 1] as number, screen[3 * a + 2] as number];
  const [bx, by, bz] = [screen[3 * b] as number, screen[3 * b + 1] as number, screen[3 * b + 2] as number];
  const [cx, cy, cz] = [screen[3 * c] as number, screen[3 * c + 1] as number, screen[3 * c + 2] as number];
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  // Seen from behind, or from its edge.
  if (area > -1e-9) return;
  const [top, bottom] = [Math.max(0, Math.ceil(Math.min(ay, by, cy))), Math.min(h - 1, Math.max(ay, by, cy))];
  const [left, right] = [Math.max(0, Math.ceil(Math.min(ax, bx, cx))), Math.min(w - 1, Math.max(ax, bx, cx))];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const u = ((bx - x) * (cy - y) - (cx - x) * (by - y)) / area;
      const v = ((cx - x) * (ay - y) - (ax - x) * (cy - y)) / area;
      const s = 1 - u - v;
      if (u < 0 || v < 0 || s < 0) continue;
      const z = u * az + v * bz + s * cz;
      const pixel = x + w * y;
      if (z <= (depth[pixel] as number)) continue;
      depth[pixel] = z;
      for (let k = 0; k < 4; k++)
        samples[4 * pixel + k] = u * (lit[4 * a + k] as number) + v * (lit[4 * b + k] as number) + s * (lit[4 * c + k] as number);
    }
  }
}

/** Lays samples that can be looked through over others. */
function lay(veil: Float32Array, under: Float32Array): void {
  for (let i = 0; i < veil.length; i += 4) {
    const share = veil[i + 3] as number;
    if (share === 0) continue;
    const behind = (1 - share) * (under[i + 3] as number);
    const whole = share + behind;
    for (let c = 0; c < 3; c++) under[i + c] = (share * (veil[i + c] as number) + behind * (under[i + c] as number)) / whole;
    under[i + 3] = whole;
  }
}

/** Samples to pixels: their mean colour, each counting as much as it hides. */
function shrunk(samples: Float32Array, width: number, height: number): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [red, green, blue, hidden] = [0, 0, 0, 0];
      for (let k = 0; k < FINE * FINE; k++) {
        const i = 4 * (x * FINE + (k % FINE) + width * FINE * (y * FINE + Math.floor(k / FINE)));
        const own = samples[i + 3] as number;
        red += own * (samples[i] as number);
        green += own * (samples[i + 1] as number);
        blue += own * (samples[i + 2] as number);
        hidden += own;
      }
      if (hidden > 0)
        pixels.set([red / hidden, green / hidden, blue / hidden, (255 * hidden) / (FINE * FINE)], 4 * (x + width * y));
    }
  }
  return pixels;
}
