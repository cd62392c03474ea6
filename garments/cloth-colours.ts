/** Every colour one garment needs, all mixed from the garment's own colour so that any colour gives a believable cloth. */
export interface ClothColours {
  base: string;
  /** Where the cloth turns towards the light. */
  light: string;
  /** Where the cloth turns away, at the sides. */
  deep: string;
  /** The cloth seen from its wrong side, such as the inside of a neck. */
  inside: string;
  /** One step darker than the base: collars, undersides, facings. */
  under: string;
  /** The silhouette. */
  rim: string;
  /** Edges of pieces that lie on the garment. */
  edge: string;
  seam: string;
  /** Laid over the cloth at low opacity for folds. */
  shadow: string;
  highlight: string;
  button: string;
  /** How strongly folds and gleams are laid on: dark cloth hides shadows and shows light. */
  foldStrength: number;
  highlightStrength: number;
}

type Lab = readonly [lightness: number, a: number, b: number];

const HEX = /^#[0-9a-f]{6}$/i;

/** Throws RangeError unless the value is exactly `#rrggbb`; nothing else may ever reach the SVG. */
export function requireHexColour(value: string): string {
  if (typeof value !== 'string' || !HEX.test(value)) throw new RangeError('A garment colour must be written #rrggbb.');
  return value.toLowerCase();
}

function toLinear(channel: number): number {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): string {
  const c = Math.min(1, Math.max(0, value));
  const encoded = c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

/** OKLab of a `#rrggbb` colour (B. Ottosson, 2020): lightness 0 to 1, a and b about −0.4 to 0.4. */
function toOklab(hex: string): Lab {
  const r = toLinear(Number.parseInt(hex.slice(1, 3), 16));
  const g = toLinear(Number.parseInt(hex.slice(3, 5), 16));
  const b = toLinear(Number.parseInt(hex.slice(5, 7), 16));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toHex([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return `#${fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)}${fromLinear(
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
  )}${fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)}`;
}

/** `share` (0 to 1) of `other` mixed into `colour`, in OKLab so that hues stay true while they darken. */
function mix(colour: string, other: string, share: number): string {
  const from = toOklab(colour);
  const to = toOklab(other);
  return toHex([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]);
}

const WHITE = '#ffffff';
const BLACK = '#000000';
/** White cloth is shaded with warm grey: plain black would make it look dirty. */
const WARM_GREY = '#857e70';

/** The shades of a cloth: pale cloth gets warm grey lines, very dark cloth gets lighter ones so that its seams can be seen. */
export function createClothColours(colour: string): ClothColours {
  const [lightness, a, b] = toOklab(colour);
  if (lightness > 0.9 && Math.hypot(a, b) < 0.06) {
    return {
      base: mix(colour, WARM_GREY, 0.035),
      light: mix(colour, WHITE, 0.6),
      deep: mix(colour, WARM_GREY, 0.17),
      inside: mix(colour, WARM_GREY, 0.36),
      under: mix(colour, WARM_GREY, 0.09),
      rim: mix(colour, WARM_GREY, 0.98),
      edge: mix(colour, WARM_GREY, 0.76),
      seam: mix(colour, WARM_GREY, 0.58),
      shadow: WARM_GREY,
      highlight: WHITE,
      button: mix(colour, WARM_GREY, 0.14),
      foldStrength: 0.75,
      highlightStrength: 1,
    };
  }
  if (lightness < 0.37) {
    const lift = 0.1 + (0.37 - lightness) * 0.35;
    return {
      base: mix(colour, WHITE, (0.37 - lightness) * 0.12),
      light: mix(colour, WHITE, lift),
      deep: mix(colour, BLACK, 0.22),
      inside: mix(colour, BLACK, 0.42),
      under: mix(colour, WHITE, lift * 0.55),
      rim: mix(colour, BLACK, 0.45),
      edge: mix(colour, WHITE, lift + 0.16),
      seam: mix(colour, WHITE, lift + 0.13),
      shadow: mix(colour, BLACK, 0.75),
      highlight: mix(colour, WHITE, 0.5),
      button: mix(colour, WHITE, 0.42),
      foldStrength: 1.15,
      highlightStrength: 0.8,
    };
  }
  return {
    base: colour,
    light: mix(colour, WHITE, 0.1),
    deep: mix(colour, BLACK, 0.15),
    inside: mix(colour, BLACK, 0.38),
    under: mix(colour, BLACK, 0.07),
    rim: mix(colour, BLACK, 0.5),
    edge: mix(colour, BLACK, 0.44),
    seam: mix(colour, BLACK, 0.32),
    shadow: mix(colour, BLACK, 0.55),
    highlight: mix(colour, WHITE, 0.6),
    button: mix(colour, WHITE, 0.5),
    foldStrength: 1,
    highlightStrength: 1,
  };
}
