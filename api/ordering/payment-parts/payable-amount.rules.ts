/**
 * Currencies in which amounts are whole: some have no smaller unit, and of the others it is neither used nor shown. Amounts are kept in hundredths of every
 * currency; what a card pays is whole in these. `payable_by_card` in card-part.sql knows the same.
 */
export const WHOLE_CURRENCIES: readonly string[] =
  'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER'.split(
    ' ',
  );

/** How many hundredths the smallest amount is that can be paid in a currency. */
const unitOf = (currencyCode: string): number => (WHOLE_CURRENCIES.includes(currencyCode) ? 100 : 1);

/** An amount in hundredths as it can be paid, rounded half up to whole units in currencies whose amounts are whole. */
export function toPayable(minor: number, currencyCode: string): number {
  const unit = unitOf(currencyCode);
  return Math.floor((minor + unit / 2) / unit) * unit;
}

/** Whether an amount in hundredths can be paid in a currency as it is. */
export const canBePaidAsIs = (minor: number, currencyCode: string): boolean => minor % unitOf(currencyCode) === 0;
