import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#api/platform/sheet-file/read-sheet.ts';
import { LARGE_SHEET } from '#api/platform/sheet-file/sheet-lines.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { createRangeClient } from '#api/testing/range-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const imports = usePeopleImports(portal, 'range');
let admin: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  buyer = await portal.as('buyer@meridian.example');
});
const { theOne, put } = createRangeClient(() => ({ admin, buyer }));

/** The exported range as a file. */
async function exportFile(as: TestClient, query = ''): Promise<Uint8Array> {
  const response = await portal.app.inject({ url: `/api/productsorganisation/exportToExcel${query}`, headers: as.headers });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

/** The exported products as CSV after an edit of their cells, by heading. */
async function editedExport(query: string, edit: (cells: Record<string, string>, index: number) => void): Promise<string> {
  const rows: string[][] = [];
  const { headings } = await readSheet(
    { bytes: await exportFile(admin, query), name: 'range.xlsx' },
    LARGE_SHEET,
    {},
    ({ cells }) => rows.push(cells),
  );
  const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const edited = rows.map((row, index) => {
    const cells = Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? '']));
    edit(cells, index);
    return quoted(headings.map((heading) => cells[heading] ?? ''));
  });
  return [quoted(headings), ...edited].join('\n');
}
const only = (sku: string) => `?keyword=${encodeURIComponent(sku)}`;

