import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fillCart, submitOrder } from '#api/testing/builders.ts';
import { createEmptyDatabase, type TestDatabase } from '#api/testing/database.ts';
import { getCode } from '#api/testing/operator-accounts.ts';
import type { TestClient, TestResponse } from '#api/testing/portal.ts';
import type { Call, ReplyOf } from '#contract/index.ts';
import { type CommandProcess, runCommand, waitUntilReady } from '../command-process.ts';

// Two processes are started one after the other.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PASSWORD = 'velvet-otter-lantern-42';
const PRODUCTS = join(import.meta.dirname, '../../api/catalogue/import/shopify/fixtures/old-columns.csv');

let folder: string;
let database: TestDatabase;
let portal: CommandProcess;
let origin: string;

const variables = () => ({
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  DATABASE_OWNER_URL: database.ownerUrl,
  LIVERY_DEMO: undefined,
  SMTP_URL: undefined,
  PORT: '0',
  WEB_DIR: 'off',
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-setup-'));
  database = await createEmptyDatabase();
  portal = runCommand(['tools/start.ts'], variables());
  origin = `http://localhost:${await waitUntilReady(portal)}`;
});

afterAll(async () => {
  portal?.child.kill('SIGTERM');
  await portal?.ended;
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The portal as a browser calls it, over the network. */
function connect(token?: string): TestClient {
  const send = async <C extends Call>(
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<TestResponse<ReplyOf<C>>> => {
    const headers = {
      ...more,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const response = await fetch(origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const content = (await response.json()) as ReplyOf<C> & { errors?: Record<string, string[]> };
    return { status: response.status, headers: {}, body: content, errors: content.errors ?? {} };
  };
  return {
    customerId: 0,
    organisationId: 0,
    headers: {},
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers) => send('POST', path, body, headers),
    put: (path, body = {}, headers) => send('PUT', path, body, headers),
    delete: (path) => send('DELETE', path),
  };
}

async function setUp(file: object): Promise<{ code: number | null; said: string }> {
  const path = join(folder, 'file.json');
  await writeFile(path, JSON.stringify(file));
  const run = runCommand(['tools/setup/setup.ts', '--file', path], variables());
  const [code] = await run.ended;
  return { code, said: run.said };
}

const createFile = () => ({
  brand: {
    theme: 'alder',
    company: 'Northgate Workwear',
    url: origin,
    invoicing: {
      legalName: 'Northgate Workwear Ltd',
      address: ['12 Mill Lane', 'Leeds'],
      vatNumber: 'GB 1',
      numberPrefix: 'NGW',
    },
  },
  operator: { email: 'olive@northgate.example', name: 'Olive Owen' },
  organisation: {
    name: 'Harbour Hotels',
    invoiceAddress: { address1: '1 Quayside', city: 'Bristol', postcode: 'BS1 6TE', country: 'GB' },
  },
  administrator: { email: 'ada@harbour.example', firstName: 'Ada', lastName: 'Lane' },
  shippingOptions: [{ name: 'Van', price: 4.5 }],
  products: { file: PRODUCTS },
});

/** The link for the person with this role in what the command said. */
function findLink(said: string, role: string): URL {
  return new URL(new RegExp(`^ {2}${role}, .*\\n {2}(http\\S+)$`, 'm').exec(said)?.[1] ?? '');
}

/** Opens the link of the operator, sets password and authenticator app, and logs in. */
async function becomeOperator(link: URL): Promise<TestClient> {
  const anonymous = connect();
  const token = link.searchParams.get('token') ?? '';
  const account = { email: 'olive@northgate.example', password: PASSWORD };
  await anonymous.post('/api/operator/passwordlink', { token, password: PASSWORD });
  const start = await anonymous.post<'POST /api/operator/enrolment/start'>('/api/operator/enrolment/start', account);
  const { setup, secret } = start.body;
  const otp = getCode(secret);
  const { body } = await anonymous.post<'POST /api/operator/enrolment/confirm'>('/api/operator/enrolment/confirm', {
    ...account,
    setup,
    otp,
  });
  return connect(body.access_token);
}

/** Opens the link of the administrator, sets the password and logs in. */
async function becomeAdministrator(link: URL): Promise<TestClient> {
  const { token, email } = Object.fromEntries(link.searchParams) as { token: string; email: string };
  const opened = await connect().get<'GET /api/checkinvitationtoken'>(`/api/checkinvitationtoken${link.search}`);
  const organisationId = opened.body.oId;
  await connect().post('/api/customers/updatePassword', { passwordReset: { token, email, organisationId, password: PASSWORD } });
  const response = await fetch(`${origin}/api/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username: email, password: PASSWORD }),
  });
  return connect(((await response.json()) as { access_token: string }).access_token);
}

async function countRows(): Promise<unknown> {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`
      select (select count(*) from brand) as brands, (select count(*) from organisation) as organisations, (select count(*) from operator) as operators,
        (select count(*) from customer) as people, (select count(*) from address) as addresses, (select count(*) from password_token) as links,
        (select count(*) from operator_password_link) as "operatorLinks", (select count(*) from mail_outbox) as mails,
        (select count(*) from product) as products, (select count(*) from stock_entry) as stock, (select count(*) from audit_event) as events`);
    return rows[0];
  } finally {
    await client.end();
  }
}

it('leads from an empty database to an order that has been shipped, without the demonstration', async () => {
  expect(portal.said).toContain('Run npm run setup in another terminal');
  expect((await fetch(`${origin}/mailbox`)).status).toBe(404);
  const first = await setUp(createFile());
  expect([first.code, first.said]).toEqual([0, expect.stringContaining('No mail server is set (SMTP_URL)')]);

  // Without a restart: the portal finds the new host.
  const theme = () => connect().get<'GET /api/theme/getthemebyhost'>('/api/theme/getthemebyhost');
  await expect.poll(async () => (await theme()).body).toMatchObject({ name: 'alder', companyName: 'Northgate Workwear' });
  const [operator, administrator] = await Promise.all([
    becomeOperator(findLink(first.said, 'operator')),
    becomeAdministrator(findLink(first.said, 'administrator')),
  ]);

  const { products } = (await administrator.get<'GET /api/products'>('/api/products')).body;
  expect(products.map(({ name }) => name).toSorted()).toEqual(['Lobby Bag', 'Porter Fleece']);
  const bag = products.find(({ name }) => name === 'Lobby Bag');
  const stored = await countRows();
  await fillCart(administrator, { productId: bag?.id, quantity: 2 });
  const [billing, shipping] = await Promise.all([
    administrator.get<'GET /api/billingaddresses'>('/api/billingaddresses'),
    administrator.get<'GET /api/shippingaddresses'>('/api/shippingaddresses'),
  ]);
  const checkout = {
    billingAddressId: billing.body.addresses[0]?.id,
    shippingAddressId: shipping.body.addresses[0]?.id,
    shippingOption: { name: 'Van' },
    paymentMethodSystemName: 'Payments.OnAccount',
  };
  await administrator.post('/api/checkoutsummary', { checkout });
  const placed = await submitOrder(administrator, checkout);
  expect(placed.errors).toEqual({});
  const orderId = placed.body.orderId;

  const board = await operator.get<'GET /api/operator/orders'>('/api/operator/orders');
  expect(board.body.orders).toMatchObject([{ id: orderId, state: 'toPick', organisationName: 'Harbour Hotels' }]);
  await operator.post(`/api/operator/orders/${orderId}/picking`);
  const line = (await operator.get<'GET /api/operator/orders/:id'>(`/api/operator/orders/${orderId}`)).body.orders[0]?.lines[0];
  const parcels = [{ carrier: 'Northline', items: [{ orderItemId: line?.id, quantity: 2 }] }];
  const shipped = await operator.post<'POST /api/operator/shipments'>(
    '/api/operator/shipments',
    { parcels },
    { 'idempotency-key': 'first' },
  );
  expect(shipped.errors).toEqual({});
  const seen = await administrator.get<'GET /api/orders/:id'>(`/api/orders/${orderId}`);
  expect(seen.body).toMatchObject({ orders: [{ id: orderId, shippingStatus: 'Shipped', orderTotal: 48.6 }] });

  // The same file again, while both have passwords and an order has been shipped.
  const before = await countRows();
  const second = await setUp(createFile());
  expect([second.code, second.said]).toEqual([0, expect.stringMatching(/Nothing has changed\.\n$/)]);
  expect(await countRows()).toEqual(before);
  expect(stored).toMatchObject({ brands: '1', organisations: '1', operators: '1', people: '1', products: '2' });
});
