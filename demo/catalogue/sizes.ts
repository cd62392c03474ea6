/** Values of one choice in the order in which they are shown, with what a value adds to the price. */
export interface Choice {
  attribute: 'Size' | 'Fit' | 'Leg';
  values: string[];
  /** Share of the product's price that the value adds. */
  surcharge: (value: string) => number;
  /** How the value is written in a SKU. */
  code: (value: string) => string;
}

export type SizeRun = Choice & { attribute: 'Size' };

const letters = ['2XS', 'XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL'] as const;
type Letter = (typeof letters)[number];
const letterSurcharge: Record<string, number> = { '3XL': 0.08, '4XL': 0.12, '5XL': 0.16, '6XL': 0.2 };

const asWritten = (value: string) => value;

function run(values: string[], surcharge: (value: string) => number = () => 0, code = asWritten): SizeRun {
  return { attribute: 'Size', values, surcharge, code };
}

function steps(from: number, to: number, step: number): string[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => String(from + index * step));
}

/** XS, S, M … */
export const letterSizes = (from: Letter, to: Letter) =>
  run(letters.slice(letters.indexOf(from), letters.indexOf(to) + 1), (size) => letterSurcharge[size] ?? 0);

/** UK women's sizes 8, 10, 12 … */
export const dressSizes = (from: number, to: number) => run(steps(from, to, 2), (size) => (Number(size) >= 22 ? 0.08 : 0));

/** Waist in inches. */
export const waistSizes = (from: number, to: number, step = 2) =>
  run(steps(from, to, step), (size) => (Number(size) >= 54 ? 0.16 : Number(size) >= 46 ? 0.08 : 0));

/** Chest in inches. */
export const chestSizes = (from: number, to: number) =>
  run(steps(from, to, 2), (size) => (Number(size) >= 52 ? 0.12 : Number(size) >= 48 ? 0.08 : 0));

/** Collar in inches, in halves. */
export const collarSizes = (from: number, to: number) =>
  run(
    steps(from, to, 0.5),
    (size) => (Number(size) >= 18.5 ? 0.08 : 0),
    (size) => size.replace('.', ''),
  );

/** UK shoe sizes. */
export const shoeSizes = (from: number, to: number) => run(steps(from, to, 1), (size) => (Number(size) >= 13 ? 0.06 : 0));

export const sizes = (...values: string[]) =>
  run(
    values,
    () => 0,
    (value) => value.replaceAll(/[^0-9A-Za-z]+/g, '').toUpperCase(),
  );

const lengthCodes: Record<string, string> = { 'Extra short': 'XS', Short: 'S', Regular: 'R', Long: 'L', 'Extra long': 'XL' };
const codeOfLength = (value: string) => lengthCodes[value] ?? value;

export const legs: Choice = { attribute: 'Leg', values: ['Short', 'Regular', 'Long'], surcharge: () => 0, code: codeOfLength };
export const fits: Choice = { attribute: 'Fit', values: ['Short', 'Regular', 'Long'], surcharge: () => 0, code: codeOfLength };
export const fiveLegs: Choice = {
  attribute: 'Leg',
  values: ['Extra short', 'Short', 'Regular', 'Long', 'Extra long'],
  surcharge: (value) => (value.startsWith('Extra') ? 0.05 : 0),
  code: codeOfLength,
};