describe('the exported range, imported again', () => {
  it('changes nothing where nothing was edited, whatever the products are like', async () => {
    await aCatalogueProduct(portal.db, {
      product: { name: '=Round "trip", one', price_minor: 1050 },
      range: { name: '+Own  name', price_percent: -7.25, organisation_sku: '0012' },
      businessAreaIds: [3],
      roleIds: [33, 35],
    });
    await aCatalogueProduct(portal.db, { product: { name: 'Round trip two', published: false }, range: { published: false } });
    await aCatalogueProduct(portal.db, { product: { name: 'Round trip three', call_for_price: true } });
    for (const content of [await exportFile(admin), await editedExport('', () => {})]) {
      const previewed = await imports.preview(admin, content);
      expect([previewed.counts.unchanged, previewed.counts.change, previewed.counts.refuse]).toEqual([previewed.rows, 0, 0]);
      expect(previewed.rows).toBeGreaterThan(40);
      expect((await imports.requestRun(admin, previewed.id)).status).toBe(409);
    }
  });

  it('previews, applies and undoes what was edited, and applies it once', async () => {
    const made = await aCatalogueProduct(portal.db, { product: { name: 'Apply me', price_minor: 2000 } });
    const before = await theOne(made.sku);
    const file = await editedExport(only(made.sku), (cells) => {
      Object.assign(cells, {
        Product: 'Applied',
        'Own SKU': 'A-1',
        'Own price': '1,234.5',
        Status: 'Not published',
        Featured: 'yes',
        'Business areas': 'kitchen',
        Roles: 'Staff; Admin',
        Position: '7',
      });
    });
    const { id, counts } = await imports.preview(admin, file);
    expect(counts).toMatchObject({ change: 1, unchanged: 0, refuse: 0 });
    expect((await imports.rows(admin, id))[0]).toMatchObject({
      line: 2,
      productOrganisationId: before.id,
      customerId: null,
      person: 'Apply me',
      sku: made.sku,
      outcome: 'change',
      isProcessed: false,
      changes: expect.arrayContaining([
        { field: 'Product', before: 'Apply me', after: 'Applied' },
        { field: 'Own price', before: '', after: '1234.50' },
        { field: 'Status', before: 'Published', after: 'Not published' },
        { field: 'Business areas', before: 'Everyone', after: 'Kitchen' },
      ]),
    });
    expect(await theOne(made.sku)).toEqual(before);

    expect((await imports.requestRun(admin, id)).status).toBe(200);
    await imports.runJob(admin, id);
    const applied = {
      name: 'Applied',
      organisationSku: 'A-1',
      overriddenPrice: 1234.5,
      published: false,
      featured: true,
      businessAreaIds: [3],
      displayOrder: 7,
    };
    expect(await theOne(made.sku)).toMatchObject(applied);
    expect((await theOne(made.sku)).customerRoles.map(({ customerRoleId }) => customerRoleId)).toEqual([33, 34]);
    expect(await imports.getBulkEdit(admin, id)).toMatchObject({
      kind: 'range-import',
      description: 'Imported 1 product',
      changed: 1,
    });
    const trail = await sql<{ after: object }>`
      select after from audit_event where action = 'productOrganisation.imported' order by id desc limit 1`.execute(portal.db);
    expect(trail.rows[0]?.after).toMatchObject({ ids: [before.id] });

    // The prices that the export had calculated are those of before.
    const again = await imports.preview(admin, file);
    expect(again.counts).toMatchObject({ change: 0, unchanged: 1, refuse: 0 });

    expect((await imports.undo(admin, await imports.get(admin, id))).status).toBe(200);
    const { version: _, customerRoles: __, ...same } = before;
    expect(await theOne(made.sku)).toMatchObject(same);
  });

  it('sets a percentage as a fraction or with its sign, instead of a price', async () => {
    const made = await aCatalogueProduct(portal.db, { product: { price_minor: 1000 }, range: { overridden_price_minor: 900 } });
    for (const [cell, pricePercent, price] of [
      ['-7.5%', -7.5, 9.25],
      ['0.0725', 7.25, 10.73],
    ] as const) {
      const file = await editedExport(only(made.sku), (cells) =>
        Object.assign(cells, { 'Own price': '', 'On the catalogue': cell }),
      );
      const { done } = await imports.run(admin, file);
      expect(done.counts).toMatchObject({ change: 1, refuse: 0 });
      expect(await theOne(made.sku)).toMatchObject({ overriddenPrice: null, pricePercent, price });
    }
  });

  it('refuses what cannot be changed, naming the cell', async () => {
    const made = await aCatalogueProduct(portal.db, { product: { name: 'Refuse me', price_minor: 2000 } });
    const cases: [Record<string, string>, string][] = [
      [{ 'Own price': '12.345' }, 'Own price (I2): Price must have at most two decimals.'],
      [{ 'Own price': 'a lot' }, 'Own price (I2) is “a lot”. Enter an amount, such as 12.50.'],
      [{ 'Own price': '-1' }, 'Own price (I2): Price must be an amount from 0 to 1,000,000.'],
      [{ 'Own price': '1000000.01' }, 'Own price (I2): Price must be an amount from 0 to 1,000,000.'],
      [{ 'On the catalogue': '1001%' }, 'On the catalogue (J2): Percent must be from -100 to 1000.'],
      [
        { 'Own price': '5', 'On the catalogue': '5%' },
        'Own price (I2) and On the catalogue (J2) both have a value. Clear one of them.',
      ],
      [{ 'Price from': '19' }, 'Price from (E2) is calculated. It is 20 now; change Own price or On the catalogue instead.'],
      [
        { 'Catalogue from': '19' },
        'Catalogue from (G2) is your supplier’s. It is 20 now; if you did not edit it, export the range again.',
      ],
      [{ Status: 'hidden' }, 'Status (K2) is “hidden”. Enter “Published” or “Not published”.'],
      [{ Featured: 'maybe' }, 'Featured (L2) is “maybe”. Enter “Yes” or “No”.'],
      [
        { Wardrobes: 'Kitchen of the moon' },
        'Wardrobes (O2) is “Kitchen of the moon”. There is no wardrobe “Kitchen of the moon”.',
      ],
      [{ Position: '1.5' }, 'Position (Q2): Position must be a whole number from 0 to 1000000.'],
      [{ Product: 'x'.repeat(201) }, 'Product (A2): Name must not be longer than 200 characters.'],
      [{ ID: '999999999' }, 'Your range has no product with the ID 999999999.'],
      [{ ID: 'one' }, 'The ID “one” is not a whole number.'],
      [{ ID: '', SKU: 'no-such-sku' }, 'No product of your range has the SKU “no-such-sku”.'],
      [{ ID: '', SKU: '' }, 'The row has neither an ID nor a SKU.'],
    ];
    for (const [edit, reason] of cases) {
      const { id } = await imports.preview(admin, await editedExport(only(made.sku), (cells) => Object.assign(cells, edit)));
      expect((await imports.rows(admin, id))[0]).toMatchObject({ outcome: 'refuse', reasons: [reason], changes: [] });
    }
  });

  it('finds a product by its SKU where the ID is missing, and refuses a second row about it', async () => {
    const made = await aCatalogueProduct(portal.db, { product: { name: 'By SKU' } });
    const file = `SKU,Own price\n${made.sku.toUpperCase()},12.5\n${made.sku},13`;
    const { id } = await imports.preview(admin, file);
    expect(await imports.rows(admin, id)).toMatchObject([
      { outcome: 'change', changes: [{ field: 'Own price', before: '', after: '12.50' }] },
      { outcome: 'refuse', reasons: ['Line 2 is for the same product.'] },
    ]);
  });

  it('keeps what someone else changed since the export, and since the preview', async () => {
    const made = await aCatalogueProduct(portal.db, { product: { name: 'Contested' } });
    const { id } = await theOne(made.sku);
    const file = await editedExport(only(made.sku), (cells) => Object.assign(cells, { 'Own price': '12.5' }));
    const early = await imports.preview(admin, file);
    expect(early.counts.change).toBe(1);
    expect((await put({ id, overriddenPrice: 11 })).status).toBe(200);

    const late = await imports.preview(admin, file);
    expect((await imports.rows(admin, late.id))[0]).toMatchObject({
      outcome: 'refuse',
      reasons: ['Own price (I2): someone has changed it since the export. It is 11.00 now.'],
    });
    await imports.requestRun(admin, early.id);
    await imports.runJob(admin, early.id);
    expect(await imports.getBulkEdit(admin, early.id)).toMatchObject({ changed: 0, conflicts: 1 });
    expect(await theOne(made.sku)).toMatchObject({ overriddenPrice: 11 });

    // A change of something else is no conflict.
    const other = await editedExport(only(made.sku), (cells) => Object.assign(cells, { 'Own price': '14' }));
    expect((await put({ id, featured: true })).status).toBe(200);
    const { done } = await imports.run(admin, other.replace('"No"', '"Yes"'));
    expect(done.counts.change).toBe(1);
    expect(await theOne(made.sku)).toMatchObject({ overriddenPrice: 14, featured: true });
  });

  it('leaves prices to the supplier where the organisation does not keep its own', async () => {
    const hallam = await portal.as('admin@hallam.example');
    const made = await aCatalogueProduct(portal.db, { organisationIds: [2], range: { overridden_price_minor: 2000 } });
    const { id } = await imports.preview(hallam, `SKU,Own price,Featured\n${made.sku},1,Yes`);
    expect((await imports.rows(hallam, id))[0]).toMatchObject({
      outcome: 'refuse',
      reasons: ['Own price (B2) can’t be changed. Your supplier sets your organisation’s prices.'],
    });
    const { done } = await imports.run(hallam, `SKU,Own price,Featured\n${made.sku},20,Yes`);
    expect(done.counts.change).toBe(1);
  });

  it('is for administrators of the whole organisation, of their own products', async () => {
    const north = await portal.as('north.admin@meridian.example');
    expect((await imports.sendFile(north, 'SKU,Featured\nx,Yes')).status).toBe(403);
    const theirs = await aCatalogueProduct(portal.db, { product: { name: 'Not ours' }, organisationIds: [2] });
    const { rows } = await sql<{ id: number }>`
      select id from product_organisation where product_id = ${theirs.id} and organisation_id = 2`.execute(portal.db);
    const { id } = await imports.preview(admin, `ID,SKU,Own price\n${rows[0]?.id},,1\n,${theirs.sku},1`);
    expect((await imports.rows(admin, id)).map(({ outcome, person }) => [outcome, person])).toEqual([
      ['refuse', ''],
      ['refuse', ''],
    ]);
    expect((await bulkEditCalls.recent(admin, 'range-import')).length).toBeGreaterThan(0);
  });
});
