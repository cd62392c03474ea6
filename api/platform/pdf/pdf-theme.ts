import type { Brand } from '#brands/brand.ts';
import { getCompanyDesign } from '#brands/brands.ts';
import { getContrastRatio } from '#brands/contrast.ts';
import type { FontName } from './fonts.ts';
import { type Logo, readLogo } from './logo.ts';

/** A brand's design on paper. Colours are `#rrggbb`. */
export interface PdfTheme {
  company: string;
  /** Null for a company without a logo: its name is printed instead. */
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

/** The design of a brand's documents, by its name in `brands/`. A company that uses the design of another one has no logo. */
export function createPdfTheme(brand: { name: string; companyName: string }): PdfTheme {
  const { colours, line, canvas, headings, logo } = getCompanyDesign(brand.name, brand.companyName);
  return {
    company: brand.companyName,
    logo: logo === null ? null : readLogo(logo),
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
