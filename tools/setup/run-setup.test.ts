import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { describeParts, isUnchanged } from './describe-report.ts';
import { EXAMPLE } from './example.ts';
import { checkSetupShape, parseSetupText } from './read-setup-file.ts';
import { openSetup, type SetupRunner } from './run-setup.ts';
import type { SetupOptions } from './setup-context.ts';
import type { Setup } from './setup-schema.ts';

const PRODUCTS = join(import.meta.dirname, '../../api/catalogue/import/shopify/fixtures/old-columns.csv');

let folder: string;
/** Without data, and copied for each test. */
let template: TestDatabase;
let database: TestDatabase;
let runner: SetupRunner;
let client: Client;

const variables = (urls: Pick<TestDatabase, 'url' | 'ownerUrl'>) => ({
  DATABASE_URL: urls.url,
  DATABASE_OWNER_URL: urls.ownerUrl,
  DATA_DIR: folder,
  SECRET_KEY: TEST_KEY,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-run-setup-'));
  template = await createEmptyDatabase();
  // With the queues of jobs, which take longer than the tests.
  await (await openSetup(variables(template))).close();
});
afterAll(async () => {
  await template.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  database = await createTestDatabase(template.ownerUrl);
  runner = await openSetup(variables(database));
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await runner.close();
  await database.close();
});

function createSetup(change: (setup: Setup) => void = () => {}): Setup {
  const setup = checkSetupShape(parseSetupText(EXAMPLE, 'example'));
  change(setup);
  return setup;
}

const run = (setup: Setup, options: Partial<SetupOptions> = {}) =>
  runner.run(setup, { adds: false, renewsLinks: false, ...options });
const count = async (table: string) => Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
const TABLES = [
  'brand',
  'brand_host',
  'operator',
  'organisation',
  'customer',
  'password_token',
  'operator_password_link',
  'address',
];
async function countAll(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) counts[table] = await count(table);
  return counts;
}
/** The parts with an outcome and their details, a line each. */
const outcomesOf = (parts: Awaited<ReturnType<typeof run>>['parts'], outcome: string) =>
  parts.filter((part) => part.outcome === outcome).flatMap(({ part, details }) => [part, ...details]);

it('previews without writing anything, not even an invitation', async () => {
  const report = await runner.preview(createSetup(), { adds: false, renewsLinks: false });
  expect(report.parts.map(({ part, outcome }) => `${part} ${outcome}`)).toEqual([
    'brand created',
    'operator created',
    'organisation created',
    'shipping option created',
    'shipping option created',
    'shipping option created',
    'payment option created',
    'administrator created',
  ]);
  expect(await count('brand')).toBe(0);
  expect(await count('mail_outbox')).toBe(0);
});

it('offers the card to the roles that the file names, and for what people pay themselves', async () => {
  const offered = async () =>
    (
      await client.query(
        'select system_name, role_ids::int[] as roles, for_organisation, for_own_part from payment_option where active order by system_name',
      )
    ).rows;
  const withCard = (card: object) =>
    createSetup((setup) => Object.assign(setup, { paymentOptions: [{ method: 'onAccount' }, { method: 'card', ...card }] }));
  await run(withCard({ roles: ['Buyer'], ownPart: true }));
  const account = { system_name: 'Payments.OnAccount', roles: [], for_organisation: true, for_own_part: false };
  expect(await offered()).toEqual([
    { system_name: 'Payments.Card', roles: [35], for_organisation: true, for_own_part: true },
    account,
  ]);
  await run(withCard({ ownPart: true }));
  expect(await offered()).toMatchObject([{ for_organisation: false, for_own_part: true }, account]);
  await run(createSetup());
  expect(await offered()).toEqual([account]);
  await expect(run(withCard({}))).rejects.toThrow();
});

