import type { Brand } from '#brands/brand.ts';
import { brands } from '#brands/brands.ts';
import { getContrastRatio } from '#brands/contrast.ts';
import type { FontName } from './fonts.ts';
import { type Logo, readLogo } from './logo.ts';

/** A brand's design on paper. Colours are `#rrggbb`. */
export interface PdfTheme {
  company: string;
  /** Null for a brand without a design: the company's name is printed instead. */
  logo: Logo | null;
  /** Colour of the bar at the top of a page. */
  primary: string;
  /** Colour of headings and totals: the brand's, where it is readable on paper. */
  accent: string;
  /** Background of notes and of table headings. */
  tint: string;
  line: string;
  headingFont: FontName;
  /** Added to the width of each letter of a heading, as a share of the font size. */
  headingSpacing: number;
}

export const PAPER = '#ffffff';
export const TEXT_COLOUR = '#1c1d1f';
export const MUTED_COLOUR = '#5c6167';

const READABLE = 4.5;
const designs: Readonly<Record<string, Brand>> = brands;

/**
 * The design of a brand's documents, by its name in `brands/`. A brand without a design uses the default one, without a logo and under its own company
 * name.
 */
export function createPdfTheme(brand: { name: string; companyName: string }): PdfTheme {
  const design = designs[brand.name];
  const { colours, line, canvas, headings } = design ?? brands.sundial;
  return {
    company: brand.companyName,
    logo: design ? readLogo(design.logo) : null,
    primary: colours.primary,
    accent: getContrastRatio(colours.primary, PAPER) >= READABLE ? colours.primary : TEXT_COLOUR,
    tint: canvas,
    line,
    headingFont: findHeadingFont(headings),
    headingSpacing: Number.parseFloat(headings.spacing),
  };
}

/** The face for headings: the nearest of the weights that are installed. */
function findHeadingFont({ isSerif, weight }: Brand['headings']): FontName {
  if (isSerif) return 'serif-400';
  return Number(weight) >= 750 ? 'sans-800' : 'sans-700';
}
