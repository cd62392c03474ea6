/** What the pieces of a line cost that are not cancelled, and the whole line with those that are. Money in minor units, excluding tax. */
export interface LinePrice {
  lineId: number;
  unitMinor: number;
  unitTaxMinor: number;
  /** Of the whole line: cancelled pieces at the price that they had. */
  priceMinor: number;
  taxMinor: number;
  /** From how many pieces on the price holds; null where it is the price of no tier. */
  tierQuantity: number | null;
}
