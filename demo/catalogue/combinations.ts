import { type ColourName, colours } from './colours.ts';
import type { ProductSheet } from './product-sheet.ts';
import type { Choice } from './sizes.ts';

/** Ids of the rows of `attribute`. */
export const attributeRows = [
  { id: 1, name: 'Colour', role: 'colour' },
  { id: 2, name: 'Size', role: 'size' },
  { id: 3, name: 'Fit', role: 'fit' },
  { id: 4, name: 'Leg', role: 'fit' },
] as const;

const COLOUR_SQUARES = 40;
const RADIO_LIST = 2;
const DROPDOWN = 1;

export interface AttributeValue {
  id: number;
  name: string;
  code: string;
  rgb: string | null;
  accent: string | null;
  adjustment: number;
}

export interface Attribute {
  /** Of `product_attribute`. */
  id: number;
  attributeId: number;
  controlType: number;
  values: AttributeValue[];
}

export interface Combination {
  id: number;
  productId: number;
  values: AttributeValue[];
  description: string;
  sku: string;
  gtin: string;
  overridden: number | null;
  adjustment: number;
  discontinued: boolean;
}

/** Prices of surcharges end in 0 or 5. */
const roundToFive = (pence: number) => Math.round(pence / 5) * 5;

/** The choices of a product with ids that follow from the product's: mapping = product × 10 + n, value = product × 1000 + n × 100 + i. */
export function listAttributes(productId: number, sheet: ProductSheet): Attribute[] {
  const attributes: Attribute[] = [];
  const add = (name: string, controlType: number, values: Omit<AttributeValue, 'id'>[]) => {
    const place = attributes.length + 1;
    attributes.push({
      id: productId * 10 + place,
      attributeId: attributeRows.find((row) => row.name === name)?.id ?? 0,
      controlType,
      values: values.map((value, index) => ({ id: productId * 1000 + place * 100 + index, ...value })),
    });
  };
  const plain = (choice: Choice) =>
    choice.values.map((name) => ({
      name,
      code: choice.code(name),
      rgb: null,
      accent: null,
      adjustment: roundToFive(sheet.price * choice.surcharge(name)),
    }));
  if (sheet.colours) {
    add(
      'Colour',
      COLOUR_SQUARES,
      sheet.colours.map((name) => {
        const [code, rgb, accent] = colours[name];
        return { name, code, rgb, accent: accent ?? null, adjustment: 0 };
      }),
    );
  }
  if (sheet.sizes) add('Size', DROPDOWN, plain(sheet.sizes));
  if (sheet.fits) add(sheet.fits.attribute, RADIO_LIST, plain(sheet.fits));
  return attributes;
}

/** Every combination of the values; the ids count from product × 1000. A product without choices has one, without values. */
export function listCombinations(productId: number, sheet: ProductSheet, attributes: Attribute[]): Combination[] {
  const picks = attributes.reduce<AttributeValue[][]>(
    (lists, { values }) => lists.flatMap((list) => values.map((value) => [...list, value])),
    [[]],
  );
  return picks.map((values, index) => {
    const id = productId * 1000 + index;
    const colour = sheet.colours ? (values[0]?.name as ColourName) : undefined;
    return {
      id,
      productId,
      values,
      description: values.map(({ name }) => name).join(', '),
      sku: skuOf(sheet, values),
      gtin: gtin13(id),
      overridden: (colour && sheet.colourPrice?.[colour]) ?? null,
      adjustment: values.reduce((sum, { adjustment }) => sum + adjustment, 0),
      discontinued: colour !== undefined && (sheet.discontinued?.includes(colour) ?? false),
    };
  });
}

/** `MP210-NVY-M`; size and length are written together, `HF430-NVY-34R`. */
function skuOf(sheet: ProductSheet, values: AttributeValue[]): string {
  const [colour, ...rest] = sheet.colours ? values.map(({ code }) => code) : ['', ...values.map(({ code }) => code)];
  return [sheet.style, colour, rest.join('')].filter(Boolean).join('-');
}

/** A number of the range 5060…, with the check digit of GS1 General Specifications 7.9: weights 1 and 3 from the left. */
function gtin13(serial: number): string {
  const digits = `5060${String(serial).padStart(8, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
