import type { ProductSheet } from './product-sheet.ts';

/** The facets and their options in the order in which they are shown. An option's id is the facet's × 100 + its place. */
// biome-ignore format: lists of words
const facets = {
  Fabric: [
    'Cotton', 'Polycotton', 'Polyester', 'Polyester-wool', 'Polyester-viscose', 'Cotton-acrylic', 'Wool blend', 'Linen blend', 'Denim', 'Fleece', 'Softshell',
    'Coated fabric', 'Nylon', 'Acrylic', 'Flame-retardant cotton', 'Modacrylic blend', 'Leather', 'Microfibre', 'Nitrile', 'Rubber',
  ],
  'Weight class': ['Light (under 160 g/m²)', 'Medium (160 to 249 g/m²)', 'Heavy (250 g/m² and over)'],
  Standard: [
    'EN ISO 20471 class 1', 'EN ISO 20471 class 2', 'EN ISO 20471 class 3', 'RIS-3279-TOM', 'EN 343', 'EN 342', 'EN 14058', 'EN ISO 13688', 'EN ISO 11612',
    'EN ISO 11611', 'EN 1149-5', 'EN 61482-2', 'EN 14404', 'EN ISO 15797', 'EN ISO 20345 S1P SRC', 'EN ISO 20345 S3 SRC', 'EN ISO 20345 S5 SRC',
    'EN ISO 20347 O1 SRC', 'EN 388', 'EN 511', 'EN ISO 374-5', 'EN 812', 'EN 1078', 'EN 13758-2',
  ],
  Sleeve: ['Sleeveless', 'Short', 'Three-quarter', 'Long'],
  Cut: ['Unisex', 'Men’s', 'Women’s'],
  Season: ['All year', 'Summer', 'Winter'],
  Care: ['Wash at 30 °C', 'Wash at 40 °C', 'Wash at 60 °C', 'Wash at 75 °C', 'Industrial laundry', 'Wool wash 30 °C', 'Hand wash', 'Dry clean', 'Wipe clean', 'Single use'],
  Sustainability: [
    'Organic cotton', 'Fairtrade cotton', 'Better Cotton', 'Recycled polyester', 'Recycled polyamide', 'Responsible Wool Standard', 'OEKO-TEX Standard 100', 'Chrome-free leather',
  ],
} as const satisfies Record<string, readonly string[]>;

const names = Object.keys(facets) as (keyof typeof facets)[];

export const specificationRows = names.map((name, index) => ({ id: index + 1, name, display_order: index + 1 }));

export const optionRows = names.flatMap((facet, index) =>
  facets[facet].map((name, place) => ({
    id: (index + 1) * 100 + place + 1,
    specification_id: index + 1,
    name,
    display_order: place + 1,
  })),
);

function optionId(facet: keyof typeof facets, option: string): number {
  const place = (facets[facet] as readonly string[]).indexOf(option);
  if (place < 0) throw new Error(`"${option}" is not an option of ${facet}.`);
  return (names.indexOf(facet) + 1) * 100 + place + 1;
}

function weightClass(cloth: number): string {
  return facets['Weight class'][cloth < 160 ? 0 : cloth < 250 ? 1 : 2];
}

/** Ids of the options that describe a product. */
export function listOptionIds(sheet: ProductSheet): number[] {
  const ids = [optionId('Fabric', sheet.fabric[0]), optionId('Care', sheet.care), optionId('Season', sheet.season ?? 'All year')];
  if (sheet.cloth !== undefined) ids.push(optionId('Weight class', weightClass(sheet.cloth)));
  if (sheet.sleeve !== undefined) ids.push(optionId('Sleeve', sheet.sleeve));
  if (sheet.cut !== undefined) ids.push(optionId('Cut', sheet.cut));
  for (const standard of sheet.standards ?? []) ids.push(optionId('Standard', standard));
  for (const label of sheet.sustainability ?? []) ids.push(optionId('Sustainability', label));
  return ids;
}
