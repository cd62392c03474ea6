import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#api/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { type GuideImportOptions, importSizeGuide } from './import-size-guide.actions.ts';
import { parseProductSelector } from './product-selector.rules.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
let folder: string;
let organisationId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.ownerUrl, { poolSize: 2, statementTimeoutMs: 60_000 });
  folder = await mkdtemp(join(tmpdir(), 'livery-guide-'));
});
afterAll(async () => {
  await handle.close();
  await database.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  const [row] = await all<{ id: number }>(sql`
    with brand as (
      insert into brand (name, company_name, canonical_origin) values ('Guide ' || gen_random_uuid(), 'Guide', 'http://guide.example') returning id)
    insert into organisation (brand_id, name) select id, 'Guiding' from brand returning id`);
  organisationId = row?.id ?? 0;
});

async function all<T>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await query.execute(handle.db)).rows as T[];
}

const BY_WAIST =
  'Waist (in);To fit hips (in);Inside leg S / R / L (in)\r\n30;36;30 / 32 / 34\r\n32;38;30 / 32 / 34\r\n34;40-41;30 / 32 / 34\r\n';

async function run(text: string, products: string[], options: Partial<GuideImportOptions> = {}) {
  const file = join(folder, 'guide.csv');
  await writeFile(file, text);
  return importSizeGuide(handle.db, {
    file,
    organisationId,
    name: 'By waist',
    wearers: 'men',
    products: parseProductSelector(products),
    dryRun: false,
    ...options,
  });
}

/** Adds trousers that only the organisation buys by default. */
const trousers = (sku: string, sizes: string[], own: object = {}, others: number[] = []) =>
  aCatalogueProduct(handle.db, {
    organisationIds: [organisationId, ...others],
    sizes,
    product: { sku, handle: sku, garment_type: 'trousers', vendor: 'Redhawk', ...own },
  });

/** The version of every row that an import may write. */
const rowVersions = () =>
  all(sql`
    select 'guide', id::text, xmin::text from size_guide union all select 'chart', size_guide_id::text, xmin::text from size_chart
    union all select 'named', size_guide_id::text, xmin::text from imported_size_guide union all select 'product', id::text, xmin::text from product
    union all select 'listing', organisation_id || ' ' || product_id, xmin::text from product_listing
    union all select 'audit', id::text, xmin::text from audit_event order by 1, 2`);
const guideOf = async (productId: number) =>
  (
    await all<{ name: string | null; listed: number | null; id: number | null }>(sql`
    select g.name, g.id, l.size_guide_id as listed from product p left join size_guide g on g.id = p.size_guide_id
    left join product_listing l on l.product_id = p.id and l.organisation_id = ${organisationId} where p.id = ${productId}`)
  )[0];

