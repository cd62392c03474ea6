import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#api/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { importCatalogue } from './import-catalogue.actions.ts';
import type { ReportEntry } from './report.rules.ts';

const HEADER =
  'Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Barcode';
const GTIN = '4006381333931';

/** A line of the file: a size with its stock and price. */
const line = (
  size: string,
  own: {
    handle?: string;
    title?: string;
    sku?: string;
    quantity?: number;
    price?: string;
    gtin?: string;
    published?: boolean;
  } = {},
) =>
  [
    own.handle ?? 'pier-shirt',
    own.title ?? 'Pier shirt',
    own.published ?? true,
    'Size',
    size,
    own.sku ?? `PIER-${size}`,
    'shopify',
    own.quantity ?? 35,
    own.price ?? '20.00',
    own.gtin ?? '',
  ].join(',');

let database: TestDatabase;
let handle: DatabaseHandle;
let folder: string;
let [first, second] = [0, 0];

beforeEach(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.ownerUrl, { poolSize: 1, statementTimeoutMs: 60_000 });
  folder = await mkdtemp(join(tmpdir(), 'livery-import-'));
  [first, second] = [await addClient('First'), await addClient('Second')];
});
afterEach(async () => {
  await handle.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function all<T>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await query.execute(handle.db)).rows as T[];
}

async function addClient(name: string): Promise<number> {
  const [row] = await all<{ id: number }>(sql`
    with brand as (
      insert into brand (name, company_name, canonical_origin) values (${name}, ${name}, 'http://import.example') returning id)
    insert into organisation (brand_id, name) select id, ${name} from brand returning id`);
  return row?.id ?? 0;
}

async function importLines(organisationId: number | null, lines: string[], isMadeForClient = false) {
  const file = join(folder, 'catalogue.csv');
  await writeFile(file, [HEADER, ...lines].join('\n'));
  const entries: ReportEntry[] = [];
  const result = await importCatalogue(handle.db, {
    file,
    organisationId,
    isMadeForClient,
    dryRun: false,
    strict: false,
    onEntry: (entry) => entries.push(entry),
  });
  return { ...result, said: entries.map(({ line: number, outcome, text }) => `${number} ${outcome}: ${text}`) };
}

const products = () =>
  all(sql`
    select p.name, p.price_minor as price, p.exclusive_organisation_id as "madeFor",
      (select json_agg(c.sku || ' ' || c.description || case when c.discontinued then ' discontinued' else '' end order by c.sku) from combination c where c.product_id = p.id) as combinations
    from product p where handle in ('pier-shirt', 'quay-shirt', 'north-shirt') order by p.id`);

const range = (organisationId: number) =>
  all(sql`
    select p.name, po.published, po.overridden_price_minor as price, po.price_percent as percent, l.price_minor as listed
    from product_organisation po join product p on p.id = po.product_id
    left join product_listing l on l.organisation_id = po.organisation_id and l.product_id = p.id
    where po.organisation_id = ${organisationId} order by p.id`);

const stock = () =>
  all(sql`
    select c.sku, s.on_hand as "onHand", (select sum(on_hand_delta) from stock_entry e where e.combination_id = c.id)::int as ledger
    from stock_level s join combination c on c.id = s.combination_id where c.sku like 'PIER-%' order by c.sku`);

describe('two clients with one file', () => {
  it('have one product, and one stock', async () => {
    await importLines(first, [line('S'), line('M')]);
    const { summary } = await importLines(second, [line('S'), line('M')]);

    expect(summary.products).toMatchObject({ created: 0, changed: 1 });
    expect(await products()).toEqual([
      { name: 'Pier shirt', price: 2000, madeFor: null, combinations: ['PIER-M M', 'PIER-S S'] },
    ]);
    expect(await stock()).toEqual([
      { sku: 'PIER-M', onHand: 35, ledger: 35 },
      { sku: 'PIER-S', onHand: 35, ledger: 35 },
    ]);
    for (const client of [first, second])
      expect(await range(client)).toEqual([{ name: 'Pier shirt', published: true, price: null, percent: null, listed: 2000 }]);
  });

  it('have the counts of the file that was read last', async () => {
    await importLines(first, [line('S')]);
    await importLines(second, [line('S', { quantity: 31 })]);
    expect(await stock()).toEqual([{ sku: 'PIER-S', onHand: 31, ledger: 31 }]);
    expect((await importLines(first, [line('S')])).said).toContain('2 changed: S: stock 31 → 35');
    // An older level of another system does not undo it.
    const counted = await all(sql`
      select from stock_level s join combination c on c.id = s.combination_id where c.sku = 'PIER-S' and s.counted_at is not null`);
    expect(counted).toHaveLength(1);
  });
});

