const wholeCurrencies = new Map<string, boolean>();

/** Whether a currency has no smaller unit than its main one, such as the yen. Amounts are kept in hundredths of every currency. */
function isWhole(currencyCode: string): boolean {
  let found = wholeCurrencies.get(currencyCode);
  if (found === undefined) {
    // Creating a format takes longer than a line of a cart.
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode });
    found = format.resolvedOptions().maximumFractionDigits === 0;
    wholeCurrencies.set(currencyCode, found);
  }
  return found;
}

/** An amount in hundredths, rounded half up to what the currency has. */
export const roundAmount = (minor: number, currencyCode: string): number =>
  isWhole(currencyCode) ? Math.floor((minor + 50) / 100) * 100 : minor;

/** An amount in hundredths as a decimal number without separators: `1234.50`, and `1235` in a currency without a smaller unit. */
export function formatAmount(minor: number, currencyCode: string): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const sign = minor < 0 ? '-' : '';
  const units = `${sign}${digits.slice(0, -2)}`;
  return isWhole(currencyCode) ? units : `${units}.${digits.slice(-2)}`;
}
