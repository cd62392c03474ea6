import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import {
  aDocument,
  aSetup,
  aShipTo,
  beginTrip,
  CORVANE,
  type SetupChoices,
  sendDocument,
} from '#api/testing/punchout-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const request = (choices: SetupChoices = {}) => sendDocument(portal, aDocument(aSetup(choices)));
const begin = async (choices: SetupChoices = {}) => beginTrip(portal, (await request(choices)).startUrl);
const profileOf = async (choices: SetupChoices = {}) =>
  (await (await begin(choices)).get<'GET /api/customerprofile'>('/api/customerprofile')).body;

/** Changes Corvane's connection. */
const change = (values: Record<string, unknown>) =>
  portal.db
    .updateTable('punchout_connection')
    .set(values)
    .where('organisation_id', '=', CORVANE.organisationId)
    .where('id', '=', CORVANE.id)
    .execute();

const aNewEmail = () => `${crypto.randomUUID()}@corvane.example`;
const nameExtrinsics = '<Extrinsic name="FirstName">Nora</Extrinsic><Extrinsic name="LastName">Newcomer</Extrinsic>';

describe('who shops', () => {
  const shared = 'punchout@corvane.example';
  afterEach(() =>
    change({
      user_policy: 'email',
      shared_customer_id: 670,
      created_role_ids: [],
      created_group_ids: [],
      created_collection_ids: [],
    }),
  );

  it('is one person for all, whatever the buyer’s system says', async () => {
    await change({ user_policy: 'shared' });
    expect((await profileOf({ email: 'buyer@corvane.example' })).email).toBe(shared);
  });

  it('is refused where no one has the email address and no one is shared, and where it is missing', async () => {
    await change({ shared_customer_id: null });
    expect(await request({ email: aNewEmail() })).toMatchObject({ code: 403, text: expect.stringContaining('no account') });
    expect(await request({ email: '' })).toMatchObject({ code: 400, text: expect.stringContaining('email address') });
  });

  it('is refused while the account is closed, although someone is shared', async () => {
    const close = (active: boolean) =>
      sql`update customer set active = ${active} where email = 'staff@corvane.example'`.execute(portal.db);
    await close(false);
    expect(await request({ email: 'staff@corvane.example' })).toMatchObject({
      code: 403,
      text: expect.stringContaining('closed'),
    });
    await close(true);
  });

  it('is a new person with the roles, groups and wardrobes of the connection, and the season of today', async () => {
    const { rows } = await sql<{ group: number; collection: number }>`
      select (select min(id) from organisation_group where organisation_id = 3) as group, (select min(id) from collection where organisation_id = 3) as collection`.execute(
      portal.db,
    );
    const { group, collection } = rows[0] as (typeof rows)[number];
    await change({
      user_policy: 'create',
      created_role_ids: [35],
      created_group_ids: [group],
      created_collection_ids: [collection],
    });
    const email = aNewEmail();

    const first = await profileOf({ email, more: nameExtrinsics });

    expect(first).toMatchObject({
      email,
      firstName: 'Nora',
      lastName: 'Newcomer',
      roles: expect.arrayContaining(['OrganisationBuyer']),
    });
    expect((await profileOf({ email: email.toUpperCase() })).email).toBe(email);
    const made = await sql`
      select (select json_agg(organisation_group_id) from customer_group g where g.customer_id = c.id) as groups,
        (select json_agg(collection_id) from customer_collection w where w.customer_id = c.id) as wardrobes,
        (select count(*)::int from customer_season s where s.customer_id = c.id) as seasons, c.password_hash,
        (select count(*)::int from punchout_trip t where t.customer_id = c.id) as trips
      from customer c where c.email = ${email}`.execute(portal.db);
    expect(made.rows).toEqual([{ groups: [group], wardrobes: [collection], seasons: 1, password_hash: null, trips: 2 }]);
  });

  it('is one new person when twenty requests with the same address come at once', async () => {
    await change({ user_policy: 'create' });
    const email = aNewEmail();

    const answers = await Promise.all(Array.from({ length: 20 }, () => request({ email })));

    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
    const { rows } = await sql`select from customer where lower(email) = ${email}`.execute(portal.db);
    expect(rows).toHaveLength(1);
  });
});

