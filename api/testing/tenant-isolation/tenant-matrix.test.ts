import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#api/app.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { jobDefinitions } from '#api/jobs.ts';
import { loadConfig } from '#api/platform/config.ts';
import { type DatabaseHandle, openDatabase } from '#api/platform/db/database.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { API_KEY_SCOPES, type Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createApiKey, startOperatorSession } from '../operators.ts';
import { TEST_KEY, TIME_LIMIT_FACTOR } from '../portal.ts';
import { type StatementFault, withFaults } from '../statement-faults.ts';
import {
  insertCanaryAddress,
  insertCanaryBody,
  insertCanaryCustomer,
  insertCanaryImport,
  insertCanaryOrder,
} from './canary-records.ts';
import { type CanaryTenant, createCanaryTenant, digestTenant } from './canary-tenants.ts';
import { createTripCaller, readOtherCarts } from './canary-trips.ts';
import { endpointOf, MATRIX_CALLS, type MatrixCaller, type MatrixTarget, runMatrix } from './matrix.ts';
import { addSizingToken, startSession } from './matrix-sessions.ts';
import { type EntityIds, listIdLocations, listUntypedIds } from './requests.ts';

let testDatabase: TestDatabase;
let database: DatabaseHandle;
let home: CanaryTenant;
let sameBrand: CanaryTenant;
let otherBrand: CanaryTenant;
let otherGroup: Partial<EntityIds>;
let callers: MatrixCaller[];
let operators: MatrixCaller[];
let targets: MatrixTarget[];

const OTHER_GROUP_CANARY = 'canaryothergroup';
const BRANDS = { home: 1, other: 2 };
const HOME_HOST = 'localhost';

/** Adds a second group to the home organisation, with a person, an address and an order. */
async function createOtherGroup(): Promise<Partial<EntityIds>> {
  const { db } = database;
  const { organisationId, ids } = home;
  const { rows } = await sql<{
    id: number;
  }>`insert into organisation_group (organisation_id, name) values (${organisationId}, 'South') returning id`.execute(db);
  const group = rows[0]?.id as number;
  const customer = await insertCanaryCustomer(db, {
    organisation: organisationId,
    brandId: home.brandId,
    canary: OTHER_GROUP_CANARY,
    group,
  });
  const address = await insertCanaryAddress(db, organisationId, customer, OTHER_GROUP_CANARY);
  const { body, suggestion } = await insertCanaryBody(db, { organisation: organisationId, customer, product: ids.product });
  const order = await insertCanaryOrder(db, {
    organisation: organisationId,
    customer,
    canary: OTHER_GROUP_CANARY,
    product: ids.product,
    combination: ids.combination,
  });
  const link = await sql<{ id: number }>`
    insert into registration_link (organisation_id, organisation_group_id, name, registration_type, token_hash, expires_at)
    values (${organisationId}, ${group}, ${OTHER_GROUP_CANARY}, 3, sha256(${OTHER_GROUP_CANARY}::bytea), now() + interval '30 days') returning id`.execute(
    db,
  );
  const registrationLink = link.rows[0]?.id as number;
  const request = await sql<{ id: number }>`
    insert into registration (organisation_id, brand_id, link_id, state, email, first_name, last_name)
    values (${organisationId}, ${home.brandId}, ${registrationLink}, 'waiting', 'joins@planted.example', ${OTHER_GROUP_CANARY}, ${OTHER_GROUP_CANARY})
    returning id`.execute(db);
  const peopleImport = await insertCanaryImport(db, organisationId, customer, OTHER_GROUP_CANARY);
  return {
    group,
    customer,
    address,
    order,
    body,
    suggestion,
    peopleImport,
    registrationLink,
    registrationRequest: request.rows[0]?.id as number,
  };
}

interface CallerOptions {
  name: string;
  roleId: number;
  adminable?: boolean;
}

