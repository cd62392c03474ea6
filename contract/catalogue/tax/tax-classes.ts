/** Classes of products, which decide with a country which rate of tax applies. */
export const TAX_CLASSES = ['standard', 'reduced', 'zero', 'childrens_clothing', 'protective_equipment'] as const;
/** The class of a product. */
export type TaxClass = (typeof TAX_CLASSES)[number];
/** Classes of which countries have rates; the rate of `zero` is always 0. */
export const RATED_TAX_CLASSES = ['standard', 'reduced', 'childrens_clothing', 'protective_equipment'] as const;
/** A class of which countries have rates. */
export type RatedTaxClass = (typeof RATED_TAX_CLASSES)[number];
