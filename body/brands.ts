import type { Measure, Sex } from './measures.ts';

/**
 * Size charts published by manufacturers, for "What size do you wear in another brand?": a size that fits is evidence about the body. Figures
 * from the manufacturers' own tables, each with its source; the same "UK 12" differs by up to nine centimetres between them.
 */

/** A size of a brand, and the range of the body measure it is made for, cm. */
export interface BrandSize {
  id: number;
  name: string;
  low: number;
  high: number;
}

export interface BrandCategory {
  id: number;
  name: string;
  sex: Sex;
  /** A garment type of the service: 1 shirts, 2 tops, 3 jackets, 4 trousers. */
  type: number;
  /** The body measure that the sizes refer to. */
  measure: Measure;
  sizes: readonly BrandSize[];
}

export interface SizingBrand {
  id: number;
  name: string;
  /** Source of the charts. */
  source: string;
  categories: readonly BrandCategory[];
}

const INCH = 2.54;
/** Ease of a knitted T-shirt: its chest girth minus the wearer's, cm. */
const TEE_EASE = { least: 3, most: 10 };

type Range = readonly [name: string, low: number, high: number];

function category(
  id: number,
  name: string,
  sex: Sex,
  type: number,
  measure: Measure,
  ranges: readonly Range[],
  unit = 1,
): BrandCategory {
  const sizes = ranges.map(([size, low, high], at) => ({
    id: id * 100 + at + 1,
    name: size,
    low: low * unit,
    high: high * unit,
  }));
  return { id, name, sex, type, measure, sizes };
}

/** Single values, each of which covers the bodies half-way to its neighbours. */
const around = (names: readonly string[], values: readonly number[]): Range[] =>
  values.map((value, at) => {
    const [before = 2 * value - (values[at + 1] ?? value), after = 2 * value - (values[at - 1] ?? value)] = [
      values[at - 1],
      values[at + 1],
    ];
    return [names[at] ?? String(value), (value + before) / 2, (value + after) / 2];
  });
const spans = (names: readonly string[], ranges: readonly (readonly [number, number])[]): Range[] =>
  ranges.map(([low, high], at) => [names[at] ?? '', low, high]);
/** Tees laid flat: half their chest, inches. */
const tees = (names: readonly string[], halves: readonly number[]): Range[] =>
  halves.map((half, at) => [names[at] ?? '', half * 2 * INCH - TEE_EASE.most, half * 2 * INCH - TEE_EASE.least]);

const uk = (from: number, to: number) => Array.from({ length: (to - from) / 2 + 1 }, (_, at) => `UK ${from + 2 * at}`);
const LETTERS = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL', '7XL', '8XL'];

