/** What defines a brand: its texts, colours and shapes. The themes of the web and of mails are derived from these. */
export interface Brand {
  name: BrandName;
  company: string;
  /** One line under the heading of the login screen. */
  tagline: string;
  /**
   * Paths on the brand's own host: the logo as an SVG, and the mark as a PNG for mail programs, which show no SVG. Null for a company that uses the design
   * of another: its name is shown instead.
   */
  logo: string | null;
  mark: string | null;
  colours: { primary: string; secondary: string; tertiary: string };
  /** Preferred text colour on the primary colour; used only where it is readable. */
  onPrimary: string;
  canvas: string;
  line: string;
  /** Corner radii in pixels of controls and cards. */
  radius: { control: number; card: number };
  /** Height in pixels of buttons and inputs, and the padding of cards. */
  density: { control: number; card: number };
  /** `face` lists font families: first one that the portal serves, then those of systems. Mails have lists of their own and only look at `isSerif`. */
  headings: { face: string; isSerif: boolean; weight: string; spacing: string };
  /** Drawn garments beside the login form, as `type/colour`. */
  garments: readonly string[];
}

export type BrandName = 'sundial' | 'alder' | 'brackwell';

export const SANS_SERIF_FONTS = "'Inter Variable', system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
