import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { useProductImports } from '#api/testing/product-import-harness.ts';
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

const HEADER =
  'Handle,Title,Published,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price';
interface Line {
  product?: string;
  title?: string;
  vendor?: string;
  sku?: string;
  quantity?: number | string;
  price?: string;
}
/** A line of the file: a size of the product of this test. */
const line = (size: string, { product = 'shirt', title, vendor, sku, quantity, price }: Line = {}) =>
  [
    `${word}-${product}`,
    title ?? `Shirt ${word}`,
    'true',
    vendor ?? 'Harbour',
    'Size',
    size,
    sku ?? `${word}-${product}-${size}`,
    'shopify',
    quantity ?? 5,
    price ?? '20.00',
  ].join(',');
const file = (...lines: string[]) => [HEADER, ...lines].join('\n');

const stored = async (product = 'shirt') =>
  (
    await sql<{ name: string; price: number; published: boolean; sizes: string | null }>`
      select p.name, p.price_minor::int as price, p.published, (select string_agg(c.description || case when c.discontinued then ' x' else '' end
        || ' ' || (select s.on_hand from stock_level s where s.combination_id = c.id), ', ' order by c.sku) from combination c where c.product_id = p.id) as sizes
      from product p where p.handle = ${`${word}-${product}`}`.execute(portal.db)
  ).rows[0];
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

describe('undoing', () => {
  it('restores what nobody has changed since, and deletes what was added', async () => {
    await imports.import(operator, file(line('S'), line('M')));
    const done = await imports.import(
      operator,
      file(
        line('S', { title: 'Other shirt', vendor: 'Pine', price: '21.00' }),
        line('L', { price: '21.00' }),
        line('S', { product: 'added' }),
      ),
    );
    await sql`update product set price_minor = 2200 where handle = ${`${word}-shirt`}`.execute(portal.db);
    expect((await stored())?.sizes).toBe('L 5, M x 5, S 5');

    const undone = await imports.undo(operator, done);
    expect(undone).toMatchObject({ state: 'finished', total: 2, changed: 2, refused: 0 });
    expect(undone.refusals).toMatchObject([{ outcome: 'changed', reason: 'Changed since the import, so it stays: price.' }]);
    expect(await stored()).toEqual({ name: `Shirt ${word}`, price: 2200, published: true, sizes: 'M 5, S 5' });
    expect(await stored('added')).toBeUndefined();
    const sizes = await sql<{ name: string }>`
      select v.name from product_attribute_value v join product_attribute a on a.id = v.product_attribute_id join product p on p.id = a.product_id
      where p.handle = ${`${word}-shirt`} order by v.name`.execute(portal.db);
    expect(sizes.rows.map(({ name }) => name)).toEqual(['M', 'S']);
    expect((await operator.post(`/api/operator/bulkedits/${done.bulkEditId}/undo`)).status).toBe(409);
  });

  it('keeps an added product to which something refers, and no longer sells it', async () => {
    const done = await imports.import(operator, file(line('S')));
    await sql`
      insert into stock_entry (combination_id, kind, on_hand_delta, cause)
      select id, 'adjust', 1, '{"kind": "test"}' from combination where sku = ${`${word}-shirt-S`}`.execute(portal.db);
    expect(await imports.undo(operator, done)).toMatchObject({
      changed: 1,
      refusals: [{ reason: 'Orders, stock or other clients refer to it, so it was kept and is no longer sold.' }],
    });
    expect(await stored()).toMatchObject({ published: false });
  });
});

describe('the job', () => {
  const many = () =>
    Array.from({ length: 6 }, (_, at) =>
      Array.from({ length: 200 }, (__, size) => line(`${size}`, { product: `p${at}` })),
    ).flat();

  it('works in batches, is stopped, continued and undone halfway', async () => {
    const preview = await imports.preview(operator, file(...many()));
    const { bulkEditId } = (await imports.start(operator, preview.id)).body.productImport;
    const path = `/api/operator/bulkedits/${bulkEditId}`;
    await imports.runEdit(bulkEditId ?? 0, 1);
    const look = async () => (await operator.get<'GET /api/operator/bulkedits/:id'>(path)).body.bulkEdit;
    expect(await look()).toMatchObject({ state: 'running', changed: 2, total: 6, by: 'Olive Operator', kind: 'product-import' });
    expect((await operator.post<'POST /api/operator/bulkedits/:id/stop'>(`${path}/stop`)).status).toBe(200);
    await imports.runEdit(bulkEditId ?? 0);
    expect(await look()).toMatchObject({ state: 'stopped', changed: 2 });
    expect((await operator.post<'POST /api/operator/bulkedits/:id/continue'>(`${path}/continue`)).status).toBe(200);
    await imports.runEdit(bulkEditId ?? 0, 1);
    expect(await imports.undo(operator, await imports.get(operator, preview.id))).toMatchObject({ changed: 4, total: 4 });
    expect([await stored('p0'), await stored('p5')]).toEqual([undefined, undefined]);
    expect((await imports.get(operator, preview.id)).counts).toMatchObject({ created: 4, refused: 2 });
  });

  it('ends when the operator loses the right, or the account, before the next batch', async () => {
    for (const loss of ['right', 'account'] as const) {
      word = `${word}${loss.slice(0, 1)}`;
      const leaver = await portal.asOperator();
      const preview = await imports.preview(leaver, file(...many()));
      const { bulkEditId } = (await imports.start(leaver, preview.id)).body.productImport;
      await imports.runEdit(bulkEditId ?? 0, 1);
      if (loss === 'right') await sql`update operator set rights = '{warehouse}' where id = ${leaver.id}`.execute(portal.db);
      else await sql`update operator set disabled_at = now() where id = ${leaver.id}`.execute(portal.db);
      await imports.runEdit(bulkEditId ?? 0);
      const { body } = await operator.get<'GET /api/operator/bulkedits/:id'>(`/api/operator/bulkedits/${bulkEditId}`);
      const reason =
        loss === 'right'
          ? 'Whoever started this may no longer change the catalogue.'
          : 'The person who started this no longer has access.';
      expect(body.bulkEdit).toMatchObject({ state: 'finished', changed: 2, refused: 4, refusals: [{ reason, count: 4 }] });
      expect(await stored('p5')).toBeUndefined();
    }
  });

  it('runs one import at a time', async () => {
    const [one, other] = [
      await imports.preview(operator, file(line('S'))),
      await imports.preview(operator, file(line('S', { product: 'b' }))),
    ];
    const { body } = await imports.start(operator, one.id);
    expect((await imports.start(operator, other.id)).errors).toEqual({
      bulkEdit: ['Another import of products is running. Please wait until it is finished.'],
    });
    await imports.runEdit(body.productImport.bulkEditId ?? 0);
  });
});

