import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import {
  findImportedProduct,
  PRODUCT_FILE_HEADER,
  type ProductFileLine,
  productFileLine,
  useProductImports,
} from '#api/testing/product-import-harness.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const imports = useProductImports(portal);
const MERIDIAN = 1;
const SUNDIAL = 1;
let operator: TestOperatorClient;
let word: string;
beforeAll(async () => {
  operator = await portal.asOperator();
});
beforeEach(() => {
  word = `w${randomUUID().replaceAll('-', '').slice(0, 10)}`;
});

const line = (size: string, own?: ProductFileLine) => productFileLine(word, size, own);
const file = (...lines: string[]) => [PRODUCT_FILE_HEADER, ...lines].join('\n');
const stored = (product?: string) => findImportedProduct(portal, word, product);
const inRange = async () =>
  (
    await sql<{ price: number | null; listed: number | null }>`
      select po.overridden_price_minor::int as price, l.price_minor::int as listed
      from product_organisation po join product p on p.id = po.product_id
      left join product_listing l on l.organisation_id = po.organisation_id and l.product_id = p.id
      where po.organisation_id = ${MERIDIAN} and p.handle = ${`${word}-shirt`}`.execute(portal.db)
  ).rows;
const ofMeridian = `&organisationId=${MERIDIAN}`;

