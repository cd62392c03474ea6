/** The studio that mannequins are seen in, the same for the still picture and for the stage: its camera, and its lights. */
import { normalise, type Point } from './solids.ts';

/** Where the camera stands and what it looks at, in statures; the angle that it sees from top to bottom, degrees. */
export const CAMERA = { distance: 3.4, height: 0.56, targetHeight: 0.487, fieldOfView: 18.6 } as const;

/**
 * Lights as of a photograph of goods: a large warm key from above on the left, a weak cool fill against it, a rim from behind that parts the
 * figure from its ground, and what comes back from walls and floor. Directions of length 1 (x to the right of the picture, z to the camera), colours
 * as shares of linear light.
 */
export const LIGHTS = {
  key: { from: normalise([-0.74, 0.66, 0.5]), colour: [0.99, 0.945, 0.89] },
  /** How far around the edge of its shadow the key reaches, and how softly it ends there: it is large. */
  wrap: 0.32,
  softness: 1.6,
  fill: { from: normalise([0.85, 0.1, 0.6]), colour: [0.095, 0.098, 0.104] },
  rim: { from: normalise([0.75, 0.35, -0.56]), colour: [0.34, 0.345, 0.355] },
  sky: [0.285, 0.292, 0.305],
  ground: [0.12, 0.112, 0.104],
  /** What of the key is left in a fold, and how much the colours of light that comes out of one differ: it was reflected by the skin. */
  fold: 0.45,
  warmth: [0.93, 1, 1.08],
} as const satisfies Record<string, unknown>;

/** The light (red, green, blue; linear) that a place sends to an eye in the direction `eye`; `shade` 1 in the open, 0 in the deepest fold. */
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

/** Of sRGB (0 to 255) what light is reckoned with, 0 to 1. */
export const SRGB_TO_LINEAR = Float32Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

/** The other way around, rounded. */
export const linearToSrgb = (light: number) => ENCODED[Math.min(Math.max(Math.round(light * FINEST), 0), FINEST)] as number;
const FINEST = 4095;
const ENCODED = Uint8Array.from({ length: FINEST + 1 }, (_, i) => {
  const light = i / FINEST;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});