describe('the calls of an import', () => {
  const path = '/api/operator/productimports';

  it('list it, give its report as a workbook, and discard it unless it was run', async () => {
    const { id } = await imports.preview(operator, file(line('S')));
    const listed = await operator.get<'GET /api/operator/productimports'>(path);
    expect(listed.body.productImports[0]).toMatchObject({ id, state: 'previewed', fileName: 'products.csv' });
    const report = await operator.get<'GET /api/operator/productimports/:id/report'>(`${path}/${id}/report`);
    expect([report.status, report.headers['x-filename']]).toEqual([200, `products-${id}.xlsx`]);
    expect((await operator.delete<'DELETE /api/operator/productimports/:id'>(`${path}/${id}`)).status).toBe(200);
    expect((await operator.get<'GET /api/operator/productimports/:id'>(`${path}/${id}`)).status).toBe(404);
    const done = await imports.import(operator, file(line('S')));
    expect((await operator.delete(`${path}/${done.id}`)).errors).toEqual({
      productImport: ['This file has already been imported, so it stays in the list.'],
    });
    expect((await operator.post<'POST /api/operator/productimports/:id/run'>(`${path}/${done.id}/run`)).status).toBe(409);
    const edits = await operator.get<'GET /api/operator/bulkedits'>('/api/operator/bulkedits?kind=product-import');
    expect(edits.body.bulkEdits[0]).toMatchObject({ id: done.bulkEditId, description: 'Imported 1 product', canUndo: true });
    for (const step of ['stop', 'continue'])
      expect((await operator.post(`/api/operator/bulkedits/${done.bulkEditId}/${step}`)).status).toBe(409);
  });

  it('are for operators and keys with the right', async () => {
    const reader = await portal.asApiKey(['catalogue:read']);
    const { id } = await imports.preview(operator, file(line('S')));
    expect((await reader.get(`${path}/${id}`)).status).toBe(200);
    const upload = 'POST /api/operator/productimports';
    expect([upload, (await imports.send(reader, file(line('S')))).status]).toEqual([upload, 403]);
    for (const step of ['preview', 'run']) expect((await reader.post(`${path}/${id}/${step}`, {})).status).toBe(403);
    const admin = await portal.as('admin@meridian.example');
    expect((await admin.get(`${path}/${id}`)).status).toBe(401);
  });
});

describe('who sees an import', () => {
  it('are operators and keys of all the brands of whoever made it, and keys make one too', async () => {
    const key = await portal.asApiKey(['catalogue:write']);
    const done = await imports.import(key, file(line('S')));
    expect(done).toMatchObject({ state: 'finished', createdBy: 'Test system' });
    const limited = await portal.asOperator({ brandIds: [SUNDIAL] });
    for (const path of [
      `/api/operator/productimports/${done.id}`,
      `/api/operator/productimports/${done.id}/rows`,
      `/api/operator/bulkedits/${done.bulkEditId}`,
    ])
      expect([path, (await limited.get(path)).status]).toEqual([path, 404]);
    expect((await operator.get(`/api/operator/bulkedits/${done.bulkEditId}`)).status).toBe(200);
    const reader = await portal.asApiKey(['catalogue:read']);
    expect((await reader.post(`/api/operator/bulkedits/${done.bulkEditId}/undo`)).status).toBe(403);
  });

  it('refuse a product that organisations of other brands buy, without its name', async () => {
    await imports.import(operator, file(line('S')));
    await sql`
      insert into product_organisation (organisation_id, product_id)
      select o.id, p.id from product p, organisation o where p.handle = ${`${word}-shirt`} and o.brand_id <> ${SUNDIAL} limit 1`.execute(
      portal.db,
    );
    const limited = await portal.asOperator({ brandIds: [SUNDIAL] });
    const preview = await imports.preview(limited, file(line('S', { price: '1.00' })));
    const [row] = await imports.rows(limited, preview.id);
    expect(row).toMatchObject({
      outcome: 'refused',
      text: 'its SKUs are those of a product that only organisations of other brands buy',
    });
  });
});