describe('a file of the catalogue', () => {
  it('changes nothing until it is run, and then what the preview said', async () => {
    const preview = await imports.preview(operator, file(line('S'), line('M')));
    expect(preview).toMatchObject({ state: 'previewed', rows: 2, products: 1, counts: { created: 1, changed: 0, refused: 0 } });
    expect(await stored()).toBeUndefined();
    expect(await imports.rows(operator, preview.id)).toMatchObject([
      { line: 2, outcome: 'created', sku: `${word}-shirt-S`, productId: null },
      { line: 3, outcome: 'created', sku: `${word}-shirt-M` },
    ]);

    const done = await imports.finish(operator, preview.id);
    expect(done).toMatchObject({ state: 'finished', counts: { created: 1, refused: 0 } });
    expect(await stored()).toEqual({ name: `Shirt ${word}`, price: 2000, published: true, sizes: 'M 5, S 5' });
    expect((await imports.rows(operator, preview.id))[0]?.productId).toBeGreaterThan(0);

    const again = await imports.preview(operator, file(line('S'), line('M')));
    expect(again.counts).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
    expect((await imports.start(operator, again.id)).errors).toEqual({
      productImport: ['There is nothing to import: no product is new or changed.'],
    });
  });

  it('shows each value before and after', async () => {
    await imports.import(operator, file(line('S'), line('M')));
    const { id } = await imports.preview(
      operator,
      file(line('S', { title: 'Other shirt', price: '21.00', quantity: 7 }), line('L', { price: '21.00' })),
    );
    const rows = await imports.rows(operator, id);
    expect(rows.find((row) => row.line === 2 && row.changes.length > 1)?.changes).toEqual([
      { field: 'title', before: `Shirt ${word}`, after: 'Other shirt' },
      { field: 'price', before: '20.00', after: '21.00' },
      { field: 'stock', before: '5', after: '7' },
    ]);
    expect(rows.flatMap(({ changes }) => changes)).toContainEqual({ field: 'M: discontinued', before: 'no', after: 'yes' });
    expect(rows.find(({ outcome }) => outcome === 'created')).toMatchObject({ line: 3, text: 'L' });
  });

  it('refuses wrong rows with their product, and imports the rest', async () => {
    const wrong = line('M', { product: 'wrong', price: 'cheap' });
    const preview = await imports.preview(operator, file(line('S'), wrong, line('L', { product: 'third' })));
    expect(preview.counts).toMatchObject({ created: 2, refused: 1 });
    const refused = await imports.rows(operator, preview.id, 'refused');
    expect(refused).toMatchObject([{ line: 3, handle: `${word}-wrong` }]);
    expect(await imports.finish(operator, preview.id)).toMatchObject({ counts: { created: 2, refused: 1 } });
    expect([await stored('wrong'), (await stored('third'))?.sizes]).toEqual([undefined, 'L 5']);
  });

  it('leaves a product that was changed after the preview', async () => {
    await imports.import(operator, file(line('S'), line('S', { product: 'other' })));
    const preview = await imports.preview(
      operator,
      file(line('S', { price: '30.00' }), line('S', { product: 'other', price: '30.00' })),
    );
    await sql`update product set price_minor = 2500 where handle = ${`${word}-shirt`}`.execute(portal.db);
    const done = await imports.finish(operator, preview.id);
    expect(done.counts).toMatchObject({ changed: 1, conflict: 1 });
    expect([(await stored())?.price, (await stored('other'))?.price]).toEqual([2500, 3000]);
    expect(await imports.rows(operator, preview.id, 'conflict')).toMatchObject([
      { line: 2, text: 'It was changed after the preview, so it was left as it is. Please upload the file again.', changes: [] },
    ]);
  });

  it('counts stock also where orders have moved it since the preview', async () => {
    await imports.import(operator, file(line('S')));
    const preview = await imports.preview(operator, file(line('S', { quantity: 9 })));
    await sql`update stock_level set on_hand = 3 where combination_id = (select id from combination where sku = ${`${word}-shirt-S`})`.execute(
      portal.db,
    );
    expect((await imports.finish(operator, preview.id)).counts).toMatchObject({ changed: 1, conflict: 0 });
    expect((await stored())?.sizes).toBe('S 9');
  });

  it('refuses the second of two products that are one by their SKUs, also in another batch', async () => {
    await imports.import(operator, file(line('S'), line('M')));
    const many = Array.from({ length: 600 }, (_, index) => line(`${index}`, { product: 'many' }));
    const again = line('M', { product: 'again', sku: `${word}-shirt-M` });
    const preview = await imports.preview(operator, file(line('S'), ...many, again));
    expect(await imports.rows(operator, preview.id, 'refused')).toMatchObject([
      { line: 603, text: `its SKUs are those of the same product as the handle "${word}-shirt"` },
    ]);
  });

  it('refuses products that have a SKU in common in the preview, and imports neither', async () => {
    const sku = `${word}-shirt-S`;
    const twice = file(
      line('S'),
      line('M'),
      line('L', { product: 'twin', sku: sku.toUpperCase() }),
      line('S', { product: 'other' }),
    );
    const preview = await imports.preview(operator, twice);
    expect(preview.counts).toMatchObject({ created: 1, refused: 2 });
    expect(await imports.rows(operator, preview.id, 'refused')).toMatchObject([
      { line: 2, sku, text: `the SKU ${sku} is also on line 4` },
      { line: 3, text: 'not imported because of line 2: a product is imported completely or not at all' },
      { line: 4, sku: sku.toUpperCase(), text: `the SKU ${sku.toUpperCase()} is also on line 2` },
    ]);
    expect(await imports.finish(operator, preview.id)).toMatchObject({ counts: { created: 1, refused: 2 } });
    expect([await stored(), await stored('twin'), (await stored('other'))?.sizes]).toEqual([undefined, undefined, 'S 5']);
  });

  it('cannot be read: says why, and nothing is stored', async () => {
    expect((await imports.send(operator, '')).errors).toEqual({ file: ['The file is empty.'] });
    const unknown = await imports.preview(operator, 'Girth;Hue\n12;red');
    expect(unknown).toMatchObject({
      state: 'uploaded',
      format: 'mapped',
      problem: expect.stringMatching(/^The file cannot be read: /),
    });
    expect((await imports.start(operator, unknown.id)).errors).toEqual({
      productImport: ['Please preview the file before you import it.'],
    });
  });

  it('in another layout is read by what its columns are said to mean, which is remembered', async () => {
    const text = `Ref ${word};Wording;Shade;Cut;Item;Net\n${word}-1;Pier shirt;Navy;M;${word}-M;20\n${word}-1;Pier shirt;Navy;L;${word}-L;20`;
    const mapping = {
      columns: [
        { field: 'productCode', column: `Ref ${word}` },
        { field: 'name', column: 'Wording' },
        { field: 'colour', column: 'Shade' },
        { field: 'size', column: 'Cut' },
        { field: 'sku', column: 'Item' },
        { field: 'price', column: 'Net' },
      ],
      constants: [{ field: 'brand', value: 'Harbour' }],
    };
    const { body } = await imports.send(operator, text);
    expect(body).toMatchObject({ format: 'mapped', state: 'uploaded' });
    expect(body.columns.slice(0, 2)).toEqual([
      { header: `Ref ${word}`, samples: [`${word}-1`] },
      { header: 'Wording', samples: ['Pier shirt'] },
    ]);
    const ask = (asked: object) => operator.post(`/api/operator/productimports/${body.id}/preview`, { mapping: asked });
    expect((await ask({ columns: [{ field: 'price', column: 'Net' }], constants: [] })).errors).toEqual({
      mapping: ['Please choose the column with the product code or the name: without it, rows cannot be told apart.'],
    });
    expect((await ask({ columns: [{ field: 'girth', column: 'Net' }], constants: [] })).errors).toEqual({
      mapping: ['There is no field called girth.'],
    });
    expect((await ask(mapping)).status).toBe(200);
    await imports.runPreview(body.id);
    expect((await imports.finish(operator, body.id)).counts).toMatchObject({ created: 1 });
    expect((await imports.send(operator, text)).body.mapping).toEqual(mapping);
    expect((await imports.preview(operator, text)).counts).toMatchObject({ created: 0, unchanged: 1 });
  });
});

