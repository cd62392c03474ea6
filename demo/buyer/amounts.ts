/** Prices and quantities have up to four decimals. */
const DECIMALS = 4;
const SCALE = 10_000n;

/** A decimal number in ten-thousandths; 0 when it is none. */
function readScaled(text: string): bigint {
  const [, whole = '0', fraction = ''] = /^(\d{1,12})(?:\.(\d{0,9}))?$/.exec(text.trim()) ?? [];
  return BigInt(`${whole}${fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`);
}

/** Ten-thousandths with two decimals, rounded half up. */
function writeScaled(value: bigint): string {
  const digits = String((value + 50n) / 100n).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A quantity at a price, each a decimal number. */
interface Priced {
  unitPrice: string;
  quantity: string;
}

const multiply = ({ unitPrice, quantity }: Priced): bigint => (readScaled(unitPrice) * readScaled(quantity)) / SCALE;

/** What a line costs, such as `24.90`. */
export const priceLine = (line: Priced): string => writeScaled(multiply(line));

/** The sum of the lines, as the buyer's system computes it: what the supplier wrote is not believed. */
export const sumLines = (lines: readonly Priced[]): string => writeScaled(lines.reduce((sum, line) => sum + multiply(line), 0n));
