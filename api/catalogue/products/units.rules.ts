import type { UnitOfMeasure } from '#contract/catalogue/products/units.ts';

/** Units by their code of UN/ECE Recommendation 20. */
const UNITS: Readonly<Record<string, UnitOfMeasure>> = { EA: 'piece', PR: 'pair', SET: 'set', PK: 'pack' };

/** The unit of a code; a code of none of them counts pieces. */
export const toUnitOfMeasure = (code: string): UnitOfMeasure => UNITS[code] ?? 'piece';

/** The code of UN/ECE Recommendation 20 of a unit. */
export const toUnitCode = (unit: UnitOfMeasure): string => Object.keys(UNITS).find((code) => UNITS[code] === unit) ?? 'EA';
