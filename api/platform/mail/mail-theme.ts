import type { Brand } from '../http/hosts.ts';

/** How a brand looks in a mail. Colours are `#rrggbb`; mail programs know no variables, so all are worked out here. */
export interface MailTheme {
  company: string;
  origin: string;
  /** The brand's mark as a PNG on its own host; mail programs show no SVG. */
  logoUrl: string | null;
  /** Of buttons and of the line on top. */
  primary: string;
  onPrimary: string;
  /** Of links in sentences: readable on the card. */
  link: string;
  canvas: string;
  line: string;
  radius: number;
  headingFont: string;
  headingWeight: number;
  /** What changes where the reader's program is dark. */
  dark: { button: string; onButton: string; link: string };
}

interface BrandTheme {
  primary: string;
  secondary: string;
  onPrimary: string;
  canvas: string;
  line: string;
  radius: number;
  headingFont: string;
  headingWeight: number;
}

export const SANS = "'Inter Variable',Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'Source Serif 4',Cambria,Georgia,serif";

export const CARD = '#ffffff';
export const INK = '#1c1d1f';
export const MUTED = '#5c6167';
export const DARK_CANVAS = '#131416';
export const DARK_CARD = '#1f2124';
export const DARK_INK = '#f0f0ee';
export const DARK_MUTED = '#b3b7bc';
export const DARK_LINE = '#3a3d42';

/** The same as in the web pages' themes; a test compares them. */
const BRAND_THEMES: Record<string, BrandTheme> = {
  sundial: {
    primary: '#115c4d',
    secondary: '#e2a75c',
    onPrimary: '#ffffff',
    canvas: '#f5f4ef',
    line: '#e3e1da',
    radius: 14,
    headingFont: SANS,
    headingWeight: 700,
  },
  alder: {
    primary: '#1c2a43',
    secondary: '#b08d57',
    onPrimary: '#ffffff',
    canvas: '#f4f3f1',
    line: '#e0ded9',
    radius: 3,
    headingFont: SERIF,
    headingWeight: 400,
  },
  brackwell: {
    primary: '#17191b',
    secondary: '#f5b81c',
    onPrimary: '#f9c933',
    canvas: '#ecedee',
    line: '#d9dadc',
    radius: 4,
    headingFont: SANS,
    headingWeight: 800,
  },
};

const channel = (hex: string, at: number) => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);

/** Contrast of two `#rrggbb` colours as WCAG 2 counts it, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const READABLE = 4.5;
/** What a button needs to stand out from its ground. */
const VISIBLE = 3;
const firstThat = (colours: string[], holds: (colour: string) => boolean) => colours.find(holds) ?? (colours.at(-1) as string);
const textOn = (ground: string, wanted: string) =>
  firstThat([wanted, '#ffffff', INK, '#000000'], (colour) => contrastRatio(colour, ground) >= READABLE);

/** The look of a brand; that of the first one under the brand's own name where nobody has drawn it yet. */
export function createMailTheme(brand: Brand): MailTheme {
  const face = BRAND_THEMES[brand.name] ?? (BRAND_THEMES.sundial as BrandTheme);
  const { primary, secondary } = face;
  const darkButton = firstThat([primary, secondary, DARK_INK], (colour) => contrastRatio(colour, DARK_CARD) >= VISIBLE);
  return {
    company: brand.companyName,
    origin: brand.canonicalOrigin,
    logoUrl: brand.name in BRAND_THEMES ? `${brand.canonicalOrigin}/marks/${brand.name}.png` : null,
    primary,
    onPrimary: textOn(primary, face.onPrimary),
    link: firstThat([primary, INK], (colour) => contrastRatio(colour, CARD) >= READABLE),
    canvas: face.canvas,
    line: face.line,
    radius: face.radius,
    headingFont: face.headingFont,
    headingWeight: face.headingWeight,
    dark: {
      button: darkButton,
      onButton: textOn(darkButton, INK),
      link: firstThat([primary, secondary, DARK_INK], (colour) => contrastRatio(colour, DARK_CARD) >= READABLE),
    },
  };
}
