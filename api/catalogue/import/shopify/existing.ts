import type { DraftImage, ProductFields } from './product-draft.ts';

/** What is stored of a product of an organisation, as far as an import can change it. */
export interface ExistingProduct {
  id: number;
  handle: string;
  fields: ProductFields;
  /** Undefined: the organisation has no row for it. */
  offer: { id: number; published: boolean } | undefined;
  /** What the last import said where people in the portal may have decided otherwise since. */
  lastImport: LastImport | undefined;
  categoryIds: number[];
  optionIds: number[];
  attributes: ExistingAttribute[];
  combinations: ExistingCombination[];
  images: (DraftImage & { id: number; position: number })[];
}

export interface LastImport {
  offered: boolean;
  /** The category that it put the product in; null for none. */
  category: number | null;
  /** Options of specifications. */
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
  discontinued: boolean;
  displayOrder: number;
  /** What the last import that counted this combination read in its file. */
  countedQuantity: number | null;
}
