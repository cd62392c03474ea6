import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aWardrobe } from '#api/testing/builders.ts';
import { hasPdfReaders, readPdf } from '#api/testing/pdf-reader.ts';
import type { TestClient } from '#api/testing/portal.ts';
import {
  aCatalogueProduct,
  aSpecificationOption,
  type CatalogueProduct,
  type CatalogueProductOverrides,
  refreshProductListing,
} from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const [MERIDIAN, HALLAM] = [1, 2];
const portal = usePortal();
let buyer: TestClient;
let hallamBuyer: TestClient;

beforeAll(async () => {
  [buyer, hallamBuyer] = await Promise.all([portal.as('buyer@meridian.example'), portal.as('buyer@hallam.example')]);
});

const request = (client: Pick<TestClient, 'headers'>, id: number) =>
  portal.app.inject({ url: `/api/documents/productPdf/${id}`, headers: client.headers });

/** The sheet of a product, read back by other programs, which find no fault in it. */
async function readSheet(client: Pick<TestClient, 'headers'>, id: number) {
  const response = await request(client, id);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
  const reading = await readPdf(Readable.from(response.rawPayload));
  expect(reading.faults).toBe('');
  const text = reading.pages.join('\n');
  return Object.assign(reading, { text, amounts: text.match(/£[\d,.]*\d/g) ?? [], headers: response.headers });
}

const setOwnPrice = (product: CatalogueProduct, organisationId: number, minor: number) =>
  sql`update product_organisation set overridden_price_minor = ${minor} where product_id = ${product.id} and organisation_id = ${organisationId}`
    .execute(portal.db)
    .then(() => refreshProductListing(portal.db, [organisationId], [product.id]));

async function giveGuide({ id }: CatalogueProduct, guide: { columns: string[]; rows: string[][]; body: string | null }) {
  const { rows } = await sql<{ id: number }>`
    insert into size_guide (name, body, columns, rows)
    values (${`Guide of ${id}`}, ${guide.body}, ${guide.columns}::text[], ${JSON.stringify(guide.rows)}::jsonb) returning id`.execute(
    portal.db,
  );
  await sql`update product set size_guide_id = ${rows[0]?.id} where id = ${id}`.execute(portal.db);
  await refreshProductListing(portal.db, [MERIDIAN], [id]);
}

