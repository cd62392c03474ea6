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

describe('undoing', () => {
  it('restores what no one has changed since, and deletes what was added', async () => {
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
          ? 'The person who started this can no longer change the catalogue.'
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
