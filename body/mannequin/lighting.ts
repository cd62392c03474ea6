/** The camera and lights shared by the static image and the interactive scene. */
import { normalise, type Point } from './solids.ts';

/** Position and target of the camera, in statures, and its vertical field of view, degrees. */
export const CAMERA = { distance: 3.4, height: 0.56, targetHeight: 0.487, fieldOfView: 18.6 } as const;

/**
 * Lighting as in product photography: a large warm key light from the upper left, a weak cool fill light opposite, a rim light
 * from behind that separates the figure from the background, and ambient light from sky and ground. Directions are unit
 * vectors (x to the right of the image, z to the camera); colours are linear.
 */
export const LIGHTS = {
  key: { from: normalise([-0.74, 0.66, 0.5]), colour: [0.99, 0.945, 0.89] },
  /** How far the large key light wraps around the figure, and the exponent of its falloff. */
  wrap: 0.32,
  softness: 1.6,
  fill: { from: normalise([0.85, 0.1, 0.6]), colour: [0.095, 0.098, 0.104] },
  rim: { from: normalise([0.75, 0.35, -0.56]), colour: [0.34, 0.345, 0.355] },
  sky: [0.285, 0.292, 0.305],
  ground: [0.12, 0.112, 0.104],
  /** Share of the key light left in a fold, and exponents by colour: light from a fold is warmer, since skin has reflected it. */
  fold: 0.45,
  warmth: [0.93, 1, 1.08],
} as const satisfies Record<string, unknown>;

/**
 * Computes the light (linear RGB) from a point towards the viewer in direction `eye`. `shade` is 1 in the open and 0 in the
 * deepest fold.
 */
export function computeLight(normal: Point, eye: Point, shade: number, into: Float64Array): void {
  const { key, wrap, softness, fill, rim, sky, ground, fold, warmth } = LIGHTS;
  const ahead = Math.max(0, (dot(normal, key.from) + wrap) / (1 + wrap)) ** softness * (fold + (1 - fold) * shade);
  const beside = Math.max(0, dot(normal, fill.from)) * shade;
  const grazing = 1 - Math.max(0, dot(normal, eye));
  const behind = grazing ** 3 * Math.max(0, 0.5 + 0.5 * dot(normal, rim.from)) * shade;
  const above = 0.5 + 0.5 * normal[1];
  for (let c = 0; c < 3; c++) {
    const k = c as 0 | 1 | 2;
    const around = (ground[k] + (sky[k] - ground[k]) * above) * shade ** warmth[k];
    into[c] = around + ahead * key.colour[k] + beside * fill.colour[k] + behind * rim.colour[k];
  }
}

const dot = (one: Point, other: Point) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

/** Linear light (0 to 1) by sRGB value (0 to 255). */
export const SRGB_TO_LINEAR = Float32Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

/** Converts linear light to an sRGB value, rounded. */
export const linearToSrgb = (light: number) => ENCODED[Math.min(Math.max(Math.round(light * FINEST), 0), FINEST)] as number;
const FINEST = 4095;
const ENCODED = Uint8Array.from({ length: FINEST + 1 }, (_, i) => {
  const light = i / FINEST;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});
