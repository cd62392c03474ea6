import { randomUUID } from 'node:crypto';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aWorkbook } from '#api/testing/people-import-harness.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { aWearer, saveTestBody, type TestWearer } from '#api/testing/sizing.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { ZIP_BOMBS } from '#api/testing/zip-bombs.ts';
import type { ReplyOf } from '#contract/index.ts';

const portal = usePortal();
const [SUNDIAL, ALDER] = [1, 2];
const HALLAM = 2;
let operator: TestOperatorClient;
let wearer: TestWearer;
let body: string;

beforeAll(async () => {
  operator = await portal.asOperator({ brandIds: [SUNDIAL] });
  wearer = await aWearer(portal);
  body = await saveTestBody(wearer, {
    gender: 0,
    heightUnits: 0,
    height: 178,
    weightUnits: 0,
    weight: 82,
    tapes: [{ name: 'chest', value: 104, unit: 0 }],
  });
});

const aName = () => `Guide ${randomUUID()}`;
const aTee = (organisationIds?: number[]) =>
  aCatalogueProduct(portal.db, {
    ...(organisationIds ? { organisationIds } : {}),
    sizes: ['M', 'L', 'XL'],
    product: { name: `Tee ${aName()}`, garment_type: 'tee' },
  });
const chest = (...figures: string[]) => figures.map((figure, at) => [['M', 'L', 'XL'][at] ?? '', figure]);
const table = (...figures: string[]) => ({ wearers: 'men' as const, columns: ['Size', 'Chest (cm)'], rows: chest(...figures) });
const add = (values: object) =>
  operator.post<'POST /api/operator/sizeguides'>('/api/operator/sizeguides', { brandId: SUNDIAL, name: aName(), ...values });
const advised = async (garment: number) =>
  (await wearer.request('POST', '/sizing/suggestion/newsuggestion', { YourBodyID: body, YourGarmentID: garment })).body.suggestion
    ?.size;
async function aGuide(products: readonly number[] = []) {
  const { status, body: reply } = await add({ ...table('92–97', '98–103', '104–109'), productIds: products });
  if (status !== 200) throw new Error(JSON.stringify(reply));
  return reply.sizeGuide;
}

describe('a size guide that is typed', () => {
  it('POST /api/operator/sizeguides gives advice for its products at once, and PUT changes it at once', async () => {
    const tee = await aTee();
    expect(await advised(tee.id)).toBeUndefined();
    const guide = await aGuide([tee.id]);
    expect(guide).toMatchObject({
      wearers: 'men',
      version: 1,
      refusal: null,
      products: [{ id: tee.id, sizes: ['M', 'L', 'XL'] }],
    });
    expect(await advised(tee.id)).toBe('XL');
    const shown = await wearer.client.get<'GET /api/products/:id'>(`/api/products/${tee.id}`);
    expect(JSON.stringify(shown.body)).toContain(`"sizeGuideId":${guide.id}`);

    const changed = await operator.put<'PUT /api/operator/sizeguides/:id'>(`/api/operator/sizeguides/${guide.id}`, {
      name: guide.name,
      ...table('96–101', '102–107', '108–113'),
      version: guide.version,
    });
    expect([changed.status, changed.body.sizeGuide.version]).toEqual([200, 2]);
    expect(await advised(tee.id)).toBe('L');
    const read = await wearer.client.get<'GET /api/products/sizeguide/:id'>(`/api/products/sizeguide/${guide.id}`);
    expect(read.body.sizeGuide.rows).toEqual(chest('96–101', '102–107', '108–113'));
    const { rows } = await sql<{ action: string }>`
      select action from audit_event where subject_kind = 'sizeguide' and subject_id = ${String(guide.id)} order by id`.execute(
      portal.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['sizeguide.added', 'sizeguide.assigned', 'sizeguide.changed']);
  });

  it('is added once for one key', async () => {
    const values = { brandId: SUNDIAL, name: aName(), ...table('92–97', '98–103') };
    const headers = { 'idempotency-key': `guide-${Date.now()}` };
    const send = () => operator.post<'POST /api/operator/sizeguides'>('/api/operator/sizeguides', values, headers);
    const [one, other] = [await send(), await send()];
    expect([one.status, other.status, other.body.sizeGuide.id]).toEqual([200, 200, one.body.sizeGuide.id]);
    const again = await operator.post('/api/operator/sizeguides', values);
    expect([again.status, again.body]).toMatchObject([
      422,
      { errors: { name: [expect.stringContaining('with this name already')] } },
    ]);
  });

  it('is refused with one message for each cell, and nothing is saved', async () => {
    const name = aName();
    const { status, body: reply } = await add({ name, ...table('92–97', 'large', '109–104') });
    expect([status, reply]).toMatchObject([
      422,
      {
        errors: {
          'rows[1][1]': [expect.stringContaining('“large” can’t be read')],
          'rows[2][1]': ['“109–104” begins with the larger figure.'],
        },
      },
    ]);
    const { body: list } = await operator.get<'GET /api/operator/sizeguides'>(
      `/api/operator/sizeguides?searchTerm=${encodeURIComponent(name)}`,
    );
    expect(list.totalCount).toBe(0);
  });

  it('is not overwritten by someone who had an earlier version', async () => {
    const guide = await aGuide();
    const put = (values: object) =>
      operator.put<'PUT /api/operator/sizeguides/:id'>(`/api/operator/sizeguides/${guide.id}`, {
        name: guide.name,
        ...table('92–97', '98–103', '104–109'),
        version: guide.version,
        ...values,
      });
    expect((await put({ rows: chest('93–97', '98–103', '104–109') })).status).toBe(200);
    // Another part of it may still be changed; the table stays as it is, if it is sent as it is now.
    const conflict = await put({ rows: chest('90–97', '98–103', '104–109') });
    expect([conflict.status, conflict.body]).toMatchObject([409, { errors: { sizeGuide: [expect.stringContaining('Table')] } }]);
    // The wearers are part of what the figures mean.
    expect((await put({ wearers: 'women', rows: chest('93–97', '98–103', '104–109') })).status).toBe(409);
    expect((await put({ name: `${guide.name} b`, rows: chest('93–97', '98–103', '104–109') })).status).toBe(200);
  });
});