// biome-ignore format: tables
export const SIZING_BRANDS: readonly SizingBrand[] = [
  {
    id: 1, name: 'ASDA', source: 'direct.asda.com, women’s trousers',
    categories: [
      category(101, 'Women’s trousers', 'female', 4, 'hip', around(uk(6, 28), [86.5, 89, 94, 99, 104, 109, 115, 121, 127, 133, 139, 145])),
    ],
  },
  {
    id: 2, name: 'Uneek', source: 'Uneek size guide (PDF); the gaps between its sizes are as printed',
    categories: [
      category(201, 'Men’s tops', 'male', 2, 'chest', spans(LETTERS, [[87, 92], [92, 97], [97, 102], [107, 112], [112, 117], [117, 122], [122, 132], [132, 137], [137, 142], [147, 152], [152, 157], [157, 162]])),
      category(202, 'Women’s tops', 'female', 2, 'chest', spans(LETTERS, [[76, 81], [81, 86], [86, 91], [91, 96], [96, 101], [101, 106], [106, 111], [111, 116]])),
      category(203, 'Men’s trousers', 'male', 4, 'waist', around(['XXS', ...LETTERS], [71, 76, 81, 86, 91, 96, 101.5, 106.5, 112, 117, 122, 127])),
    ],
  },
  {
    id: 3, name: 'DNC Workwear', source: 'uniformaustralia.com.au, DNC size chart',
    categories: [
      category(301, 'Men’s tops', 'male', 2, 'chest', spans(['XXS', ...LETTERS], [[80, 85], [85, 90], [90, 95], [95, 100], [100, 110], [110, 115], [115, 120], [120, 130], [130, 140], [140, 150]])),
      category(302, 'Women’s tops', 'female', 2, 'chest', around(uk(6, 26), [81, 87, 91, 97, 101, 106, 111, 116, 121, 126, 129])),
      category(303, 'Women’s trousers', 'female', 4, 'hip', around(uk(6, 26), [87, 92, 97, 102, 107, 112, 117, 122, 127, 132, 137])),
      category(304, 'Men’s trousers', 'male', 4, 'waist', around(['72R', '77R', '82R', '87R', '92R', '97R', '102R', '107R', '112R'], [72, 77, 82, 87, 92, 97, 102, 107, 112])),
      category(305, 'Men’s shirts', 'male', 1, 'chest', around(LETTERS, [85, 90, 95, 100, 105, 110, 115, 125, 130])),
    ],
  },
  {
    id: 4, name: 'Gildan', source: 'princessracewear.com, Gildan adult T-shirt size chart: the garment’s own chest',
    categories: [
      category(401, 'T-shirts', 'male', 2, 'chest', tees(LETTERS.slice(1), [18, 20, 22, 24, 26, 28, 30, 32])),
      category(402, 'Women’s T-shirts', 'female', 2, 'chest', tees(LETTERS.slice(1), [17.25, 19.25, 21.25, 23.25, 25.25, 27.25])),
    ],
  },
  {
    id: 5, name: 'Chicago Protective Apparel', source: 'legionsafety.com, CPA sizing charts',
    categories: [
      category(501, 'Coveralls', 'male', 3, 'chest', spans(LETTERS.slice(1), [[36, 38], [40, 42], [44, 46], [48, 50], [52, 54], [56, 58], [60, 62], [64, 66]]), INCH),
    ],
  },
  {
    id: 6, name: 'ORORO', source: 'business.ororo.com, men’s bottoms size chart',
    categories: [
      category(601, 'Men’s trousers', 'male', 4, 'waist', spans(['32', '34', '36', '38', '40'], [[28, 31], [32, 35], [36, 39], [40, 43], [44, 47]]), INCH),
    ],
  },
];

/** The codes of the service: 0 male, 1 female, 2 either. */
const wears = (gender: number, sex: Sex) => gender === 2 || (gender === 0) === (sex === 'male');

/** Categories for which a brand has charts, for a gender code of the service and a garment type; 0 is any type. */
export const listBrandCategories = (brand: SizingBrand, gender: number, type = 0): BrandCategory[] =>
  brand.categories.filter((each) => wears(gender, each.sex) && (type === 0 || each.type === type));

/** Brands that have a chart for a gender code of the service and a garment type; 0 is any type. */
export const listSizingBrands = (gender: number, type = 0): SizingBrand[] =>
  SIZING_BRANDS.filter((brand) => listBrandCategories(brand, gender, type).length > 0);

/** A size that a person says they wear, as it is sent. */
export interface ReferenceSize {
  brandId: number;
  brandCategoryId: number;
  brandCategorySizeId: number;
}

/** The range of the body measure that a size implies, as in `Answers.knownSizes`, cm; undefined when no brand has such a size. */
export function findKnownSize({ brandId, brandCategoryId, brandCategorySizeId }: ReferenceSize) {
  const found = SIZING_BRANDS.find(({ id }) => id === brandId)?.categories.find(({ id }) => id === brandCategoryId);
  const size = found?.sizes.find(({ id }) => id === brandCategorySizeId);
  return found && size && { measure: found.measure, low: size.low, high: size.high };
}
