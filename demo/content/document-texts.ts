import { formatDay } from '#api/platform/local-day.ts';
import { bodyText, heading, keyValues } from '#api/platform/pdf/blocks.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { table } from '#api/platform/pdf/table.ts';

/** A product of the demonstration as documents name it. */
export interface DocumentedProduct {
  id: number;
  handle: string;
  name: string;
  sku: string;
  marks: readonly { standard: string; detail: string | null }[];
}

/** What a declaration of conformity says of each kind of equipment. */
const CATEGORIES: readonly [handles: RegExp, category: string, risks: string, assessment: string][] = [
  [/^fr-/, 'III', 'heat and flame, and the effects of an electric arc', 'Module D, checked every twelve months'],
  [/glove/, 'II', 'mechanical risks to the hands', 'Module B, type examination'],
  [
    /boot|trainer|wellington/,
    'II',
    'impact and compression of the toes, slipping, and penetration of the sole',
    'Module B, type examination',
  ],
  [/bump|helmet/, 'II', 'impact of the head against fixed objects', 'Module B, type examination'],
  [/.*/, 'II', 'not being seen in daylight and in the light of vehicles at night', 'Module B, type examination'],
];

/** The declaration of conformity of a product, in one of its versions. Days are texts such as `2026-12-31`. */
export function declarationOf(
  product: DocumentedProduct,
  { version, issuedOn, validUntil }: { version: number; issuedOn: string; validUntil: string },
): PdfBlock[] {
  const [, category, risks, assessment] = CATEGORIES.find(([handles]) => handles.test(product.handle)) ?? CATEGORIES[0] ?? [];
  const standards = product.marks.map(({ standard, detail }) => ({
    standard: `${standard}`,
    detail: detail ?? 'All requirements',
  }));
  return [
    heading('Declaration of conformity', { level: 1 }),
    bodyText(`${product.name} · ${product.sku} · issue ${version}`, { after: 12 }),
    keyValues([
      { key: 'Product', value: product.name },
      { key: 'Article number', value: product.sku },
      { key: 'Category of equipment', value: category ?? 'II' },
      { key: 'Issued on', value: formatDay(issuedOn) },
      { key: 'Valid until', value: formatDay(validUntil) },
      { key: 'Assessment', value: assessment ?? '' },
    ]),
    heading('Manufacturer'),
    bodyText('Brackwell Workwear Ltd, 4 Canal Works, Holbeck Lane, Leeds LS11 9XX, United Kingdom.'),
    heading('Object of the declaration'),
    bodyText(
      `Personal protective equipment that protects the wearer against ${risks ?? ''}. This declaration is issued under the sole responsibility of the manufacturer and covers all sizes and colours of the article named above.`,
    ),
    heading('Harmonised standards'),
    table({
      columns: [
        { header: 'Standard', share: 2 },
        { header: 'Class or performance', share: 3 },
      ],
      rows: standards.map(({ standard, detail }) => [standard, detail]),
      empty: 'General requirements of Regulation 2016/425, Annex II',
    }),
    heading('Conformity'),
    bodyText(
      'The equipment described above conforms to Regulation 2016/425 on personal protective equipment, as it applies in the European Union and as brought into the law of Great Britain, and to the standards listed above. The type was examined by Northgate Test House of the demonstration.',
    ),
    heading('Before use'),
    bodyText(
      'Read the instructions that come with the product. Check it for damage before each use, and replace it when tape, seams, soles or fastenings are worn. Do not alter it: logos and badges may only be applied where the instructions say so.',
    ),
    bodyText(
      `Signed for and on behalf of Brackwell Workwear Ltd, Leeds, ${formatDay(issuedOn)}: H. Brackwell, technical director.`,
      {
        after: 0,
      },
    ),
  ];
}

/** How high-visibility and flame-retardant clothes are washed. */
export const careOfHiVis = (): PdfBlock[] => [
  heading('Caring for high-visibility and flame-retardant workwear', { level: 1 }),
  bodyText(
    'Dirt hides the tape and burns. Clothes that are washed as described here keep their class for the number of washes on their label.',
  ),
  heading('Washing'),
  table({
    columns: [
      { header: 'Garment', share: 3 },
      { header: 'Wash', share: 2 },
      { header: 'Dry', share: 2 },
      { header: 'Washes', share: 1, align: 'right' },
    ],
    rows: [
      ['Vests and waistcoats', '40 °C, mild', 'Hang up', '25'],
      ['Jackets and trousers, orange', '40 °C, zips closed', 'Tumble, low', '50'],
      ['Polo shirts and sweatshirts', '40 °C, inside out', 'Hang up', '50'],
      ['Flame-retardant coveralls and jackets', '60 °C, no softener', 'Tumble, low', '75'],
    ],
  }),
  heading('What damages them'),
  bodyText(
    'Bleach and fabric softener, washing with other colours, ironing over the tape, petrol and solvents. Softener leaves a film that burns.',
  ),
  heading('When to replace them'),
  bodyText(
    'When the tape is cracked or grey, when the orange has faded, when a seam over the tape is open, or after the number of washes in the table. Order the replacement before you hand the old garment in.',
  ),
];

