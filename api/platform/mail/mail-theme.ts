import { getCompanyDesign } from '#brands/brands.ts';
import { getContrastRatio } from '#brands/contrast.ts';
import type { Brand as HostBrand } from '../http/hosts.ts';

/** A brand's design in mails. Colours are `#rrggbb`; mail programs do not support CSS variables, so all values are computed here. */
export interface MailTheme {
  company: string;
  origin: string;
  /** The brand's mark as a PNG on its own host; mail programs do not show SVG. */
  logoUrl: string | null;
  /** Colour of buttons and of the bar at the top. */
  primary: string;
  onPrimary: string;
  /** Colour of links in text: readable on the card. */
  link: string;
  canvas: string;
  line: string;
  radius: number;
  headingFont: string;
  headingWeight: number;
  /** The colours that differ in a mail program's dark mode. */
  dark: { button: string; onButton: string; link: string };
}

export const SANS = "'Inter Variable',Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'Source Serif 4',Cambria,Georgia,serif";

/** Long names and numbers break instead of making a mail wider than a phone; amounts, in cells of their own, never do. */
export const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';

export const CARD = '#ffffff';
export const INK = '#1c1d1f';
export const MUTED = '#5c6167';
export const DARK_CANVAS = '#131416';
export const DARK_CARD = '#1f2124';
export const DARK_INK = '#f0f0ee';
export const DARK_MUTED = '#b3b7bc';
export const DARK_LINE = '#3a3d42';

const READABLE = 4.5;
/** The minimum contrast between a button and its background. */
const VISIBLE = 3;
const firstMatching = (colours: string[], matches: (colour: string) => boolean) =>
  colours.find(matches) ?? (colours.at(-1) as string);
const textOn = (background: string, preferred: string) =>
  firstMatching([preferred, '#ffffff', INK, '#000000'], (colour) => getContrastRatio(colour, background) >= READABLE);

/** The design of a brand's mails; a company that uses the design of another one has no mark. */
export function createMailTheme(brand: HostBrand): MailTheme {
  const { colours, onPrimary, canvas, line, radius, headings, mark } = getCompanyDesign(brand.name, brand.companyName);
  const { primary, secondary } = colours;
  const darkButton = firstMatching([primary, secondary, DARK_INK], (colour) => getContrastRatio(colour, DARK_CARD) >= VISIBLE);
  return {
    company: brand.companyName,
    origin: brand.canonicalOrigin,
    logoUrl: mark === null ? null : `${brand.canonicalOrigin}${mark}`,
    primary,
    onPrimary: textOn(primary, onPrimary),
    link: firstMatching([primary, INK], (colour) => getContrastRatio(colour, CARD) >= READABLE),
    canvas,
    line,
    radius: radius.card,
    headingFont: headings.isSerif ? SERIF : SANS,
    // Mail programs support only multiples of 100.
    headingWeight: Math.round(Number(headings.weight) / 100) * 100,
    dark: {
      button: darkButton,
      onButton: textOn(darkButton, INK),
      link: firstMatching([primary, secondary, DARK_INK], (colour) => getContrastRatio(colour, DARK_CARD) >= READABLE),
    },
  };
}