describe('POST /api/operator/sizeguides/preview', () => {
  const preview = (values: object) =>
    operator.post<'POST /api/operator/sizeguides/preview'>('/api/operator/sizeguides/preview', { wearers: 'men', ...values });

  it('says what the columns are used for, and how far products are covered', async () => {
    const tee = await aTee();
    const { body: reply } = await preview({ ...table('92–97', '98–103'), productIds: [tee.id] });
    expect(reply.uses.map(({ use }) => use)).toEqual(['size', 'advice']);
    expect(reply.products).toMatchObject([{ id: tee.id, advised: ['M', 'L'], unknown: ['XL'] }]);
  });
});

describe('POST /api/operator/sizeguides/file', () => {
  async function send(fileName: string, content: string | Uint8Array) {
    const response = await portal.app.inject({
      method: 'POST',
      url: `/api/operator/sizeguides/file?wearers=men&fileName=${encodeURIComponent(fileName)}`,
      headers: { ...operator.headers, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(content as string),
    });
    const reply = response.json() as ReplyOf<'POST /api/operator/sizeguides/file'> & { errors?: { file?: string[] } };
    return { ...reply, status: response.statusCode, refusal: reply.errors?.file?.[0] };
  }
  const TABLE = [
    ['Size', 'Chest (cm)', 'Back length'],
    ['M', '92–97', 70],
    ['L', 'much', 72],
    ['XL', 20, 74],
  ];

  it('reads a CSV file, with the line of each problem', async () => {
    const reply = await send('guide.csv', 'sep=;\nSize;Chest (cm);Back length\nM;92–97;70\n\nL;much;72\nXL;20;74\n');
    expect(reply.columns).toEqual(['Size', 'Chest (cm)', 'Back length']);
    expect(reply.problems).toEqual([
      { row: 1, column: 1, line: 5, isError: true, message: expect.stringContaining('“much” can’t be read') },
      { row: 2, column: 1, line: 6, isError: true, message: expect.stringContaining('expected 40 to 200 cm') },
    ]);
  });

  it('reads the first sheet of a workbook, also one called .csv', async () => {
    for (const name of ['guide.xlsx', 'guide.csv']) {
      const reply = await send(name, await aWorkbook(...TABLE));
      expect([reply.columns, reply.rows]).toEqual([TABLE[0], TABLE.slice(1).map((cells) => cells.map(String))]);
      expect(reply.problems.map(({ line, column }) => [line, column])).toEqual([
        [3, 1],
        [4, 1],
      ]);
    }
  });

  it('finds the sheet and the line with the headings, below titles and behind a cover', async () => {
    const sheets = [
      { name: 'Read me', rows: [['Size charts of Harland'], ['Chest, waist and hip are body measurements', 'in cm']] },
      { name: 'Jackets', rows: [['Men’s jackets'], ['Season', 2026], [null], ...TABLE] },
      {
        name: 'Trousers',
        rows: [
          ['Size', 'Waist (cm)'],
          ['30', 76],
        ],
      },
    ];
    const reply = await send('guide.xlsx', await writeXlsx({ sheets }));
    expect([reply.columns, reply.rows]).toEqual([TABLE[0], TABLE.slice(1).map((cells) => cells.map(String))]);
    expect(reply.problems.map(({ line, column }) => [line, column])).toEqual([
      [6, 1],
      [7, 1],
    ]);
    const text = await send('guide.csv', 'Jackets, body measurements\n\nSize;Chest (cm);Waist (cm)\nM;92;80\n');
    expect([text.columns, text.rows]).toEqual([['Size', 'Chest (cm)', 'Waist (cm)'], [['M', '92', '80']]]);
  });

  it('names headings that are missing or there twice, and rows that are too long, without losing a cell', async () => {
    const reply = await send('guide.csv', 'Size,Chest (cm),,Chest (cm)\nM,92,1,93,3\n');
    expect(reply.rows).toEqual([['M', '92', '1', '93', '3']]);
    expect(reply.problems.filter(({ isError }) => isError).map(({ message }) => message)).toEqual([
      'Enter a heading for column 3.',
      'There are two columns called “Chest (cm)”.',
      'This row has 5 cells, and there are 4 columns.',
    ]);
  });

  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  it.each([
    ['an empty file', 'guide.csv', '', 'The file is empty.'],
    ['headings alone', 'guide.csv', 'Size,Chest (cm)\n', 'There are no rows below the headings in the first line.'],
    ['a picture', 'guide.csv', PNG, 'This is a picture, not a table.'],
    [
      'a text called .xlsx',
      'guide.xlsx',
      'Size,Chest (cm)\nM,92\n',
      'This is not an Excel workbook, although its name ends in .xlsx.',
    ],
    ['one column', 'guide.csv', 'no table\nat all\n', 'its first line needs at least two columns'],
    ['10,000 columns', 'guide.csv', `${'Chest,'.repeat(10_000)}x\n1\n`, 'The file has more than 30 columns.'],
    ['201 sizes', 'guide.csv', `Size,Chest\n${'M,92\n'.repeat(201)}`, 'The file has more than 200 rows.'],
    ['an unclosed quotation mark', 'guide.csv', 'Size;Chest\n"M;92', 'a quotation mark is not closed'],
    ['a long text', 'guide.csv', `Size,Chest\nM,${'x'.repeat(61)}\n`, 'Line 2 has a text of more than 60 characters.'],
  ])('refuses %s with a reason', async (_, name, content, reason) => {
    const { status, refusal } = await send(name, content);
    expect([status, refusal]).toEqual([422, expect.stringContaining(reason)]);
  });

  it('refuses a workbook that unpacks to 1 GB, and a file of 10 MB', async () => {
    const bomb = await send('guide.xlsx', ZIP_BOMBS['a sheet of 1 GB']());
    expect([bomb.status, bomb.refusal]).toEqual([422, expect.stringContaining('The workbook contains too much data.')]);
    expect((await send('guide.csv', Buffer.alloc(10_000_000, 'M,92\n'))).status).toBe(413);
  });
});

describe('the list of size guides', () => {
  it('GET /api/operator/sizeguides names measures and counts products, and GET …/products finds those without', async () => {
    const tee = await aTee();
    const before = await operator.get<'GET /api/operator/sizeguides'>('/api/operator/sizeguides?limit=250');
    const guide = await aGuide([tee.id]);
    const after = await operator.get<'GET /api/operator/sizeguides'>('/api/operator/sizeguides?limit=250');
    expect(after.body.sizeGuides.find(({ id }) => id === guide.id)).toEqual({
      id: guide.id,
      name: guide.name,
      wearers: 'men',
      measures: ['Chest'],
      sizes: 3,
      products: 1,
    });
    expect(after.body.productsWithoutGuide).toBe(before.body.productsWithoutGuide - 1);
    const path = `/api/operator/sizeguides/products?searchTerm=${encodeURIComponent(guide.products[0]?.name ?? '')}`;
    const found = await operator.get<'GET /api/operator/sizeguides/products'>(path);
    expect(found.body.products).toMatchObject([{ id: tee.id, sizeGuideId: guide.id, refusal: null }]);
    expect((await operator.get<'GET /api/operator/sizeguides/products'>(`${path}&withoutGuide=true`)).body.totalCount).toBe(0);
  });

  it('takes three statements at most, however many guides there are', async () => {
    const before = portal.statementsSent();
    await operator.get('/api/operator/sizeguides?limit=250');
    expect(portal.statementsSent() - before).toBeLessThanOrEqual(3);
  });

  it('GET /api/sizeguides shows an Admin the guides of the range, and no one else', async () => {
    const tee = await aTee();
    const guide = await aGuide([tee.id]);
    const bare = await aTee();
    const admin = await portal.as('admin@meridian.example');
    const { body: reply } = await admin.get<'GET /api/sizeguides'>('/api/sizeguides');
    expect(reply.sizeGuides.find(({ id }) => id === guide.id)).toMatchObject({ measures: ['Chest'], products: [{ id: tee.id }] });
    expect(reply.productsWithoutGuide.map(({ id }) => id)).toContain(bare.id);
    const hallam = await portal.as('admin@hallam.example');
    expect((await hallam.get<'GET /api/sizeguides'>('/api/sizeguides')).body.sizeGuides.map(({ id }) => id)).not.toContain(
      guide.id,
    );
    expect((await wearer.client.get('/api/sizeguides')).status).toBe(403);
  });
});

describe('brands', () => {
  it('PUT /api/operator/sizeguides/:id/products leaves products alone that other brands sell, and the guides that they use', async () => {
    const shared = await aTee([1, HALLAM]);
    const refused = await add({ ...table('92–97', '98–103'), productIds: [shared.id] });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: { productIds: [expect.stringContaining('buy this product too')] } },
    ]);
    const both = await portal.asOperator({ brandIds: [SUNDIAL, ALDER] });
    const guide = await aGuide();
    const path = `/api/operator/sizeguides/${guide.id}`;
    const given = await both.put<'PUT /api/operator/sizeguides/:id/products'>(`${path}/products`, { add: [shared.id] });
    expect(given.body.sizeGuide.products.map(({ id }) => id)).toEqual([shared.id]);
    const locked = await operator.put(path, { name: guide.name, ...table('90–97', '98–103'), version: null });
    expect([locked.status, (await operator.delete(path)).status]).toEqual([403, 403]);
    expect((await operator.get<'GET /api/operator/sizeguides/:id'>(path)).body.sizeGuide.refusal).toContain(
      'use this size guide too',
    );
    const alder = await portal.asOperator({ brandIds: [3] });
    expect((await alder.get(path)).status).toBe(404);
    expect((await operator.post('/api/operator/sizeguides', { ...table('92–97'), name: aName(), brandId: ALDER })).status).toBe(
      404,
    );
  });

  it('an API key reads with catalogue:read and writes with catalogue:write', async () => {
    const reader = await portal.asApiKey(['catalogue:read']);
    const writer = await portal.asApiKey(['catalogue:write']);
    expect((await reader.get('/api/operator/sizeguides')).status).toBe(200);
    const values = () => ({ brandId: SUNDIAL, name: aName(), ...table('92–97') });
    expect((await reader.post('/api/operator/sizeguides', values())).status).toBe(403);
    expect((await writer.post('/api/operator/sizeguides', values())).status).toBe(200);
  });
});

describe('DELETE /api/operator/sizeguides/:id', () => {
  it('is refused while a product uses it', async () => {
    const tee = await aTee();
    const guide = await aGuide([tee.id]);
    const path = `/api/operator/sizeguides/${guide.id}`;
    expect((await operator.delete<'DELETE /api/operator/sizeguides/:id'>(path)).status).toBe(409);
    await operator.put<'PUT /api/operator/sizeguides/:id/products'>(`${path}/products`, { remove: [tee.id] });
    expect(await advised(tee.id)).toBeUndefined();
    expect((await operator.delete<'DELETE /api/operator/sizeguides/:id'>(path)).status).toBe(200);
    expect((await operator.get(path)).status).toBe(404);
  });
});
