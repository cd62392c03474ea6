import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { parseFeatures } from '#garments/features.ts';
import { drawGarment, type GarmentType } from '#garments/garments.ts';
import { DRAWING_UNITS, getScale } from '#garments/scale.ts';

const portal = usePortal();

interface Area {
  garment: GarmentType;
  place: string;
  side: 'front' | 'back';
  x: number;
  y: number;
  width: number;
  height: number;
}

interface ProductArea extends Area {
  product: string;
  features: string;
}

const columns = sql`p.garment_type as garment, p.place, p.side, p.x_cm::float8 as x, p.y_cm::float8 as y, p.width_cm::float8 as width,
  p.height_cm::float8 as height`;

let areas: Area[];
let productAreas: ProductArea[];
beforeAll(async () => {
  areas = (await sql<Area>`select ${columns} from decoration_position p order by p.id`.execute(portal.db)).rows;
  productAreas = (
    await sql<ProductArea>`
      select ${columns}, product.handle as product, product.drawing_features as features
      from product_position join decoration_position p on p.id = position_id join product on product.id = product_id
      order by product_id, p.id`.execute(portal.db)
  ).rows;
});

/** Pixels for each unit of a drawing. */
const DETAIL = 2;
const drawings = new Map<string, Promise<Buffer>>();

/** The opacity of each pixel of a drawing. */
function drawCloth(garment: GarmentType, side: 'front' | 'back', features: string): Promise<Buffer> {
  const key = [garment, side, features].join();
  const known = drawings.get(key);
  if (known) return known;
  const svg = drawGarment(garment, { colour: '#8fb0cc', side, features: parseFeatures(garment, features) });
  const drawn = sharp(Buffer.from(svg), { density: 72 * DETAIL })
    .resize(DRAWING_UNITS.width * DETAIL, DRAWING_UNITS.height * DETAIL)
    .extractChannel('alpha')
    .raw()
    .toBuffer();
  drawings.set(key, drawn);
  return drawn;
}

/** Whether all of an area is cloth: nothing of it is beside the garment, or on its translucent shadow. */
async function isOnCloth({ garment, side, x, y, width, height }: Area, features = ''): Promise<boolean> {
  const alpha = await drawCloth(garment, side, features);
  const toPixel = (cm: number) => Math.round((cm / getScale(garment)) * DETAIL);
  for (let row = toPixel(y); row <= toPixel(y + height); row += 1) {
    for (let column = toPixel(x); column <= toPixel(x + width); column += 1) {
      if ((alpha[row * DRAWING_UNITS.width * DETAIL + column] ?? 0) < 250) return false;
    }
  }
  return true;
}

const overlaps = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** What is at the same spot on no garment: a waist apron has no bib, and only it has the pocket. */
const isEitherOr = (a: Area, b: Area): boolean => a.garment === 'apron' && [a.place, b.place].includes('pocket');

describe('a standard position', () => {
  it('lies on the garment as it is drawn', async () => {
    const beside = [];
    for (const area of areas) if (!(await isOnCloth(area))) beside.push(`${area.garment} ${area.place}`);
    expect(areas.length).toBeGreaterThan(120);
    expect(beside).toEqual([]);
  });

  it('overlaps no other of its side', () => {
    const overlapping = areas.flatMap((area, index) =>
      areas
        .slice(index + 1)
        .filter((other) => other.garment === area.garment && other.side === area.side && overlaps(area, other))
        .filter((other) => !isEitherOr(area, other))
        .map((other) => `${area.garment}: ${area.place}, ${other.place}`),
    );
    expect(overlapping).toEqual([]);
  });

  it('is left and right as the wearer is', () => {
    const wrong = areas.filter(({ garment, place, side, x, width }) => {
      const fromCentre = (x + width / 2) / getScale(garment) - DRAWING_UNITS.width / 2;
      return (
        (place.startsWith('left-') && (side === 'front') !== fromCentre > 0) ||
        (place.startsWith('right-') && (side === 'front') !== fromCentre < 0)
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('the demonstration', () => {
  it('has positions on every product that can be personalised, all of them on its cloth', async () => {
    const { rows } = await sql<{ handle: string }>`select handle from product where customisation_enabled`.execute(portal.db);
    const products = new Set(productAreas.map(({ product }) => product));
    expect([...products].toSorted()).toEqual(rows.map(({ handle }) => handle).toSorted());
    const beside = [];
    for (const area of productAreas) if (!(await isOnCloth(area, area.features))) beside.push(`${area.product} ${area.place}`);
    expect(beside).toEqual([]);
  });

  it('has a price for every method in pounds and euros', async () => {
    const { rows } = await sql<{ methods: number }>`
      select count(*)::int as methods from decoration_price where currency_code in ('GBP', 'EUR')
        and method_id in (select unnest(method_ids) from product_position)`.execute(portal.db);
    expect(rows[0]?.methods).toBe(8);
  });
});