describe('a second client', () => {
  beforeEach(() => importLines(first, [line('S'), line('M', { price: '22.00' })]));

  it('has its own price where the file differs, and the catalogue keeps its texts', async () => {
    const { said } = await importLines(second, [
      line('S', { handle: 'north-shirt', title: 'Shirt for the North', price: '18.00' }),
      line('M', { handle: 'north-shirt', title: 'Shirt for the North', price: '18.00' }),
    ]);
    expect(said).toEqual([
      '2 changed: added to the range; price 18.00 for the client',
      '2 warning: "Pier shirt" of the catalogue differs and was left: title',
      '3 unchanged: M',
    ]);
    expect(await range(second)).toEqual([{ name: 'Pier shirt', published: true, price: 1800, percent: null, listed: 1800 }]);
    expect(await range(first)).toEqual([{ name: 'Pier shirt', published: true, price: null, percent: null, listed: 2000 }]);
    expect(await products()).toMatchObject([{ name: 'Pier shirt', price: 2000 }]);
  });

  it('has a percentage where all its prices are that', async () => {
    await importLines(second, [line('S', { price: '18.00' }), line('M', { price: '19.80' })]);
    expect(await range(second)).toMatchObject([{ price: null, percent: -10, listed: 1800 }]);
    const again = await importLines(second, [line('S', { price: '18.00' }), line('M', { price: '19.80' })]);
    expect(again.summary.rowsWritten).toBe(0);
    // The file with the prices of the catalogue ends that.
    const { said } = await importLines(second, [line('S'), line('M', { price: '22.00' })]);
    expect(said[0]).toBe('2 changed: the price of the catalogue');
    expect(await range(second)).toMatchObject([{ price: null, percent: null, listed: 2000 }]);
  });

  it('is refused prices that a range cannot have', async () => {
    const { said, summary } = await importLines(second, [line('S', { price: '18.00' }), line('M', { price: '22.00' })]);
    expect(said[0]).toMatch(
      /^2 refused: its prices are neither one price nor one percentage of the catalogue's for "Pier shirt"/,
    );
    expect(summary.products.refused).toBe(1);
    expect(await range(second)).toEqual([]);
  });

  it('adds no sizes to a product of the catalogue, and discontinues none', async () => {
    const { said } = await importLines(second, [line('S'), line('XL')]);
    expect(said).toContain("3 ignored: XL is not a variant of the catalogue's product, and a client's file adds none to it");
    expect(await products()).toMatchObject([{ combinations: ['PIER-M M', 'PIER-S S'] }]);
  });

  it('is not offered what its file does not, and the first still is', async () => {
    const { said } = await importLines(second, [
      line('S', { published: false }),
      line('M', { published: false, price: '22.00' }),
    ]);
    expect(said[0]).toBe('2 changed: added to the range, not offered');
    expect(await range(second)).toMatchObject([{ published: false, listed: null }]);
    expect(await range(first)).toMatchObject([{ published: true, listed: 2000 }]);
  });

  it('is not taken for the other product that has the same handle', async () => {
    const { said } = await importLines(second, [line('S', { sku: 'NORTH-1' })]);
    expect(said[0]).toBe('2 refused: the handle is that of "Pier shirt", which has other SKUs');
  });

  it('sees the prices of the catalogue change with a file of the catalogue', async () => {
    await importLines(second, [line('S'), line('M', { price: '22.00' })]);
    await importLines(null, [line('S', { price: '21.00' }), line('M', { price: '22.00' })]);
    for (const client of [first, second]) expect(await range(client)).toMatchObject([{ price: null, listed: 2100 }]);
  });
});