describe('importSizeGuide', () => {
  test('stores the guide with its chart and links the selected products', async () => {
    const mine = await trousers(`WD-${organisationId}`, ['30R', '32R', '34R', '34L', 'Other']);
    const other = await trousers(`XX-${organisationId}`, ['30R']);
    const result = await run(BY_WAIST, ['sku:wd-*']);
    expect(result).toMatchObject({ organisation: 'Guiding', outcome: 'created', isCommitted: true });
    expect(result.products).toEqual([
      { name: expect.any(String), sku: `WD-${organisationId}`, outcome: 'linked', before: null, advised: 4, unknown: ['Other'] },
    ]);
    const guide = await guideOf(mine.id);
    expect(guide).toEqual({ name: 'By waist', id: guide?.listed, listed: expect.any(Number) });
    expect(await guideOf(other.id)).toMatchObject({ id: null, listed: null });
    const [row] = await all(
      sql`select g.columns, g.rows, c.gender, c.size_columns, c.points, c.legs from size_guide g join size_chart c on c.size_guide_id = g.id where g.id = ${guide?.id}`,
    );
    expect(row).toEqual({
      columns: [
        'Waist (in)',
        'Waist (cm)',
        'To fit hips (in)',
        'To fit hips (cm)',
        'Inside leg S / R / L (in)',
        'Inside leg S / R / L (cm)',
      ],
      rows: [
        ['30', '76', '36', '91.5', '30 / 32 / 34', '76 / 81.5 / 86.5'],
        ['32', '81.5', '38', '96.5', '30 / 32 / 34', '76 / 81.5 / 86.5'],
        ['34', '86.5', '40-41', '101.5–104', '30 / 32 / 34', '76 / 81.5 / 86.5'],
      ],
      gender: 0,
      size_columns: ['Waist (in)'],
      points: { 'Waist (cm)': 'waist', 'To fit hips (cm)': 'hip' },
      legs: { 'Inside leg S / R / L (cm)': ['Short', 'Regular', 'Long'] },
    });
    expect(result.notes.map(({ line, text }) => [line, text])).toContainEqual([
      4,
      '34: Waist (in) 86.5 cm (34 in), To fit hips (in) 101.5–104 cm (40-41 in), Inside leg S / R / L (in) 76 / 81.5 / 86.5 cm (30 / 32 / 34 in)',
    ]);
  });

  test('writes nothing when the file is the same, and replaces the guide when it differs', async () => {
    const { id } = await trousers(`TW-${organisationId}`, ['30', '32']);
    await run(BY_WAIST, ['garment:trousers']);
    const before = await rowVersions();
    const again = await run(BY_WAIST, ['garment:trousers']);
    expect(again.outcome).toBe('unchanged');
    expect(again.products).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await rowVersions()).toEqual(before);
    const guide = await guideOf(id);
    const changed = await run(BY_WAIST.replace('40-41', '40-42'), ['garment:trousers']);
    expect(changed.outcome).toBe('changed');
    expect(await guideOf(id)).toEqual(guide);
    expect(await all(sql`select rows from size_guide where id = ${guide?.id}`)).toEqual([
      { rows: expect.arrayContaining([expect.arrayContaining(['101.5–106.5'])]) },
    ]);
  });

  test('reports the same and writes nothing on a dry run', async () => {
    await trousers(`DR-${organisationId}`, ['30', '32']);
    const before = await rowVersions();
    const dry = await run(BY_WAIST, ['vendor:redhawk'], { dryRun: true });
    expect(dry).toMatchObject({ outcome: 'created', isCommitted: false, products: [{ outcome: 'linked', advised: 2 }] });
    expect(await rowVersions()).toEqual(before);
    const { isCommitted, ...rest } = await run(BY_WAIST, ['vendor:redhawk']);
    expect({ ...rest, isCommitted: !isCommitted }).toEqual(dry);
  });

  test('does not link products that another organisation buys', async () => {
    const shared = await trousers(`SH-${organisationId}`, ['30'], {}, [2]);
    const foreign = await aCatalogueProduct(handle.db, {
      organisationIds: [2],
      sizes: ['30'],
      product: { sku: `FO-${organisationId}`, garment_type: 'trousers', vendor: 'Redhawk' },
    });
    const { products } = await run(BY_WAIST, ['vendor:Redhawk', 'garment:trousers']);
    expect(products.map(({ sku, outcome }) => [sku, outcome])).toEqual([[`SH-${organisationId}`, 'left']]);
    expect(await guideOf(shared.id)).toMatchObject({ id: null });
    expect(await guideOf(foreign.id)).toMatchObject({ id: null });
  });

  test('keeps guides of the same name apart when two organisations import them', async () => {
    const first = await run(BY_WAIST, ['sku:none']);
    const [{ id: other } = { id: 0 }] = await all<{ id: number }>(
      sql`insert into organisation (brand_id, name) select brand_id, 'Second' from organisation where id = ${organisationId} returning id`,
    );
    const second = await run(BY_WAIST.replace('36', '37'), ['sku:none'], { organisationId: other });
    expect([first.outcome, second.outcome]).toEqual(['created', 'created']);
    expect(
      await all(
        sql`select count(*)::int as guides from imported_size_guide where name = 'By waist' and organisation_id in (${organisationId}, ${other})`,
      ),
    ).toEqual([{ guides: 2 }]);
  });

  test('matches the SKUs of combinations and escapes SQL wildcards', async () => {
    const { combinations } = await trousers(`CO_${organisationId}`, ['30', '32']);
    const [combination] = combinations.values();
    expect((await run(BY_WAIST, [`sku:${combination?.sku}`])).products).toHaveLength(1);
    expect((await run(BY_WAIST, [`sku:CO%${organisationId}`])).products).toHaveLength(0);
  });
});

test.each([
  ['Size,Chest (cm)\n', 'no rows below its header'],
  ['Size\nM\n', 'needs at least two columns'],
  ['Size,Chest,Chest\nM,90,91\n', 'two columns called "Chest"'],
])('refuses %j as a guide', async (text, message) => {
  await expect(run(text, ['sku:x'])).rejects.toThrow(message);
});

test.each(['trousers', 'sku:', 'colour:red', ''])('refuses %j as a selection of products', (word) => {
  expect(() => parseProductSelector([word])).toThrow('does not select products');
});