it('gives a new organisation all that ordering, approving, invoicing and shipping need', async () => {
  await run(createSetup((setup) => Object.assign(setup, { products: { file: PRODUCTS } })));
  const { rows } = await client.query(`
    select b.name, b.is_default, b.legal_name, b.document_prefix, b.terms_url, o.currency_code, o.tax_rate::float, o.time_zone, o.host,
      (select array_agg(r.role_id::int order by 1) from customer_role r where r.customer_id = c.id) as roles, c.allow_order_approval, d.name as destination,
      (select count(*)::int from role_permission p where p.organisation_id = o.id and p.role_id = 33) as permissions,
      (select array_agg(s.is_current) from season s join customer_season cs on cs.season_id = s.id where cs.customer_id = c.id) as seasons,
      (select array_agg(coalesce(a.resort_id = d.id, false) order by a.id) from address a where a.organisation_id = o.id) as addresses,
      (select array_agg(s.name || ' ' || s.rate_minor || ' ' || s.country_ids::text order by s.display_order) from shipping_option s) as shipping,
      (select count(*)::int from product_listing l where l.organisation_id = o.id) as products
    from brand b join organisation o on o.brand_id = b.id join customer c on c.organisation_id = o.id join resort d on d.id = c.resort_id`);
  expect(rows).toEqual([
    {
      name: 'sundial',
      is_default: true,
      legal_name: 'Northgate Workwear Ltd',
      document_prefix: 'NGW',
      terms_url: '/terms',
      currency_code: 'GBP',
      tax_rate: 0.2,
      time_zone: 'Europe/London',
      host: 'uniforms.northgate.example',
      roles: [3, 33],
      allow_order_approval: true,
      destination: 'Quayside Hotel',
      permissions: 6,
      seasons: [true],
      addresses: [false, true],
      shipping: ['Standard delivery 450 {}', 'Next working day 895 {826}', 'Collect from the depot 0 {}'],
      products: 2,
    },
  ]);
  const mails = await client.query('select recipient, template from mail_outbox order by 1');
  expect(mails.rows).toEqual([
    { recipient: 'ada@harbour.example', template: 'invitation' },
    { recipient: 'olive@northgate.example', template: 'operator-invitation' },
  ]);
});

it('changes nothing with the same file, and issues no further link', async () => {
  const setup = createSetup((given) => Object.assign(given, { products: { file: PRODUCTS } }));
  expect((await run(setup)).links).toHaveLength(2);
  const before = await countAll();
  const events = await count('audit_event');
  const second = await run(setup);
  expect(describeParts({ parts: second.parts.filter(({ outcome }) => outcome !== 'unchanged') })).toEqual([]);
  expect(isUnchanged(second)).toBe(true);
  expect(await countAll()).toEqual(before);
  expect(await count('audit_event')).toBe(events);
});

it('keeps how orders are handed over as the file says, and as operators say where the file is silent', async () => {
  const read = async () =>
    (
      await client.query(`
        select name, kind, cut_off as "cutOff", collect_from as "collectFrom", opening_hours as "openingHours" from shipping_option
        order by display_order`)
    ).rows;
  await run(createSetup());
  const silent = { kind: 'sent', cutOff: null, collectFrom: null, openingHours: null };
  const [standard, next, collected] = [
    { name: 'Standard delivery', ...silent },
    { name: 'Next working day', ...silent, cutOff: '14:00:00' },
    {
      ...{ name: 'Collect from the depot', kind: 'collected', cutOff: null },
      ...{ collectFrom: 'Counter of the depot, 4 Mill Lane, Bristol', openingHours: 'Monday to Friday, 7.30 am to 4 pm' },
    },
  ];
  expect(await read()).toEqual([standard, next, collected]);

  await client.query("update shipping_option set cut_off = '10:30' where name in ('Standard delivery', 'Next working day')");
  const { parts } = await run(
    createSetup((setup) => {
      setup.shippingOptions = setup.shippingOptions?.map((option) =>
        option.name === 'Collect from the depot' ? { name: option.name, price: 0, kind: 'sent', cutOff: '16:00' } : option,
      );
    }),
  );
  expect(await read()).toEqual([
    { ...standard, cutOff: '10:30:00' },
    next,
    { name: 'Collect from the depot', ...silent, cutOff: '16:00:00' },
  ]);
  expect(outcomesOf(parts, 'changed')).toEqual([
    ...['shipping option', 'cutOff: "10:30" → "14:00"'],
    'shipping option',
    'kind: "collected" → "sent"',
    'collectFrom: "Counter of the depot, 4 Mill Lane, Bristol" → none',
    'openingHours: "Monday to Friday, 7.30 am to 4 pm" → none',
    'cutOff: none → "16:00"',
  ]);
});

it('changes what the file says otherwise, says what, and adds no second operator, organisation or administrator', async () => {
  await run(createSetup());
  const before = await countAll();
  const { parts, links } = await run(
    createSetup((setup) => {
      setup.brand.theme = 'alder';
      setup.brand.company = 'Northgate & Sons';
      setup.brand.hosts = ['www.northgate.example'];
      setup.operator = { email: 'oscar@northgate.example', name: 'Oscar' };
      setup.organisation.name = 'Harbour Group';
      setup.organisation.taxPercent = 19;
      setup.organisation.invoiceAddress.address1 = '2 Quayside';
      setup.shippingOptions = [{ name: 'Standard delivery', price: 5 }];
    }),
  );
  expect(outcomesOf(parts, 'changed')).toEqual([
    'brand',
    'theme: "sundial" → "alder"',
    'company: "Northgate Workwear" → "Northgate & Sons"',
    'hosts: uniforms.northgate.example → uniforms.northgate.example, www.northgate.example',
    'organisation',
    'name: "Harbour Hotels" → "Harbour Group"',
    'taxPercent: 20 → 19',
    'invoiceAddress: company, address1',
    'shipping option',
    'description: "Three working days" → none',
    'price: 4.5 → 5',
    'freeFrom: 150 → none',
    'days: 3 → none',
    ...['shipping option', 'No longer offered.'],
    ...['shipping option', 'No longer offered.'],
  ]);
  expect(outcomesOf(parts, 'kept')).toEqual([
    'operator',
    'The brand has the operator olive@northgate.example already, who adds others on the page Team.',
  ]);
  expect(links).toEqual([]);
  expect(await countAll()).toEqual({ ...before, brand_host: 2 });
});

