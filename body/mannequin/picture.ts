import { buildBase, buildShadow, type MeshGeometry } from './base.ts';
import { CAMERA, computeLight, linearToSrgb, SRGB_TO_LINEAR } from './lighting.ts';
import type { Mannequin } from './mannequin.ts';
import { SKIN_COLOUR } from './palette.ts';
import { normalise, type Point } from './solids.ts';

/** How the mannequin is shown. */
export interface View {
  /** Size of the image, pixels. */
  width: number;
  height: number;
  /** Rotation of the mannequin to its left, radians; 0 shows the front. */
  turn: number;
  /** The part of the stature that fills the image; 0 is the floor and 1 the crown. By default everything, including the plate. */
  part?: readonly [from: number, to: number] | undefined;
}

/** A garment on the mannequin: the colours of the skin, and a translucent shell. */
interface WornGarment {
  colours: Uint8Array;
  shell: MeshGeometry | undefined;
}

/** Samples per pixel in each direction, against jagged edges. */
const SAMPLES_PER_AXIS = 2;
/** Opacity of a garment's shell: seen face on, and at its edges. */
export const GARMENT_OPACITY = { min: 0.2, max: 0.66 } as const;
const SOLID = { min: 1, max: 1 };
const CLEAR = { min: 0, max: 0 };

/**
 * Renders a mannequin and its garment as RGBA pixels from the top left, on a transparent background. Looks like the interactive
 * scene but needs no graphics hardware. Takes some hundredths of a second for 300 × 500 pixels.
 */
export function renderMannequin(
  mannequin: Mannequin,
  { width, height, turn, part }: View,
  garment?: WornGarment,
): Uint8ClampedArray<ArrayBuffer> {
  const [w, h] = [width * SAMPLES_PER_AXIS, height * SAMPLES_PER_AXIS];
  let stature = 0;
  for (let i = 1; i < mannequin.positions.length; i += 3) stature = Math.max(stature, mannequin.positions[i] as number);
  const raster: Raster = {
    w,
    h,
    turn,
    camera: cameraOn(stature, w, h, part),
    depth: new Float32Array(w * h).fill(Number.NEGATIVE_INFINITY),
    samples: new Float32Array(4 * w * h),
  };
  draw(buildShadow(stature), raster, CLEAR);
  draw(buildBase(mannequin, stature), raster);
  draw({ ...mannequin, colours: garment?.colours }, raster);
  if (garment?.shell) {
    // The depth buffer is kept, so that the mannequin hides the parts of the shell behind it.
    const overlay: Raster = { ...raster, samples: new Float32Array(4 * w * h) };
    draw(garment.shell, overlay, GARMENT_OPACITY);
    blend(overlay.samples, raster.samples);
  }
  return downsample(raster.samples, width, height);
}

/** Projects a point to the image; the third coordinate is its nearness. */
type Camera = (x: number, y: number, z: number) => Point;

function cameraOn(stature: number, w: number, h: number, part: View['part']): { eye: Point; project: Camera } {
  const { distance, height, targetHeight, fieldOfView } = CAMERA;
  const [eyeY, eyeZ] = [height * stature, distance * stature];
  const pitch = Math.atan2(height - targetHeight, distance);
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  const focal = 0.5 / Math.tan((fieldOfView * Math.PI) / 360);
  const toImagePlane = (x: number, y: number, z: number): Point => {
    const [dy, dz] = [y - eyeY, eyeZ - z];
    const far = dz * cos - dy * sin;
    return [(focal * x) / far, (focal * (dy * cos + dz * sin)) / far, -far];
  };
  const [low, high] = part ? (part.map((share) => toImagePlane(0, share * stature, 0)[1]) as [number, number]) : [-0.5, 0.5];
  const scale = h / (high - low);
  return {
    eye: [0, eyeY, eyeZ],
    project: (x, y, z) => {
      const [across, up, near] = toImagePlane(x, y, z);
      return [w / 2 + across * scale, h - (up - low) * scale, near];
    },
  };
}

