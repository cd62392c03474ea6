/** The units in which products are counted. */
export const UNITS_OF_MEASURE = ['piece', 'pair', 'set', 'pack'] as const;
/** The unit in which a product is counted. */
export type UnitOfMeasure = (typeof UNITS_OF_MEASURE)[number];
