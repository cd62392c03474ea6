import type { DraftImage, ProductFields } from './product-draft.ts';

/** The stored data of a product, and of the client's range, that an import can change. */
export interface ExistingProduct {
  id: number;
  handle: string;
  /** The only organisation that may buy the product; null: any. */
  madeFor: number | null;
  fields: ProductFields;
  version: number;
  /** The version in which each column was last changed. */
  fieldVersions: Readonly<Record<string, number>>;
  /** How the client's range has the product; undefined where it does not, or where the file is no client's. */
  offer: Offer | undefined;
  /** Whether the client's last file offered the product; undefined if it has had none. */
  wasOffered: boolean | undefined;
  /** Values from the last file of the catalogue that may since have been changed in the portal. */
  lastImport: LastImport | undefined;
  categoryIds: number[];
  optionIds: number[];
  attributes: ExistingAttribute[];
  combinations: ExistingCombination[];
  images: (DraftImage & { id: number; position: number })[];
}

export interface Offer extends ClientPrice {
  id: number;
  published: boolean;
}

/** What a client pays instead of the catalogue's price: one price for all sizes, or a percentage above or below; both null: the catalogue's. */
export interface ClientPrice {
  price: number | null;
  percent: number | null;
}

export interface LastImport {
  offered: boolean;
  /** ID of the category it assigned; null if none. */
  category: number | null;
  /** IDs of specification options. */
  options: number[];
}

export interface ExistingAttribute {
  id: number;
  attributeId: number;
  displayOrder: number;
  values: { id: number; name: string; rgb: string | null; accent: string | null; displayOrder: number }[];
}

export interface ExistingCombination {
  id: number;
  valueIds: number[];
  description: string;
  sku: string;
  gtin: string | null;
  overridden_price_minor: number | null;
  image_source_url: string | null;
  discontinued: boolean;
  version: number;
  fieldVersions: Readonly<Record<string, number>>;
  displayOrder: number;
  /** Sum of what its values add to the product's price, in minor units. */
  adjustment: number;
  /** Pieces in the warehouse, and how many of these are reserved. */
  onHand: number;
  reserved: number;
  canOversell: boolean;
}

/** A product that has a SKU or a handle of a file. */
export interface OwnerOfCode {
  id: number;
  name: string;
}