describe.skipIf(!hasPdfReaders)('GET /api/documents/productPdf/:id', () => {
  it('says everything about a product, in the look of the brand', async () => {
    const product = await aCatalogueProduct(portal.db, {
      product: {
        name: 'Ridgeway hi-vis jacket',
        sku: 'RDG 200',
        garment_type: 'hi-vis-jacket',
        short_description: 'Waterproof, with taped seams.',
        full_description:
          '<p>Keeps the rain out &amp; the warmth in.</p><h3>Pockets</h3><ul><li>Two at the front</li><li>One inside</li></ul>',
        marks: JSON.stringify([{ standard: 'EN ISO 20471', detail: 'Class 3' }]),
        care_wash: '40',
        care_note: 'Close all zips.',
        is_made_to_order: true,
        lead_time_days: 14,
      },
      colours: ['Saturn yellow#e8f000', 'Orange#ff7a00'],
      sizes: ['S', 'M', 'L', 'XL'],
      optionIds: [await aSpecificationOption(portal.db, 'Lining', 'Quilted')],
      tiers: [
        { quantity: 10, price_minor: 900 },
        { quantity: 50, price_minor: 800 },
      ],
    });
    await giveGuide(product, {
      columns: ['Size', 'Chest (cm)'],
      rows: [
        ['S', '86–91'],
        ['M', '92–97'],
      ],
      body: '<p>Measure over a shirt.</p>',
    });

    const { text, info, objects, headers } = await readSheet(buyer, product.id);

    expect(headers['x-filename']).toBe('RDG%20200.pdf');
    expect(info).toContain('Title:           Ridgeway hi-vis jacket');
    expect(objects).toContain('/Alt (Sundial Uniforms)');
    expect(objects).toContain('/Alt (Ridgeway hi-vis jacket in Saturn yellow)');
    expect(objects).toContain('/Subtype /Image');
    for (const words of [
      'Waterproof, with taped seams.',
      'Keeps the rain out & the warmth in.',
      'Pockets',
      'Two at the front',
      'EN ISO 20471 · Class 3',
      'Lining',
      'Quilted',
      'Wash at 40 °C',
      'Close all zips.',
      'Made to order: sent about 2 weeks after you order.',
      'Saturn yellow',
      'Orange',
      'S, M, L, XL',
      '92–97',
      'Measure over a shirt.',
      '£10.00',
      '1–9 £10.00',
      '10–49 £9.00',
      '50 and more £8.00',
      'excl. tax',
      'For Meridian Resorts, ',
    ])
      expect(text).toContain(words);
  });

  it('has the prices of one’s own organisation, also when several ask in turn', async () => {
    const product = await aCatalogueProduct(portal.db, { organisationIds: [MERIDIAN, HALLAM] });
    await setOwnPrice(product, MERIDIAN, 1234);
    await setOwnPrice(product, HALLAM, 5678);

    for (const round of [1, 2]) {
      expect([round, (await readSheet(buyer, product.id)).amounts]).toEqual([round, ['£12.34']]);
      const other = await readSheet(hallamBuyer, product.id);
      expect([round, other.amounts]).toEqual([round, ['£56.78']]);
      expect(other.text).toContain('For Hallam Hotels, ');
      expect(other.objects).toContain('/Alt (Alder & Vane)');
    }
    await setOwnPrice(product, MERIDIAN, 1111);
    expect((await readSheet(buyer, product.id)).amounts).toEqual(['£11.11']);
  });

  it('has prices with or without tax, as the person has chosen', async () => {
    const product = await aCatalogueProduct(portal.db, { tiers: [{ quantity: 10, price_minor: 900 }] });
    const person = await aPerson(portal.db);
    const client = await portal.as(person.email);
    const without = await readSheet(client, product.id);
    await client.put('/api/toggletaxtype', { taxType: 0 });
    const including = await readSheet(client, product.id);

    expect([without.amounts, including.amounts]).toEqual([
      ['£10.00', '£10.00', '£9.00'],
      ['£12.00', '£12.00', '£10.80'],
    ]);
    expect(including.text).toContain('incl. tax');
    expect(including.text).not.toContain('excl. tax');
    expect((await readSheet(buyer, product.id)).amounts).toEqual(without.amounts);
  });

  it('has the quantity discounts of one’s own roles, and only those of today', async () => {
    const role = 33;
    const product = await aCatalogueProduct(portal.db, {
      tiers: [
        { quantity: 10, price_minor: 700, role_id: role, organisation_id: MERIDIAN },
        { quantity: 20, price_minor: 600, ends_at: new Date('2020-01-01T00:00:00Z') },
        { quantity: 30, price_minor: 500, starts_at: new Date('2100-01-01T00:00:00Z') },
      ],
    });
    const admin = await portal.as('admin@meridian.example');

    expect((await readSheet(admin, product.id)).amounts).toEqual(['£10.00', '£10.00', '£7.00']);
    expect((await readSheet(buyer, product.id)).amounts).toEqual(['£10.00']);
  });

  it('has no prices where the organisation hides them from wearers, and no discounts for wearers who see prices', async () => {
    const product = await aCatalogueProduct(portal.db, { tiers: [{ quantity: 10, price_minor: 900 }] });
    const person = await aPerson(portal.db, { role: 'Staff' });
    await aWardrobe(portal.db, person.id, [{ id: product.id } as never]);
    const wearer = await portal.as(person.email);
    const setType = async (type: number) => {
      await sql`update customer set allocation_type_id = ${type} where id = ${person.id}`.execute(portal.db);
      await portal.settled();
    };

    await setType(20);
    const hidden = await readSheet(wearer, product.id);
    expect(hidden.amounts).toEqual([]);
    expect(hidden.text).not.toMatch(/tax|Price/);
    // Others still get theirs.
    expect((await readSheet(buyer, product.id)).amounts).toEqual(['£10.00', '£10.00', '£9.00']);
    await setType(40);
    expect((await readSheet(wearer, product.id)).amounts).toEqual(['£10.00']);
  });

  it('has the prices of sizes where they differ, and what is on request without one', async () => {
    const product = await aCatalogueProduct(portal.db, { colours: ['Navy#1d2a4d', 'Red#aa1122'], sizes: ['S', 'M', 'L', 'XL'] });
    await sql`update combination set overridden_price_minor = 1250 where product_id = ${product.id} and description like '%XL'`.execute(
      portal.db,
    );
    await refreshProductListing(portal.db, [MERIDIAN], [product.id]);
    const onRequest = await aCatalogueProduct(portal.db, { product: { call_for_price: true } });

    const { text, amounts } = await readSheet(buyer, product.id);
    expect(amounts).toEqual(['£10.00', '£10.00', '£12.50']);
    expect(text).toMatch(/from £10\.00/);
    expect(text).toMatch(/S–L £10\.00\s+XL £12\.50/);
    const { text: requested, amounts: none } = await readSheet(buyer, onRequest.id);
    expect([requested.includes('Price on request'), none]).toEqual([true, []]);
  });

  it.each<[string, CatalogueProductOverrides, string[]]>([
    ['nothing but a name', { product: { name: 'Plain' } }, ['Plain']],
    [
      'a name as long as they get, of words and of one word',
      { product: { name: `${'Waterproof '.repeat(9)}${'x'.repeat(100)}`, short_description: 'y'.repeat(500) } },
      ['Waterproof'],
    ],
    [
      'characters of other alphabets, and marks that turn the direction of text',
      {
        product: {
          name: 'Δοκιμή \u202Egnp.exe Щит 王小明 مرحبا',
          full_description: '<p>שלום 👩‍🚀 <script>alert(1)</script>ok</p>',
        },
        colours: ['Синий#001177', 'أزرق#002288'],
        sizes: ['א', '½'],
      },
      ['Δοκιμή gnp.exe Щит', 'Синий', 'ok'],
    ],
    [
      'a description as long as they get',
      {
        product: {
          full_description: `<p>${'word '.repeat(1990)}</p><ul>${'<li>item of a list</li>'.repeat(400)}</ul><p>end of it</p>`,
        },
      },
      ['end of it'],
    ],
  ])('is valid for a product with %s', async (_, overrides, words) => {
    const product = await aCatalogueProduct(portal.db, overrides);
    const { text, info } = await readSheet(buyer, product.id);

    for (const each of words) expect(text).toContain(each);
    expect(text).not.toContain('alert');
    expect(info).toContain('Tagged:          yes');
  });

  it('lists 1,000 combinations in a few lines', { timeout: 120_000 }, async () => {
    const product = await aCatalogueProduct(portal.db, {
      colours: Array.from({ length: 25 }, (_, index) => `Colour ${index + 1}#0000${String(index + 10)}`),
      sizes: Array.from({ length: 40 }, (_, index) => `Size ${index + 1}`),
    });
    const [, second] = [...product.combinations.values()];
    await sql`update combination set overridden_price_minor = 1500 where id = ${second?.id}`.execute(portal.db);
    await refreshProductListing(portal.db, [MERIDIAN], [product.id]);

    const { text, pages, amounts } = await readSheet(buyer, product.id);
    expect(pages.length).toBeLessThan(3);
    expect(text).toContain('Colour 25');
    expect(text).toContain('Size 40');
    expect(amounts).toEqual(['£10.00', '£10.00', '£15.00', '£10.00']);
  });

  it('is there for those who see the product alone, as the detail of the product says', async () => {
    const product = await aCatalogueProduct(portal.db, { organisationIds: [HALLAM] });
    const detail = await hallamBuyer.get<'GET /api/products/:id'>(`/api/products/${product.id}`);

    expect(detail.body.products[0]?.hasPdf).toBe(true);
    expect((await request(hallamBuyer, product.id)).statusCode).toBe(200);
    const refused = await request(buyer, product.id);
    expect([refused.statusCode, refused.json()]).toEqual([404, { errors: { product: ['Product not found.'] } }]);
    expect((await request(buyer, 2_000_000_000)).statusCode).toBe(404);
    expect((await portal.app.inject({ url: `/api/documents/productPdf/${product.id}` })).statusCode).toBe(401);
  });
});
