/** What makes one brand: its words, its colours and its shapes. Everything else follows from these in `theme.ts`. */
export interface Brand {
  name: BrandName;
  company: string;
  /** One line under the heading of the login screen. */
  tagline: string;
  logo: string;
  colours: { primary: string; secondary: string; tertiary: string };
  /** Wanted text colour on the primary colour; used only where it can be read. */
  onPrimary: string;
  canvas: string;
  line: string;
  /** Corner radii in pixels of controls and cards. */
  radius: { control: number; card: number };
  /** Height in pixels of buttons and inputs, and the padding of cards. */
  density: { control: number; card: number };
  headings: { face: string; weight: string; spacing: string };
  /** Flats that stand beside the login form, as `type/colour`. */
  garments: readonly string[];
}

export type BrandName = 'sundial' | 'alder' | 'brackwell';

export const SANS_SERIF_FONTS = "'Inter Variable', system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
