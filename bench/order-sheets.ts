/**
 * `npm run bench:order-sheets`: sheets for many wearers in an organisation with 20,000 people. Checks, saves, opens and adds 500 rows for 100 wearers and,
 * in turns with them, 50 rows for 10: response times and statements. Rows name a SKU, or a product whose size is proposed from what was kept and from size
 * advice. And the workbook of everyone: its time, and the memory of the portal.
 * `--people 2000 --rounds 5` for a shorter run.
 */
import { parseArgs } from 'node:util';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { sealBody } from '#api/sizing/bodies.actions.ts';
import { EMPTY_BODY } from '#api/sizing/bodies.rules.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { type Client, createClient } from './client.ts';
import { type DemoDatabase, withDemoDatabase } from './demo-database.ts';
import { measureExports } from './people-export.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { type Check, printChecks } from './report.ts';
import { seedPeople } from './seed-people.ts';
import { startSessions } from './shopping.ts';

type Row = BodyOf<'POST /api/ordersheets/check'>['rows'][number];
type Checked = ReplyOf<'POST /api/ordersheets/check'>;

/** Of the demonstration: the administrator of all groups of Meridian. */
const ADMIN = { organisationId: 1, customerIds: [1] };
const ROWS = 500;
const ROWS_EACH = 5;
/** How many times as long as for 50 rows it may take for 500. */
const MAX_RATIO = 12;
const MAX_MEMORY_MB = 250;
const WARM_UP_ROUNDS = 3;

const { values } = parseArgs({
  options: { people: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '15' } },
});

const checks: Check[] = [];
await withDemoDatabase(
  async (database) => {
    await seedPeople(database.client, Number(values.people), 1);
    await database.client.query('vacuum analyze');
    const sheets = await writeSheets(database);
    const [token = ''] = await startSessions(database.url, ADMIN, 1);
    const startServer = () => startProcess('portal-server.ts', { DATABASE_URL: database.url, SECRET_KEY: TEST_KEY });
    const server = await startServer();
    try {
      await measureCalls(server, createClient(server.origin, token), sheets);
    } finally {
      await server.stop();
    }
    const portal = { size: Number(values.people), token, startServer };
    const isWithinMemory = await measureExports(portal, '/api/ordersheets/workbook', MAX_MEMORY_MB);
    checks.push({ text: `the workbook of ${values.people} people within ${MAX_MEMORY_MB} MB`, passed: isWithinMemory });
  },
  { fsync: 'off' },
);
process.exitCode = printChecks(checks) ? 0 : 1;

/** Rows that name a SKU, rows whose sizes are proposed, and rows of which half are problems. */
type Sheets = Record<'by SKU' | 'sizes proposed' | 'half of them problems', Row[]>;

/** Sheets for a hundred people, who have been measured, with five garments that have a size chart. */
async function writeSheets({ client }: DemoDatabase): Promise<Sheets> {
  const vault = createVaultFromKeys(TEST_KEY);
  const wearers = await client.query<{ id: number; email: string; gender: number | null }>(
    `select id, email, gender from customer
     where organisation_id = 1 and active and deleted_at is null and wardrobe_opt_out_at is null and coalesce(ends_on, '2100-01-01') > '2099-01-01' and id > 1000
     order by id limit $1`,
    [ROWS / ROWS_EACH],
  );
  for (const { id, gender } of wearers.rows) {
    const fields = {
      gender: gender === 20 ? 1 : 0,
      heightUnits: 0,
      height: 160 + (id % 25),
      weightUnits: 0,
      weight: 55 + (id % 40),
    };
    await client.query('delete from body where customer_id = $1', [id]);
    await client.query(
      'insert into body_consent (organisation_id, customer_id, text_version) values (1, $1, 1) on conflict do nothing',
      [id],
    );
    await client.query('insert into body (organisation_id, customer_id, sealed) values (1, $1, $2)', [
      id,
      sealBody(vault, id, { ...EMPTY_BODY, fields } as Parameters<typeof sealBody>[2]),
    ]);
  }
  const garments = await client.query<{ name: string; sku: string; colour: string | null }>(
    `select distinct on (l.product_id) l.name, c.sku, (
       select v.name from product_attribute_value v join product_attribute pa on pa.id = v.product_attribute_id join attribute a on a.id = pa.attribute_id
       where v.id = any (c.value_ids) and a.role = 'colour') as colour
     from product_listing l join size_chart s on s.size_guide_id = l.size_guide_id
     join combination c on c.product_id = l.product_id and not c.discontinued
     where l.organisation_id = 1 and l.role_ids = '{}' order by l.product_id, c.id`,
  );
  const chosen = garments.rows.slice(0, ROWS_EACH);
  if (wearers.rows.length * chosen.length < ROWS) throw new Error('The demonstration has too few people or garments.');
  // Enough for every row of every round.
  await client.query(
    'update stock_level set on_hand = on_hand + 1000000 where combination_id in (select id from combination where sku = any ($1))',
    [chosen.map(({ sku }) => sku)],
  );
  const rows = (toRow: (email: string, garment: (typeof chosen)[number], index: number) => Row) =>
    wearers.rows.flatMap(({ email }, wearer) =>
      chosen.map((garment, index) => toRow(email, garment, wearer * ROWS_EACH + index)),
    );
  const bySku = (wearer: string, { sku }: (typeof chosen)[number]) => ({
    wearer,
    garment: sku,
    quantity: '1',
    reason: 'New starter',
  });
  return {
    'by SKU': rows(bySku),
    'sizes proposed': rows((wearer, { name, colour }) => ({ wearer, garment: name, colour, quantity: '1' })),
    'half of them problems': rows((wearer, garment, index) =>
      index % 2 === 0
        ? bySku(wearer, garment)
        : { wearer: `Nobody ${index}`, garment: `${garment.name} of ${index}`, quantity: '1,5' },
    ),
  };
}