/** Adds a person in a role to the home organisation, logged in, with a filled cart and an order. */
async function createCaller({ name, roleId, adminable }: CallerOptions): Promise<MatrixCaller> {
  const { db } = database;
  const organisation = home.organisationId;
  const canary = `own${name.replaceAll(' ', '')}`;
  const customer = await insertCanaryCustomer(db, { organisation, brandId: home.brandId, canary, group: home.ids.group });
  await sql`delete from customer_role where customer_id = ${customer} and role_id = 34 and ${roleId} <> 34`.execute(db);
  await sql`insert into customer_role values (${organisation}, ${customer}, ${roleId}) on conflict do nothing`.execute(db);
  if (adminable)
    await sql`insert into customer_adminable_group values (${organisation}, ${customer}, ${home.ids.group})`.execute(db);
  const address = await insertCanaryAddress(db, organisation, customer, canary);
  const cart = await sql<{
    id: number;
  }>`insert into cart (organisation_id, customer_id) values (${organisation}, ${customer}) returning id`.execute(db);
  const line = await sql<{ id: number }>`
    insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity)
    values (${organisation}, ${cart.rows[0]?.id}, ${home.ids.product}, ${home.ids.combination}, 1) returning id`.execute(db);
  const order = await insertCanaryOrder(db, {
    organisation,
    customer,
    canary,
    product: home.ids.product,
    combination: home.ids.combination,
  });
  const held = await sql<{ role: string; permission: string | null }>`
    select r.system_name as role, rp.permission from role r left join role_permission rp on rp.role_id = r.id and rp.organisation_id = ${organisation}
    where r.id = ${roleId}`.execute(db);
  return {
    name,
    host: HOME_HOST,
    ...(await createTokens(await logIn(customer, organisation, home.brandId, 3600))),
    own: {
      ...home.ids,
      customer,
      address,
      cartLine: line.rows[0]?.id as number,
      order,
      ...(await insertCanaryBody(db, { organisation, customer, product: home.ids.product })),
      // Size charts of other manufacturers, shared by all tenants.
      sizingBrand: 1,
      sizingCategory: 101,
      sizingSize: 10101,
    },
    roles: held.rows.map(({ role }) => role),
    permissions: held.rows.flatMap(({ permission }) => permission ?? []),
    // Sales may impersonate everyone in the organisation, and read all of its orders while they act for no one.
    ...(roleId === 36
      ? {
          forbiddenInPeople: [sameBrand.canary, otherBrand.canary],
          forbiddenInOrders: [sameBrand.canary, otherBrand.canary],
        }
      : {}),
    forbidden: [
      sameBrand.canary,
      otherBrand.canary,
      ...(adminable || roleId === 34 || roleId === 36 || roleId === 35 ? [OTHER_GROUP_CANARY] : []),
    ],
  };
}

const logIn = (customerId: number, organisationId: number, brandId: number, accessSeconds: number) =>
  startSession(database.db, { customerId, organisationId, brandId, accessSeconds });
const createTokens = (token: string) => addSizingToken(database.db, token);