describe('where a trip delivers', () => {
  const addressesOf = async (choices: SetupChoices) => {
    const trip = await begin(choices);
    const { body } = await trip.get<'GET /api/shippingaddresses'>('/api/shippingaddresses');
    return { trip, addresses: body.addresses };
  };
  const input = {
    address: { firstName: 'A', lastName: 'B', countryId: 1, city: 'Leeds', address1: '2 Street', zipPostalCode: 'LS1 1AA' },
  };

  it('is the one address that a code of the buyer stands for, and no other can be added', async () => {
    const { rows } = await sql<{ id: number; city: string }>`
      select id, city from address where organisation_id = 3 and customer_id is null and deleted_at is null and not for_billing order by id desc limit 1`.execute(
      portal.db,
    );
    const known = rows[0] as (typeof rows)[number];
    await sql`insert into punchout_ship_to (organisation_id, connection_id, code, address_id) values (3, ${CORVANE.id}, 'Depot-7', ${known.id})`.execute(
      portal.db,
    );
    const { trip, addresses } = await addressesOf({ shipTo: aShipTo({ code: 'DEPOT-7' }) });
    expect(addresses).toMatchObject([{ id: known.id, city: known.city }]);
    expect((await trip.post('/api/createcustomeraddress', input)).status).toBe(403);
  });

  it('is the one that was sent, where it is complete, and then no address of the person', async () => {
    const { addresses } = await addressesOf({ shipTo: aShipTo({ code: 'unknown' }) });
    expect(addresses).toMatchObject([
      { address1: '1 Harbour Street', company: 'Corvane Depot', lastName: 'Example', source: 'punchout' },
    ]);
    const own = await portal.as('buyer@corvane.example');
    const { body } = await own.get<'GET /api/customeraddresses'>('/api/customeraddresses');
    expect(body.addresses.map(({ id }) => id)).not.toContain(addresses[0]?.id);
  });

  it.each([
    ['without a street', aShipTo({ street: '' })],
    ['in a country to which nothing is delivered', aShipTo({ country: 'XX' })],
    ['that is missing', ''],
  ])('is the person’s own instead of one %s', async (_name, shipTo) => {
    const own = await portal.as('buyer@corvane.example');
    const usual = (await own.get<'GET /api/shippingaddresses'>('/api/shippingaddresses')).body.addresses[0];
    expect((await addressesOf({ shipTo })).addresses).toMatchObject([{ id: usual?.id }]);
  });

  it('is nowhere for a person without any address, who can still shop', async () => {
    await change({ user_policy: 'create' });
    const { trip, addresses } = await addressesOf({ email: aNewEmail() });
    await change({ user_policy: 'email' });
    expect(addresses).toEqual([]);
    expect((await trip.get('/api/shopping_cart_items')).status).toBe(200);
  });
});

it('a text that is longer than is kept is refused in words, not as a fault of the server', async () => {
  expect(await request({ cookie: 'c'.repeat(10_001) })).toMatchObject({
    code: 400,
    text: expect.stringContaining('BuyerCookie'),
  });
  const selected = `<SelectedItem><ItemID><SupplierPartID>${'P'.repeat(300)}</SupplierPartID></ItemID></SelectedItem>`;
  expect((await request({ more: selected })).code).toBe(200);
});

it('S8: a second trip leaves the session of the first as it was', async () => {
  const [first, second] = [await begin(), await begin()];
  const [one, other] = await Promise.all(
    [first, second].map(
      async (trip) => (await trip.get<'GET /api/customerprofile'>('/api/customerprofile')).body.punchoutSessionGuid,
    ),
  );
  expect(one).toMatch(/^[0-9a-f-]{36}$/);
  expect(other).toMatch(/^[0-9a-f-]{36}$/);
  expect(one).not.toBe(other);
});
