import { isWholeCurrency } from '#api/catalogue/pricing/format-money.rules.ts';

/**
 * An amount in hundredths as a decimal number without separators: `1234.50`. In a currency without a smaller unit it has decimals only where there is something in
 * them, such as a share of tax, so that sums stay right: `1235`.
 */
export function toDecimalAmount(minor: number, currencyCode: string): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const [units, rest] = [`${minor < 0 ? '-' : ''}${digits.slice(0, -2)}`, digits.slice(-2)];
  return rest === '00' && isWholeCurrency(currencyCode) ? units : `${units}.${rest}`;
}