/** A caller who impersonates another: data and permissions are the other person's, roles the caller's. */
async function impersonate(actor: MatrixCaller, target: MatrixCaller): Promise<MatrixCaller> {
  const token = await logIn(actor.own.customer, home.organisationId, home.brandId, 3600);
  await sql`
    update session set impersonated_customer_id = ${target.own.customer}, impersonation_ends_at = now() + interval '60 minutes'
    where id = (select id from session where customer_id = ${actor.own.customer} order by created_at desc limit 1)`.execute(
    database.db,
  );
  return {
    ...target,
    name: `${actor.name} acting for ${target.name}`,
    // Administration uses the actor's own rights.
    forbiddenInPeople: actor.forbiddenInPeople ?? actor.forbidden,
    ...(await createTokens(token)),
    roles: actor.roles,
    forbiddenByRole: actor.forbidden,
    // Dashboards are the actor's own, all else that a permission allows is the target's.
    permissions: [
      ...target.permissions.filter((permission) => permission !== 'AllowDashboard'),
      ...actor.permissions.filter((permission) => permission === 'AllowDashboard'),
    ],
  };
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { poolSize: 4, timeLimitFactor: TIME_LIMIT_FACTOR });
  const { db } = database;
  home = await createCanaryTenant(db, BRANDS.home, 'home');
  sameBrand = await createCanaryTenant(db, BRANDS.home, 'samebrand');
  otherBrand = await createCanaryTenant(db, BRANDS.other, 'otherbrand');
  otherGroup = await createOtherGroup();
  const admin = await createCaller({ name: 'admin', roleId: 33 });
  const withoutAccess = {
    ...admin,
    sizingToken: undefined,
    roles: [],
    permissions: [],
    forbidden: [home.canary, 'ownadmin', ...admin.forbidden, OTHER_GROUP_CANARY],
  };
  callers = [
    { ...withoutAccess, name: 'anonymous', token: undefined },
    {
      ...withoutAccess,
      name: 'a caller with an expired token',
      token: await logIn(admin.own.customer, home.organisationId, home.brandId, -1),
    },
    { ...withoutAccess, name: 'a caller at the other brand’s host', host: 'alder.localhost' },
    { ...withoutAccess, name: 'a caller with an invented token', token: newToken().secret },
    admin,
    await createCaller({ name: 'group admin', roleId: 33, adminable: true }),
    await createCaller({ name: 'buyer', roleId: 35 }),
    await createCaller({ name: 'sales', roleId: 36 }),
    await createCaller({ name: 'staff', roleId: 34 }),
  ];
  const findCaller = (name: string) => callers.find((caller) => caller.name === name) as MatrixCaller;
  // Of the home organisation's brand, whose organisations they all work for.
  const ofSupplier = { ...withoutAccess, own: home.ids, forbidden: [otherBrand.canary] };
  operators = [
    {
      ...ofSupplier,
      name: 'operator',
      token: (await startOperatorSession(db, { brandIds: [BRANDS.home] })).token,
      operatorScopes: 'all',
    },
    {
      ...ofSupplier,
      name: 'API key',
      token: (await createApiKey(db, API_KEY_SCOPES, [BRANDS.home])).secret,
      operatorScopes: API_KEY_SCOPES,
    },
    {
      ...ofSupplier,
      name: 'API key that may only read orders',
      token: (await createApiKey(db, ['orders:read'], [BRANDS.home])).secret,
      operatorScopes: ['orders:read'],
    },
  ];
  callers.push(
    await impersonate(admin, findCaller('staff')),
    await impersonate(findCaller('group admin'), findCaller('buyer')),
    await impersonate(findCaller('sales'), findCaller('buyer')),
  );
  targets = [
    { name: 'another organisation', ids: sameBrand.ids },
    { name: 'another brand', ids: otherBrand.ids },
    { name: 'unknown ids', ids: Object.fromEntries(Object.keys(home.ids).map((entity) => [entity, 1_999_999_999])) as EntityIds },
  ];
}, 60_000);

afterAll(async () => {
  await database?.close();
  await testDatabase?.close();
});

async function openApp(handle: DatabaseHandle) {
  const config = {
    ...loadConfig({ DATABASE_URL: testDatabase.url, WEB_DIR: 'off', ANONYMOUS_LIMIT: '1000000', SECRET_KEY: TEST_KEY }),
    logLevel: 'silent' as const,
  };
  const jobs = openJobQueue(testDatabase.url, pino({ level: 'silent' }));
  // Jobs are queued, but no worker is running.
  await jobs.createQueues(jobDefinitions);
  const app = await buildApp({ config, database: handle, jobs });
  return {
    app,
    close: async () => {
      await app.close();
      await jobs.close();
    },
  };
}

async function withApp<T>(handle: DatabaseHandle, work: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<T>): Promise<T> {
  const { app, close } = await openApp(handle);
  try {
    return await work(app);
  } finally {
    await close();
  }
}

const CALLS_OF_A_PART = 100;

/** The calls of the matrix in parts, each with its first and last call. */
function listParts(): [first: string, last: string, calls: readonly string[]][] {
  const parts: [string, string, readonly string[]][] = [];
  for (let start = 0; start < MATRIX_CALLS.length; start += CALLS_OF_A_PART) {
    const calls = MATRIX_CALLS.slice(start, start + CALLS_OF_A_PART);
    parts.push([calls[0] as string, calls.at(-1) as string, calls]);
  }
  return parts;
}

