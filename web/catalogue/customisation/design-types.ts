import type { BodyOf, ReplyOf } from '#contract/index.ts';

/** What can be put on a product, and where. */
export type DesignOptions = ReplyOf<'GET /api/products/customisationbuilder/:id'>['customisationBuilder'];

/** A logo, text or badge on a garment: saved, on a line, required, or chosen on a page and not yet in the cart. */
export type GarmentDesign = DesignOptions['mandatory'][number];

export type DesignPosition = DesignOptions['positions'][number];
export type DesignMethod = DesignOptions['methods'][number];
export type DesignInput = BodyOf<'POST /api/customisations'>;

/** For whom a garment is, as far as it is known: a name on it begins as theirs. */
export interface NamedPerson {
  firstName: string;
  lastName: string;
}