/** How people measure themselves. */
export const howToMeasure = (): PdfBlock[] => [
  heading('How to measure yourself', { level: 1 }),
  bodyText(
    'Measure over a thin shirt, with the tape level and close but not tight. Ask a colleague to help with the chest and the inside leg.',
  ),
  keyValues(
    [
      { key: 'Chest', value: 'Around the fullest part, under the arms' },
      { key: 'Waist', value: 'Where you wear your trousers' },
      { key: 'Inside leg', value: 'From the crotch to the floor, without shoes' },
      { key: 'Hand', value: 'Around the palm, without the thumb' },
      { key: 'Foot', value: 'From heel to longest toe, standing' },
      { key: 'Head', value: 'Around the forehead, above the ears' },
    ],
    { columns: 2 },
  ),
  heading('Jackets and coveralls'),
  table({
    columns: [
      { header: 'Size', share: 1 },
      { header: 'Chest (cm)', share: 2 },
      { header: 'Waist (cm)', share: 2 },
      { header: 'Height (cm)', share: 2 },
    ],
    rows: [
      ['S', '88–96', '76–84', '164–170'],
      ['M', '96–104', '84–92', '170–176'],
      ['L', '104–112', '92–100', '176–182'],
      ['XL', '112–120', '100–108', '182–188'],
      ['2XL', '120–128', '108–116', '184–190'],
    ],
  }),
  bodyText('Between two sizes, choose the larger one for jackets that are worn over a fleece.'),
];

/** What the organisation buys, for those who order. */
export const rangeOf = (products: readonly DocumentedProduct[], year: string): PdfBlock[] => [
  heading(`Corvane Rail range ${year}`, { level: 1 }),
  bodyText('Workwear and protective equipment agreed for depots, trains and track. Prices and stock are in the portal.'),
  table({
    columns: [
      { header: 'Product', share: 4 },
      { header: 'Article number', share: 2 },
      { header: 'Standards', share: 3 },
    ],
    rows: products.map(({ name, sku, marks }) => [name, sku, marks.map(({ standard }) => standard).join(', ') || '–']),
  }),
];

/** The rules of the client for its people. */
export const uniformPolicy = (): PdfBlock[] => [
  heading('Uniform and protective equipment policy', { level: 1 }),
  bodyText('For everyone at Corvane Rail who works in a depot, on a train or on or near the line.'),
  heading('What you get'),
  bodyText(
    'Your wardrobe in the portal shows what you can order each season. Protective equipment is replaced whenever it is worn or damaged, outside your allowance: ask your depot manager.',
  ),
  heading('What you must wear'),
  bodyText(
    'On or near the line: orange high-visibility jacket or vest and trousers to RIS-3279-TOM, safety boots and, where the method statement says so, gloves and a bump cap. In the depot workshop: safety boots and coverall.',
  ),
  heading('Looking after it'),
  bodyText(
    'Wash your clothes as their labels say. Report damage before your next shift. Do not alter garments or cover their tape.',
  ),
  heading('When you leave'),
  bodyText('Hand back everything with the Corvane name. Your manager records it on your last day.'),
];

/** What administrators alone read. */
export const accountTerms = (): PdfBlock[] => [
  heading('Account terms for Corvane Rail', { level: 1 }),
  bodyText('For administrators of the account. Please do not pass this on.'),
  keyValues([
    { key: 'Payment', value: '30 days from invoice' },
    { key: 'Carriage', value: 'Free above £150 for each destination' },
    { key: 'Returns', value: '28 days, unworn, with labels' },
    { key: 'Service level', value: '95 % of stocked lines sent within 2 working days' },
    { key: 'Account manager', value: 'Martin Hale, 0113 496 0400' },
    { key: 'Review', value: 'Each quarter' },
  ]),
  heading('Escalation'),
  bodyText(
    'Write to your account manager first. If something affects safety on the line, call the number above at any hour and ask for the duty manager.',
  ),
];

/** How uniforms of all brands are washed. */
export const careOfUniform = (): PdfBlock[] => [
  heading('Looking after your uniform', { level: 1 }),
  bodyText('Five habits that make a uniform last twice as long.'),
  heading('Shirts and blouses'),
  bodyText('Wash at 40 °C, inside out, and hang them up damp. Iron from the collar to the hem.'),
  heading('Tailoring'),
  bodyText(
    'Brush jackets after each shift and let them hang for a day. Dry-clean twice a season, not more: each time takes something of the cloth.',
  ),
  heading('Knitwear'),
  bodyText('Wash by hand or in the wool programme, dry flat, fold and do not hang.'),
  heading('Shoes'),
  bodyText('Two pairs worn on alternate days last longer than three worn one after the other.'),
];
