import { colourWords } from './colour-words.ts';

export interface ParsedColour {
  rgb: string;
  /** Colour of panels and trims, if the name gives two colours. */
  accent: string | null;
}

const modifiers: Record<string, (rgb: number[]) => number[]> = {
  light: (rgb) => mix(rgb, [255, 255, 255], 0.4),
  pale: (rgb) => mix(rgb, [255, 255, 255], 0.55),
  pastel: (rgb) => mix(rgb, [255, 255, 255], 0.5),
  soft: (rgb) => mix(rgb, [255, 255, 255], 0.3),
  bright: (rgb) => rgb.map((part) => Math.min(255, part * 1.18)),
  vivid: (rgb) => rgb.map((part) => Math.min(255, part * 1.18)),
  dark: (rgb) => mix(rgb, [0, 0, 0], 0.4),
  deep: (rgb) => mix(rgb, [0, 0, 0], 0.3),
  midnight: (rgb) => mix(rgb, [0, 0, 0], 0.5),
  dusty: (rgb) => mix(rgb, [150, 145, 145], 0.35),
  washed: (rgb) => mix(rgb, [190, 190, 190], 0.3),
  faded: (rgb) => mix(rgb, [200, 200, 200], 0.35),
  heather: (rgb) => mix(rgb, [170, 172, 176], 0.35),
  heathered: (rgb) => mix(rgb, [170, 172, 176], 0.35),
  marl: (rgb) => mix(rgb, [170, 172, 176], 0.35),
  melange: (rgb) => mix(rgb, [170, 172, 176], 0.35),
};

/**
 * Finds the colours in a name such as "Heather Grey", "navy/white" or "Schwarz". The second of two colours is the accent.
 * Undefined if the name contains no known colour ("Krakken").
 */
export function parseColour(name: string): ParsedColour | undefined {
  const parts = name
    .toLowerCase()
    .split(/[/|+&,;]|\s(?:and|with|on|und|et|y)\s/)
    .flatMap((part) => splitAtHyphen(part.trim()))
    .filter(Boolean);
  const whole = colourOfPart(name.toLowerCase());
  if (parts.length < 2) return whole && { rgb: toHex(whole), accent: null };
  const found = parts.map(colourOfPart).filter((colour) => colour !== undefined);
  const [first, second] = found.length > 0 ? found : whole ? [whole] : [];
  if (!first) return undefined;
  const [rgb, accent] = [toHex(first), second && toHex(second)];
  return { rgb, accent: accent && accent !== rgb ? accent : null };
}

/** "Black-White" is two colours, "Off-White" and "Hi-Vis Yellow" are one. */
function splitAtHyphen(part: string): string[] {
  const halves = part.split('-');
  return halves.length === 2 && halves.every((half) => colourOfPart(half)) ? halves : [part];
}

/** Finds the longest run of words that names a colour, searching from the end, where English puts it. Other words modify it. */
function colourOfPart(part: string): number[] | undefined {
  const words = part.split(/[\s_.-]+/).filter(Boolean);
  // "Heather" modifies black in "Black Heather", but on its own it is a grey.
  const isOnlyShade = words.every((word) => word in modifiers);
  for (let length = Math.min(words.length, 3); length > 0; length--) {
    for (let from = words.length - length; from >= 0; from--) {
      const name = words.slice(from, from + length).join(' ');
      const hex = Object.hasOwn(colourWords, name) ? colourWords[name] : undefined;
      if (!hex || (name in modifiers && !isOnlyShade && words.length > 1)) continue;
      const others = [...words.slice(0, from), ...words.slice(from + length)];
      return others.reduce(
        (rgb, word) => (Object.hasOwn(modifiers, word) ? modifiers[word]?.(rgb) : undefined) ?? rgb,
        toParts(hex),
      );
    }
  }
  return undefined;
}

const toParts = (hex: string): number[] => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

const toHex = (rgb: number[]): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function mix(rgb: number[], other: number[], share: number): number[] {
  return rgb.map((part, index) => part * (1 - share) + (other[index] ?? 0) * share);
}