it('leaves what administrators decide about as they have it', async () => {
  await run(createSetup());
  await client.query(`
    update organisation set time_zone = 'Europe/Paris'; update resort set name = 'Harbour House'; update season set name = 'Summer';
    update customer set first_name = 'Adele'`);
  const { parts } = await run(createSetup((setup) => Object.assign(setup.organisation, { timeZone: 'Europe/London' })));
  expect(parts.every(({ outcome }) => outcome === 'unchanged')).toBe(true);
  const { rows } = await client.query('select time_zone, r.name from organisation o join resort r on r.organisation_id = o.id');
  expect(rows).toEqual([{ time_zone: 'Europe/Paris', name: 'Harbour House' }]);
});

it('adds another organisation and another brand only when told to', async () => {
  await run(createSetup());
  const another = createSetup((setup) => {
    setup.organisation.name = 'Moor Clinics';
    setup.administrator.email = 'mo@moor.example';
  });
  await expect(run(another)).rejects.toThrow(
    'organisation.name: There is no organisation "Moor Clinics". The installation has "Harbour Hotels". To add another one, repeat the command with --add.',
  );
  await run(another, { adds: true });
  const brand = createSetup((setup) => {
    setup.brand = { theme: 'brackwell', company: 'Ironside', url: 'https://ironside.example' };
    setup.organisation.name = 'Dockers';
    setup.administrator.email = 'dee@dockers.example';
  });
  await expect(run(brand)).rejects.toThrow(/brand: The installation has the brand "Northgate Workwear" already\./);
  const { parts } = await run(brand, { adds: true });
  expect(outcomesOf(parts, 'changed')).toEqual(['operator', 'Works for this brand too.']);
  expect(await countAll()).toMatchObject({ brand: 2, organisation: 3, customer: 3, operator: 1 });
});

it('lists all problems at once, and writes nothing', async () => {
  const setup = createSetup((given) => {
    given.organisation.invoiceAddress.country = 'XX';
    given.shippingOptions?.[1]?.countries?.push('ZZ');
  });
  await expect(run(setup)).rejects.toThrow(
    '  organisation.invoiceAddress.country: There is no country XX.\n  shippingOptions[1].countries[1]: There is no country ZZ.',
  );
  expect(await count('brand')).toBe(0);
});

it('asks for the state where addresses name one', async () => {
  const inState = (state?: string) =>
    createSetup((setup) => Object.assign(setup.organisation.invoiceAddress, { country: 'US', ...(state ? { state } : {}) }));
  await expect(run(inState())).rejects.toThrow('organisation.invoiceAddress.state: State is required.');
  await expect(run(inState('XY'))).rejects.toThrow('organisation.invoiceAddress.state: There is no state XY in US.');
  await run(inState('CA'));
});

it('writes nothing when no product of the file can be imported', async () => {
  const file = join(folder, 'products.csv');
  await writeFile(file, 'a,b\n1,2\n');
  await expect(run(createSetup((setup) => Object.assign(setup, { products: { file } })))).rejects.toThrow(
    /^ {2}products\.file: /,
  );
  expect(await count('brand')).toBe(0);
});

it('issues new links on request, but not to someone who has a password', async () => {
  const first = await run(createSetup());
  await client.query(`update operator set password_hash = 'set'`);
  const { links } = await run(createSetup(), { renewsLinks: true });
  expect(links.map(({ role }) => role)).toEqual(['administrator']);
  expect(links[0]?.link).not.toBe(first.links[1]?.link);
  const { rows } = await client.query('select count(*)::int from password_token where cancelled_at is null');
  expect(rows).toEqual([{ count: 1 }]);
});

it('is refused on a database that contains the demonstration', async () => {
  const demonstration = await createTestDatabase();
  await expect(openSetup(variables(demonstration))).rejects.toThrow(/^The database contains the demonstration\./);
  await demonstration.close();
});
