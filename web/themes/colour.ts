import { getContrastRatio } from '#brands/contrast.ts';

/** Colour arithmetic of the themes: contrast as WCAG 2 counts it, palettes in OKLCH (B. Ottosson, 2020). */

type Triple = [number, number, number];

const white = '#ffffff';
const ink = '#1c1d1f';
const black = '#000000';

export const isHexColour = (value: string | null | undefined): value is string => /^#[0-9a-f]{6}$/i.test(value ?? '');

const channels = (hex: string): Triple => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Triple;
const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const encoded = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

/** Text colour for any background: black or white, whichever has the higher contrast, which is always at least 4.5:1. */
export const getTextColourOn = (ground: string, wanted = white): string =>
  [wanted, white, ink].find((text) => getContrastRatio(text, ground) >= 4.5) ?? black;

function toLch(hex: string): Triple {
  const [r, g, b] = channels(hex).map(linear) as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, bb), Math.atan2(bb, a)];
}

function toHex([lightness, chroma, hue]: Triple): string {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${rgb
    .map((c) =>
      Math.round(Math.min(1, Math.max(0, encoded(Math.max(0, c)))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The colour, darkened only as much as text needs for a contrast of 4.5:1 on all given backgrounds. */
export function darkenToReadable(colour: string, ...grounds: string[]): string {
  const [lightness, chroma, hue] = toLch(colour);
  for (let l = lightness; l > 0; l -= 0.01) {
    const tried = l === lightness ? colour : toHex([l, chroma * (l / lightness), hue]);
    if (grounds.every((ground) => getContrastRatio(tried, ground) >= 4.5)) return tried;
  }
  return black;
}

/** Lighter (above 1) or darker (below 1) by a factor on lightness. */
export function scaleLightness(colour: string, factor: number): string {
  const [lightness, chroma, hue] = toLch(colour);
  return toHex([Math.min(0.99, lightness * factor), chroma, hue]);
}

/** The hover colour: a step darker, or lighter if the colour is already very dark. */
export const getHoverColour = (colour: string) => scaleLightness(colour, toLch(colour)[0] < 0.3 ? 1.5 : 0.9);

export type Palette = [string, string, string, string, string, string, string, string, string, string];

/** A palette of ten shades from near white to near black; step 7 is the colour itself. */
export function createPalette(colour: string): Palette {
  const [lightness, chroma, hue] = toLch(colour);
  const lightest = Math.max(0.965, lightness);
  return Array.from({ length: 10 }, (_, step) => {
    if (step === 7) return colour.toLowerCase();
    const t = step / 7;
    if (step < 7) return toHex([lightest + (lightness - lightest) * t, chroma * (0.12 + 0.88 * t), hue]);
    return toHex([lightness * (step === 8 ? 0.86 : 0.72), chroma * 0.92, hue]);
  }) as Palette;
}