describe('the file of a client', () => {
  it('puts a known product into its range at its price, and leaves the title', async () => {
    await imports.import(operator, file(line('S'), line('M')));
    const preview = await imports.preview(
      operator,
      file(line('S', { title: 'Their shirt', price: '18.00' }), line('M', { title: 'Their shirt', price: '18.00' })),
      ofMeridian,
    );
    expect(await imports.rows(operator, preview.id)).toMatchObject([
      {
        line: 2,
        outcome: 'changed',
        changes: [
          { field: 'range', after: 'offered' },
          { field: 'client’s price', after: '18.00' },
        ],
      },
      { line: 2, outcome: 'warning', text: `"Shirt ${word}" of the catalogue differs and was left: title` },
      { line: 3, outcome: 'unchanged' },
    ]);
    const done = await imports.finish(operator, preview.id);
    expect(await inRange()).toEqual([{ price: 1800, listed: 1800 }]);
    expect((await stored())?.name).toBe(`Shirt ${word}`);

    expect(await imports.undo(operator, done)).toMatchObject({ state: 'finished', changed: 1, refused: 0 });
    expect(await inRange()).toEqual([]);
    expect((await imports.get(operator, done.id)).state).toBe('undone');
  });

  it('adds what the catalogue lacks, made for the client, and undoing that removes it from range and catalogue', async () => {
    const done = await imports.import(operator, file(line('S')), `${ofMeridian}&madeForClient=true`);
    expect(done).toMatchObject({ organisationId: MERIDIAN, madeForClient: true, counts: { created: 1 } });
    const { rows } = await sql<{ id: number | null }>`
      select exclusive_organisation_id as id from product where handle = ${`${word}-shirt`}`.execute(portal.db);
    expect([rows, await inRange()]).toEqual([[{ id: MERIDIAN }], [{ price: null, listed: 2000 }]]);
    const buyer = await portal.as('buyer@meridian.example');
    const found = async () => (await buyer.get<'GET /api/products'>(`/api/products?keyword=${word}`)).body.products.length;
    expect(await found()).toBe(1);
    await imports.undo(operator, done);
    expect([await stored(), await inRange(), await found()]).toEqual([undefined, [], 0]);
  });

  it('counts no stock of a product that organisations of other brands buy too', async () => {
    await imports.import(operator, file(line('S')), ofMeridian);
    await sql`
      insert into product_organisation (organisation_id, product_id)
      select o.id, p.id from product p, organisation o where p.handle = ${`${word}-shirt`} and o.brand_id <> ${SUNDIAL} limit 1`.execute(
      portal.db,
    );
    const limited = await portal.asOperator({ brandIds: [SUNDIAL] });
    const changed = file(line('S', { price: '15.00', quantity: 99 }));
    const preview = await imports.preview(limited, changed, ofMeridian);
    expect(preview.counts).toMatchObject({ changed: 1 });
    await imports.finish(limited, preview.id);
    expect([(await stored())?.sizes, (await inRange())[0]?.price]).toEqual(['S 5', 1500]);
    const [row] = await imports.rows(limited, (await imports.preview(limited, changed)).id);
    expect(row?.text).toMatch(/^organisations of brands that you do not work for buy this product too/);
  });

  it('is refused for a client of another brand', async () => {
    const other = await portal.asOperator({ brandIds: [2] });
    expect((await imports.send(other, file(line('S')), ofMeridian)).status).toBe(404);
  });
});