/** Removes the tenant condition from every statement written as SQL: `organisation_id = $1` becomes `0 <> $1`. */
const withoutTenantCondition: StatementFault = {
  statement: /organisation_id = \$|brand_id = any \(\$/,
  rewrite: (text) =>
    text.replace(/(\w+\.)?organisation_id = (?=\$)/g, '0 <> ').replace(/(\w+\.)?brand_id = any \((?=\$)/g, '0 <> all ('),
};

describe('the isolation of tenants', () => {
  it('has a kind for every id in a request', () => {
    const known = new Set(['body.id', 'body.allocationTypeId', 'query.allocationTypeId']);
    // Methods and positions are the supplier’s, the same for everyone; the ids of attribute values are checked against the product.
    const others = /(methodId|positionId)$|attributes\[\]|checkoutAttributes\[\]|query\.(taxId|\w+StatusId(\[\])?)$/;
    const untyped = Object.entries(contract as Record<string, Endpoint>).flatMap(([call, endpoint]) =>
      listUntypedIds(endpoint)
        .filter((path) => !others.test(path) && !known.has(path))
        .map((path) => `${call}: ${path}`),
    );
    expect(untyped).toEqual([]);
  });

  // In parts, each with a time limit of its own: all calls together take longer than one test may on a machine that is busy with other things.
  describe('holds for every caller and every position of an id', () => {
    let app: Awaited<ReturnType<typeof buildApp>>;
    let close: () => Promise<void>;
    let before: string[];
    let cells = 0;
    const digest = () =>
      Promise.all([sameBrand, otherBrand].map(({ organisationId }) => digestTenant(database.db, organisationId)));

    beforeAll(async () => {
      ({ app, close } = await openApp(database));
      before = await digest();
    });
    afterAll(() => close?.());

    it.each(listParts())(
      'from %s to %s',
      async (_first, _last, calls) => {
        const result = await runMatrix(app, callers, targets, calls);
        cells += result.cells;
        expect(result.failures).toEqual([]);
        expect(await digest()).toEqual(before);
      },
      120_000,
    );

    it('with at least one request for each', () => {
      console.log(`tenant matrix: ${cells} cells`);
      expect(cells).toBeGreaterThan(MATRIX_CALLS.length * callers.length);
    });
  });

  it('holds between the brands of operators and API keys, whose tokens no call of customers accepts', async () => {
    const before = await digestTenant(database.db, otherBrand.organisationId);
    const result = await withApp(database, (app) =>
      runMatrix(
        app,
        operators,
        targets.filter(({ name }) => name !== 'another organisation'),
      ),
    );
    expect(result.failures).toEqual([]);
    expect(await digestTenant(database.db, otherBrand.organisationId)).toEqual(before);
  }, 120_000);

  it('holds between the groups of one organisation', async () => {
    const names = ['group admin', 'buyer', 'staff', 'group admin acting for buyer'];
    const limited = callers.filter(({ name }) => names.includes(name));
    const calls = MATRIX_CALLS.filter((call) => listIdLocations(endpointOf(call)).some(({ entity }) => entity in otherGroup));
    const result = await withApp(database, (app) => runMatrix(app, limited, [{ name: 'another group', ids: otherGroup }], calls));
    expect(result.failures).toEqual([]);
  }, 120_000);

  it('holds between the trips of one person, and their own cart', async () => {
    const { caller, tripId, other } = await createTripCaller(
      database.db,
      home,
      await createCaller({ name: 'buyer in a trip', roleId: 35 }),
    );
    const before = await readOtherCarts(database.db, caller.own.customer, tripId);
    const hasToDoWithCarts = (call: string) =>
      endpointOf(call).tags.some((tag) => /cart|checkout|punchout|order|uniform|account|access/i.test(tag));
    const calls = MATRIX_CALLS.filter((call) => !call.includes(' /api/operator/') && hasToDoWithCarts(call));
    const result = await withApp(database, (app) =>
      runMatrix(app, [caller], [{ name: 'another trip of the same person', ids: { cartLine: other } }], calls),
    );
    expect(result.failures).toEqual([]);
    expect(before).toHaveLength(2);
    expect(await readOtherCarts(database.db, caller.own.customer, tripId)).toEqual(before);
  }, 120_000);

  it('fails when the tenant condition is removed from the SQL', async () => {
    const admin = callers.filter(({ name }) => name === 'admin');
    const unprotected: DatabaseHandle = { ...database, db: withFaults(database.db, [withoutTenantCondition]) };
    // Ids of one other organisation are enough to see it, and so is every eighth call. Those of operators refuse every customer.
    const calls = MATRIX_CALLS.filter((call) => !call.includes(' /api/operator/')).filter((_, index) => index % 8 === 0);
    const result = await withApp(unprotected, (app) => runMatrix(app, admin, targets.slice(0, 1), calls));
    console.log(`without the tenant condition: ${result.failures.length} failures in ${result.cells} cells`);
    expect(result.failures.length).toBeGreaterThan(10);
    for (const failure of [sameBrand.canary, 'for an id of someone else'])
      expect(result.failures.filter((line) => line.includes(failure))).not.toEqual([]);
  }, 120_000);
});
