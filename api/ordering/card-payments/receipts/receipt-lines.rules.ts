/** A line of a receipt, as printed. Money in minor units. */
export interface ReceiptLine {
  name: string;
  sku: string | null;
  /** Colour and size; empty where there is nothing to say. */
  description: string;
  quantity: number;
  /** Excluding tax. */
  unitPriceMinor: number;
  netMinor: number;
  /** A fraction. */
  taxRate: number;
  taxMinor: number;
}
