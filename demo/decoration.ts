import type { ClientBase } from 'pg';
import { parseFeatures } from '#garments/features.ts';
import type { GarmentType } from '#garments/garments.ts';
import { hasPlace } from '#garments/obstacles.ts';
import { getDrawingFeatures } from './catalogue/drawing.ts';
import type { ProductSheet } from './catalogue/product-sheet.ts';
import type { Product } from './catalogue-rows.ts';
import { insertRows, type Row } from './insert.ts';

const EMBROIDERY = 10;
const PRINT = 20;
const TRANSFER = 30;
const NAME_BADGE = 40;

/** What decorating costs without tax, per piece and to set up: pence, cents. */
export const decorationPriceRows: Row[] = [
  { method_id: EMBROIDERY, currency_code: 'GBP', price_minor: 240, setup_minor: 1200 },
  { method_id: PRINT, currency_code: 'GBP', price_minor: 190, setup_minor: 1800 },
  { method_id: TRANSFER, currency_code: 'GBP', price_minor: 165, setup_minor: 800 },
  { method_id: NAME_BADGE, currency_code: 'GBP', price_minor: 320, setup_minor: 0 },
  { method_id: EMBROIDERY, currency_code: 'EUR', price_minor: 285, setup_minor: 1400 },
  { method_id: PRINT, currency_code: 'EUR', price_minor: 225, setup_minor: 2100 },
  { method_id: TRANSFER, currency_code: 'EUR', price_minor: 195, setup_minor: 950 },
  { method_id: NAME_BADGE, currency_code: 'EUR', price_minor: 380, setup_minor: 0 },
];

/** Where cloth is broad enough for screen print and large transfers, and too light for many stitches. */
const LARGE_PLACES = new Set(['centre-front', 'upper-back', 'lower-back']);
const CHEST = new Set(['left-chest', 'right-chest']);

/** Methods by the place: small, such as the chest and sleeves, and large. */
const METHODS: Partial<Record<GarmentType, { small: number[]; large: number[] }>> = {
  polo: { small: [EMBROIDERY, TRANSFER], large: [PRINT, TRANSFER] },
  'long-sleeve-polo': { small: [EMBROIDERY, TRANSFER], large: [PRINT, TRANSFER] },
  tee: { small: [EMBROIDERY, PRINT, TRANSFER], large: [PRINT, TRANSFER] },
  sweatshirt: { small: [EMBROIDERY, PRINT, TRANSFER], large: [PRINT, TRANSFER] },
  hoodie: { small: [EMBROIDERY, PRINT, TRANSFER], large: [PRINT, TRANSFER] },
  apron: { small: [EMBROIDERY, PRINT, TRANSFER], large: [EMBROIDERY, PRINT, TRANSFER] },
  softshell: { small: [EMBROIDERY, TRANSFER], large: [EMBROIDERY, TRANSFER] },
  coverall: { small: [EMBROIDERY, TRANSFER], large: [EMBROIDERY, TRANSFER] },
  'hi-vis-vest': { small: [PRINT, TRANSFER], large: [PRINT, TRANSFER] },
  'hi-vis-jacket': { small: [TRANSFER], large: [TRANSFER] },
  'hi-vis-trousers': { small: [TRANSFER], large: [TRANSFER] },
  bag: { small: [EMBROIDERY, TRANSFER], large: [EMBROIDERY, TRANSFER] },
};

/** Knitwear, shirts, chef's jackets and most else. */
const EMBROIDERED = { small: [EMBROIDERY], large: [EMBROIDERY] };

/** A coating leaks where a needle has been. */
const isWaterproof = ({ garment, fabric }: ProductSheet): boolean =>
  (garment === 'parka' && /coated|membrane/.test(fabric[1])) || garment === 'hi-vis-jacket';

const listMethods = (sheet: ProductSheet, place: string): number[] => {
  if (isWaterproof(sheet)) return [TRANSFER];
  const methods = METHODS[sheet.garment] ?? EMBROIDERED;
  const own = methods[LARGE_PLACES.has(place) ? 'large' : 'small'];
  return CHEST.has(place) && sheet.garment !== 'hi-vis-vest' ? [...own, NAME_BADGE] : own;
};

interface Position {
  id: string;
  garment_type: string;
  place: string;
}

/** Gives the products that can be personalised their positions, with the methods that suit the cloth. The positions are those of the migrations. */
export async function insertProductPositions(client: ClientBase, products: readonly Product[]): Promise<void> {
  const { rows: positions } = await client.query<Position>('select id, garment_type, place from decoration_position order by id');
  await insertRows(
    client,
    'product_position',
    products
      .filter(({ sheet }) => sheet.customise)
      .flatMap(({ id, sheet }) => {
        const features = parseFeatures(sheet.garment, getDrawingFeatures(sheet));
        return positions
          .filter(({ garment_type: type, place }) => type === sheet.garment && hasPlace(sheet.garment, features, place))
          .map((position) => ({ product_id: id, position_id: position.id, method_ids: listMethods(sheet, position.place) }));
      }),
  );
}
