import { isWholeCurrency } from '#api/catalogue/pricing/format-money.rules.ts';

/** An amount in hundredths, rounded half up to what the currency has. */
export const roundAmount = (minor: number, currencyCode: string): number =>
  isWholeCurrency(currencyCode) ? Math.floor((minor + 50) / 100) * 100 : minor;

/** An amount in hundredths as a decimal number without separators: `1234.50`, and `1235` in a currency without a smaller unit. */
export function formatAmount(minor: number, currencyCode: string): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const units = `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}`;
  return isWholeCurrency(currencyCode) ? units : `${units}.${digits.slice(-2)}`;
}