/** A call with its greatest median in milliseconds for 500 rows. `prepare` runs before each, without being measured. */
interface MeasuredCall {
  name: string;
  target: number;
  rows: Row[];
  prepare?: () => Promise<unknown>;
  run: (rows: Row[]) => Promise<{ status: number }>;
}

async function measureCalls(server: ServerProcess, client: Client, sheets: Sheets): Promise<void> {
  const check = (rows: Row[]) => client.send<Checked>('POST', '/api/ordersheets/check', { rows });
  const bySku = sheets['by SKU'];
  const emptyCart = async () => {
    const { body } = await client.send<ReplyOf<'GET /api/shopping_cart_items'>>('GET', '/api/shopping_cart_items');
    if (body.items.length > 0)
      await client.send('POST', '/api/shopping_cart_items/remove', { ids: body.items.map(({ id }) => id) });
  };
  const { body: checked } = await check(bySku);
  const addable = bySku.filter((_, index) => checked.rows[index]?.state !== 'problem');
  console.log(`${addable.length} of ${bySku.length} rows can be added; the wardrobes of the demonstration refuse the others`);
  const proposed = (await check(sheets['sizes proposed'])).body.rows.flatMap(({ proposedFrom }) => proposedFrom ?? []);
  console.log(
    `${proposed.filter((from) => from === 'kept').length} sizes proposed as kept, ${proposed.filter((from) => from === 'advice').length} as advised`,
  );
  const saved = await client.send<ReplyOf<'POST /api/ordersheets'>>('POST', '/api/ordersheets', {
    orderSheet: { name: 'Bench', rows: [] },
  });
  const { id } = saved.body.orderSheet;
  const save = (rows: Row[]) => client.send('PUT', `/api/ordersheets/${id}`, { orderSheet: { rows } });
  const calls: MeasuredCall[] = [
    ...Object.entries(sheets).map(([name, rows]) => ({ name: `check, ${name}`, target: 1000, rows, run: check })),
    { name: 'save, new rows', target: 300, rows: bySku, prepare: () => save([]), run: save },
    {
      name: 'save, one row changed',
      target: 300,
      rows: bySku,
      prepare: () => save(bySku),
      run: (rows) => save([{ ...rows[0], quantity: '3' }, ...rows.slice(1)]),
    },
    { name: 'open', target: 300, rows: bySku, run: () => client.send('GET', `/api/ordersheets/${id}`) },
    {
      name: 'add',
      target: 2000,
      rows: addable,
      prepare: emptyCart,
      run: (rows) => client.send('POST', '/api/ordersheets/add', { rows }),
    },
  ];
  for (const call of calls) await measureCall(server, call);
}

async function measureCall(server: ServerProcess, { name, target, rows, prepare, run }: MeasuredCall): Promise<void> {
  const samples = [rows.slice(0, rows.length / 10), rows].map((sample) => ({
    sample,
    times: [] as number[],
    statements: Number.POSITIVE_INFINITY,
  }));
  for (let round = -WARM_UP_ROUNDS; round < Number(values.rounds); round += 1)
    for (const each of samples) {
      await prepare?.();
      const before = (await server.getMetrics()).statements;
      const startedAt = performance.now();
      const { status } = await run(each.sample);
      const milliseconds = performance.now() - startedAt;
      if (status !== 200) throw new Error(`${name} responded with ${status}`);
      // Jobs of the portal send some, too, now and then.
      each.statements = Math.min(each.statements, (await server.getMetrics()).statements - before);
      if (round >= 0) each.times.push(milliseconds);
    }
  const [few = 0, many = 0] = samples.map(({ times }) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]);
  const [fewStatements = 0, manyStatements = 0] = samples.map(({ statements }) => statements);
  checks.push({
    text: `${name}: ${few.toFixed(0)} ms for ${samples[0]?.sample.length} rows, ${many.toFixed(0)} ms for ${rows.length} (target ${target} ms and ${MAX_RATIO} times), ${fewStatements} and ${manyStatements} statements`,
    passed: many <= target && many <= few * MAX_RATIO && fewStatements === manyStatements,
  });
}
