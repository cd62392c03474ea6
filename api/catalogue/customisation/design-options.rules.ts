import type { NameForm } from '#contract/catalogue/customisation/customisation.ts';
import type { DesignArea } from './design.rules.ts';

/** A person whose name is put on garments. */
export interface NamedWearer {
  firstName: string;
  lastName: string;
}

/** What the database knows about a design: of a saved one, on a line of a cart, or of the organisation. Money in minor units. */
export interface DesignRow {
  id: number;
  customisationId: number | null;
  productId: number;
  name: string | null;
  methodId: number;
  method: string;
  workingDays: number;
  smallestLetterMm: number;
  /** Characters of one line, and lines. */
  longestText: number;
  mostLines: number;
  /** Whether the method is possible at the position of the product, and is offered at all. */
  isMethodOffered: boolean;
  positionId: number;
  position: string;
  /** Whether the product has the position; of a design of the organisation, whether it is still for this place. */
  isPositionOffered: boolean;
  side: 'front' | 'back';
  xCm: number;
  yCm: number;
  widthCm: number;
  heightCm: number;
  positionLetterMm: number;
  measuredFrom: string;
  logoId: number | null;
  logoName: string | null;
  logoFileId: number | null;
  logoSrc: string | null;
  isLogoOffered: boolean;
  text: string | null;
  fontName: string | null;
  threadColourId: number | null;
  threadColour: string | null;
  threadNumber: string | null;
  threadRgb: string | null;
  isColourOffered: boolean;
  garmentDesignId: number | null;
  isDesignOffered: boolean;
  nameForm: NameForm | null;
  /** Of a design of the organisation, whose letters have a fixed height. */
  designLetterMm: number | null;
  isMandatory: boolean;
  /** Of a required name: the person whose name it is; null where the line is for no one. Absent otherwise. */
  wearer?: NamedWearer | null;
  /** Null where the method has no price in the organisation's currency. */
  priceMinor: number | null;
  setupMinor: number | null;
  comments: string | null;
  isApproved: boolean;
  /** ISO 8601. */
  createdAt: string;
}

/** A method that the supplier has. Prices in minor units of the organisation's currency; null where it has none in it and cannot be ordered. */
export interface MethodOption {
  id: number;
  name: string;
  workingDays: number;
  smallestLetterMm: number;
  /** Characters of one line. */
  longestText: number;
  mostLines: number;
  takesLogo: boolean;
  takesText: boolean;
  priceMinor: number | null;
  setupMinor: number | null;
}

export interface ThreadOption {
  id: number;
  name: string;
  number: string;
  rgb: string;
}

/** A logo of the organisation, also one that is offered no longer. */
export interface LogoOption {
  id: number;
  name: string;
  fileId: number;
  src: string;
  widthPx: number;
  heightPx: number;
  isArchived: boolean;
  /** Anywhere on a garment. */
  isApproved: boolean;
}

/** A design of the organisation: mandatory, or for names. Prices in minor units; without one, the method's holds. */
export interface OrganisationDesign {
  id: number;
  name: string;
  place: string;
  methodId: number;
  logoId: number | null;
  text: string | null;
  nameForm: NameForm | null;
  fontName: string | null;
  threadColourId: number | null;
  letterMm: number | null;
  isMandatory: boolean;
  productId: number | null;
  collectionId: number | null;
  priceMinor: number | null;
  setupMinor: number;
  /** ISO 8601. */
  createdAt: string;
}

/** A position that a product has, with the methods that are possible there. */
export interface PositionOption extends DesignArea {
  id: number;
  place: string;
  name: string;
  letterMm: number;
  measuredFrom: string;
  methodIds: number[];
}

/** Addresses of the drawings of a product in one of its colours. */
export interface Drawing {
  colourId: number | null;
  frontSrc: string;
  backSrc: string;
}

/** A product that the person sees, and where it can be decorated. */
export interface ProductOption {
  id: number;
  /** Whether people may add designs. */
  isEnabled: boolean;
  /** Whether it is ordered with at least one. */
  isRequired: boolean;
  garmentType: string | null;
  positions: PositionOption[];
  drawings: Drawing[];
}

/** What the supplier and the organisation offer for products, and saved designs of the person. */
export interface DesignOptions {
  methods: MethodOption[];
  threads: ThreadOption[];
  logos: LogoOption[];
  designs: OrganisationDesign[];
  /** Proof keys of logos and of designs of the organisation that were approved. */
  approvedKeys: string[];
  products: ProductOption[];
  saved: DesignRow[];
}
