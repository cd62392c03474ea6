// What can be put on garments in the model of orders. Money in minor units, without tax.

/** What is put on a polo. The proof of a text is given once in a sequence; everything else was approved before. */
export const PARTS = {
  required: { price: 150, setUp: 700 },
  logo: { price: 233, setUp: 1250 },
  text: { price: 233, setUp: 1250 },
  name: { price: 120, setUp: 333 },
} as const;
export type Part = keyof typeof PARTS;

/** What someone chooses for a polo besides what is required. Both names are of one design. */
export const DESIGNS = {
  plain: null,
  logo: { part: 'logo', text: null },
  text: { part: 'text', text: 'Crew' },
  name: { part: 'name', text: 'Ada P' },
  'other name': { part: 'name', text: 'Bo R' },
} as const satisfies Record<string, { part: Part; text: string | null } | null>;
export type DesignName = keyof typeof DESIGNS;