it('takes one price of a client with another currency, and no new products', async () => {
  await importLines(first, [line('S'), line('M')]);
  await sql`update organisation set currency_code = 'EUR' where id = ${second}`.execute(handle.db);
  const { said } = await importLines(second, [
    line('S', { price: '20.00' }),
    line('M', { price: '20.00' }),
    line('L', { handle: 'quay-shirt', sku: 'QUAY-L' }),
  ]);
  expect(said[0]).toBe('2 changed: added to the range; price 20.00 for the client');
  expect(said).toContainEqual(
    expect.stringMatching(/^4 refused: it is not in the catalogue, whose currency is not that of the client/),
  );
  expect(await range(second)).toMatchObject([{ price: 2000, listed: 2000 }]);
  const several = await importLines(second, [line('S', { price: '20.00' }), line('M', { price: '22.00' })]);
  expect(several.said[0]).toMatch(/^2 refused: its sizes have different prices in the client's currency/);
});

it('keeps a product that is made for a client from all others', async () => {
  await importLines(first, [line('S')], true);
  expect(await products()).toMatchObject([{ madeFor: first }]);
  const { said } = await importLines(second, [line('S')]);
  expect(said).toEqual(['2 refused: its SKUs are those of a product that is made for another client']);
  expect(await range(second)).toEqual([]);
});

const quay = (size: string, own?: Parameters<typeof line>[1]) =>
  line(size, { handle: 'quay-shirt', title: 'Quay shirt', sku: `QUAY-${size}`, ...own });

it('refuses a product whose SKUs are those of two, and one that is in the file twice', async () => {
  await importLines(null, [line('S'), quay('M')]);
  const { said } = await importLines(null, [line('S'), line('M', { sku: 'QUAY-M' })]);
  expect(said[0]).toBe(
    '2 refused: its SKUs are those of several products: PIER-S (line 2) that of "Pier shirt", QUAY-M (line 3) that of "Quay shirt"',
  );
  await importLines(null, [line('S'), line('L')]);
  const other = await importLines(first, [line('S'), line('L', { handle: 'quay-2' })]);
  expect(other.said).toContain('3 refused: its SKUs are those of the same product as the handle "pier-shirt"');
});

it('refuses a product of a file of the catalogue whose SKUs are those of another one', async () => {
  await importLines(null, [line('S'), line('M'), quay('M')]);
  const before = await products();
  const { said } = await importLines(null, [line('S', { sku: 'QUAY-M' }), line('XL')]);
  expect(said).toEqual(
    [2, 3].map(
      (number) => `${number} refused: the handle is that of "Pier shirt", but the SKU QUAY-M (line 2) that of "Quay shirt"`,
    ),
  );
  expect(await products()).toEqual(before);
  // The files of clients have handles of their own.
  const client = await importLines(second, [line('M', { sku: 'QUAY-M' })]);
  expect(client.said[0]).toMatch(/^2 changed: added to the range/);
});

it('refuses a SKU that is in the file twice, also in rows that say the same', async () => {
  const north = line('S', { handle: 'north-shirt', sku: 'NORTH-S' });
  for (const client of [null, first])
    for (const [one, other] of [
      [line('S'), line('M', { sku: 'pier-s' })],
      [line('S'), quay('S', { sku: 'PIER-S' })],
      [line('S'), line('S')],
      [line('S', { sku: 'PİER' }), quay('S', { sku: 'pier' })],
    ]) {
      const { said, summary } = await importLines(client, [one as string, other as string, north]);
      expect(said.slice(0, 2)).toEqual([
        expect.stringMatching(/^2 refused: the SKU \S+ is also on line 3$/),
        expect.stringMatching(/^3 refused: the SKU \S+ is also on line 2$/),
      ]);
      expect(summary.rowsRefused).toBe(2);
      expect(await products()).toMatchObject([{ combinations: ['NORTH-S S'] }]);
    }
});

it('leaves out a barcode that another SKU has', async () => {
  await importLines(first, [line('S', { gtin: GTIN })]);
  const { said } = await importLines(second, [line('M', { handle: 'quay-shirt', sku: 'QUAY-M', gtin: GTIN })]);
  expect(said).toContain(`2 warning: the barcode ${GTIN} is that of the SKU PIER-S and was left out`);
  const within = await importLines(null, [
    line('L', { handle: 'north-shirt', sku: 'N-L', gtin: '4006381333948' }),
    line('XL', { handle: 'north-shirt', sku: 'N-XL', gtin: '4006381333948' }),
  ]);
  expect(within.said).toContain('3 warning: the barcode 4006381333948 is that of the SKU N-L and was left out');
});

it('exchanges the sizes of two SKUs', async () => {
  await importLines(first, [line('S', { sku: 'PIER-1' }), line('M', { sku: 'PIER-2', quantity: 7 })]);
  await importLines(null, [line('S', { sku: 'PIER-2', quantity: 7 }), line('M', { sku: 'PIER-1' })]);
  expect(await products()).toMatchObject([{ combinations: ['PIER-1 M', 'PIER-2 S'] }]);
  expect(await stock()).toMatchObject([
    { sku: 'PIER-1', onHand: 35 },
    { sku: 'PIER-2', onHand: 7 },
  ]);
  // A size that is gone leaves its values to the next SKU.
  await importLines(null, [line('M', { sku: 'PIER-2', quantity: 7 })]);
  expect(await products()).toMatchObject([{ combinations: ['PIER-1 M discontinued', 'PIER-2 M'] }]);
});
