import { isWholeCurrency } from '#api/catalogue/pricing/format-money.rules.ts';

/** An amount in hundredths, rounded half up to what the currency has. */
export const roundAmount = (minor: number, currencyCode: string): number =>
  isWholeCurrency(currencyCode) ? Math.floor((minor + 50) / 100) * 100 : minor;
