import type { GarmentType } from '#garments/garments.ts';
import type { AttributeRole } from './options.rules.ts';
import type { Specification } from './specifications.rules.ts';

/** Columns of `product` that a file can decide. */
export interface ProductFields {
  name: string;
  sku: string | null;
  garment_type: GarmentType;
  vendor: string | null;
  short_description: string | null;
  full_description: string | null;
  price_minor: number;
  old_price_minor: number | null;
  call_for_price: boolean;
  manufacturer_part_number: string | null;
  gtin: string | null;
  weight_grams: number;
  manages_stock: boolean;
  backorder_mode: number;
  is_tax_exempt: boolean;
  tags: string[];
}

export interface DraftValue {
  name: string;
  rgb: string | null;
  accent: string | null;
}

export interface DraftAttribute {
  name: string;
  role: AttributeRole | null;
  /** In the order in which they are shown. */
  values: DraftValue[];
}

/** Columns of `combination` that a file can decide. */
export interface CombinationFields {
  sku: string;
  gtin: string | null;
  overridden_price_minor: number | null;
}

export interface DraftCombination {
  /** Of its row in the file. */
  line: number;
  /** One for each attribute, in their order. */
  values: string[];
  fields: Partial<CombinationFields> & { sku: string };
  isSkuGenerated: boolean;
  /** What the file counts; null when it does not say, or when stock is not managed. */
  quantity: number | null;
}

export interface DraftImage {
  url: string;
  alt: string | null;
}

/** A product as a file describes it, ready to be compared with what is stored. Fields that the file has no column for are absent. */
export interface ProductDraft {
  handle: string;
  line: number;
  fields: Partial<ProductFields> & { name: string };
  /** Whether it is for sale. */
  offered: boolean;
  categoryPath: string[];
  /** What such garments hang under; empty for what is no garment. */
  garmentCategories: readonly string[];
  specifications: Specification[];
  attributes: DraftAttribute[];
  combinations: DraftCombination[];
  images: DraftImage[] | undefined;
  /** What to draw while nothing better is known. */
  garment: GarmentType;
  /** What the file has columns for; of the rest it says nothing about a product that is there already. */
  states: { choices: boolean; category: boolean; facts: boolean; offered: boolean };
}
