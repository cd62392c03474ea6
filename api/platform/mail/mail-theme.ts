import type { Brand } from '#brands/brand.ts';
import { brands } from '#brands/brands.ts';
import { getContrastRatio } from '#brands/contrast.ts';
import type { Brand as HostBrand } from '../http/hosts.ts';

/** How a brand looks in a mail. Colours are `#rrggbb`; mail programs know no variables, so all are computed here. */
export interface MailTheme {
  company: string;
  origin: string;
  /** The brand's mark as a PNG on its own host; mail programs show no SVG. */
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
  /** What changes in a mail program's dark mode. */
  dark: { button: string; onButton: string; link: string };
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

const READABLE = 4.5;
/** Contrast that a button needs to stand out from its background. */
const VISIBLE = 3;
const firstThat = (colours: string[], holds: (colour: string) => boolean) => colours.find(holds) ?? (colours.at(-1) as string);
const textOn = (ground: string, wanted: string) =>
  firstThat([wanted, '#ffffff', INK, '#000000'], (colour) => getContrastRatio(colour, ground) >= READABLE);

const designs: Readonly<Record<string, Brand>> = brands;

/** How mails of a brand look; a brand that has no design yet gets the default one, without a mark, under its own name. */
export function createMailTheme(brand: HostBrand): MailTheme {
  const design = designs[brand.name];
  const { colours, onPrimary, canvas, line, radius, headings } = design ?? brands.sundial;
  const { primary, secondary } = colours;
  const darkButton = firstThat([primary, secondary, DARK_INK], (colour) => getContrastRatio(colour, DARK_CARD) >= VISIBLE);
  return {
    company: brand.companyName,
    origin: brand.canonicalOrigin,
    logoUrl: design ? `${brand.canonicalOrigin}${design.mark}` : null,
    primary,
    onPrimary: textOn(primary, onPrimary),
    link: firstThat([primary, INK], (colour) => getContrastRatio(colour, CARD) >= READABLE),
    canvas,
    line,
    radius: radius.card,
    headingFont: headings.isSerif ? SERIF : SANS,
    // Mail programs know no weights in between.
    headingWeight: Math.round(Number(headings.weight) / 100) * 100,
    dark: {
      button: darkButton,
      onButton: textOn(darkButton, INK),
      link: firstThat([primary, secondary, DARK_INK], (colour) => getContrastRatio(colour, DARK_CARD) >= READABLE),
    },
  };
}