interface Raster {
  w: number;
  h: number;
  turn: number;
  camera: { eye: Point; project: Camera };
  depth: Float32Array;
  /** By sample: red, green and blue, 0 to 255, and opacity, 0 to 1. */
  samples: Float32Array;
}

/** Draws lit triangles with a depth test. */
function draw(
  { positions, normals, indices, shades, colours, minOpacity }: MeshGeometry,
  raster: Raster,
  { min, max }: { min: number; max: number } = SOLID,
): void {
  const { turn, camera } = raster;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const n = positions.length / 3;
  const screen = new Float64Array(3 * n);
  const lit = new Float32Array(4 * n);
  const light = new Float64Array(3);
  for (let p = 0; p < n; p++) {
    const [x, y, z] = [positions[3 * p] as number, positions[3 * p + 1] as number, positions[3 * p + 2] as number];
    const [nx, ny, nz] = [normals[3 * p] as number, normals[3 * p + 1] as number, normals[3 * p + 2] as number];
    const point: Point = [x * cos + z * sin, y, z * cos - x * sin];
    const normal: Point = [nx * cos + nz * sin, ny, nz * cos - nx * sin];
    screen.set(camera.project(...point), 3 * p);
    const eye = normalise([camera.eye[0] - point[0], camera.eye[1] - point[1], camera.eye[2] - point[2]]);
    computeLight(normal, eye, (shades[p] as number) / 255, light);
    for (let c = 0; c < 3; c++)
      lit[4 * p + c] = linearToSrgb(
        (light[c] as number) * (SRGB_TO_LINEAR[colours ? (colours[3 * p + c] as number) : (SKIN_COLOUR[c] as number)] as number),
      );
    const facing = Math.abs(normal[0] * eye[0] + normal[1] * eye[1] + normal[2] * eye[2]);
    lit[4 * p + 3] = Math.max(min + (max - min) * (1 - facing) ** 2, (minOpacity?.[p] ?? 0) / 255);
  }
  for (let t = 0; t < indices.length; t += 3)
    fill(screen, lit, [indices[t] as number, indices[t + 1] as number, indices[t + 2] as number], raster);
}

/** Fills one triangle with a depth test. */
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
  // Facing away, or edge-on.
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

/** Blends translucent samples over others. */
function blend(overlay: Float32Array, under: Float32Array): void {
  for (let i = 0; i < overlay.length; i += 4) {
    const share = overlay[i + 3] as number;
    if (share === 0) continue;
    const behind = (1 - share) * (under[i + 3] as number);
    const whole = share + behind;
    for (let c = 0; c < 3; c++) under[i + c] = (share * (overlay[i + c] as number) + behind * (under[i + c] as number)) / whole;
    under[i + 3] = whole;
  }
}

/** Reduces samples to pixels: the mean colour, weighted by opacity. */
function downsample(samples: Float32Array, width: number, height: number): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [red, green, blue, hidden] = [0, 0, 0, 0];
      for (let k = 0; k < SAMPLES_PER_AXIS * SAMPLES_PER_AXIS; k++) {
        const i =
          4 *
          (x * SAMPLES_PER_AXIS +
            (k % SAMPLES_PER_AXIS) +
            width * SAMPLES_PER_AXIS * (y * SAMPLES_PER_AXIS + Math.floor(k / SAMPLES_PER_AXIS)));
        const own = samples[i + 3] as number;
        red += own * (samples[i] as number);
        green += own * (samples[i + 1] as number);
        blue += own * (samples[i + 2] as number);
        hidden += own;
      }
      if (hidden > 0)
        pixels.set(
          [red / hidden, green / hidden, blue / hidden, (255 * hidden) / (SAMPLES_PER_AXIS * SAMPLES_PER_AXIS)],
          4 * (x + width * y),
        );
    }
  }
  return pixels;
}
