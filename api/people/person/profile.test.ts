import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { offerCard, withdrawCard } from '#api/testing/own-payment.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { demoLogins } from '#demo/demo-logins.ts';

const portal = usePortal();

const profileOf = async (email: string) => {
  const { status, body } = await (await portal.as(email)).get<'GET /api/customerprofile'>('/api/customerprofile');
  expect(status).toBe(200);
  return body;
};

const PERMISSIONS = {
  OrganisationAdmin: ['AllowAdhocOrder', 'AllowDashboard', 'AllowProducts', 'AllowStockEnquiry', 'AllowUniformBuilder'],
  OrganisationBuyer: ['AllowAdhocOrder', 'AllowProducts', 'AllowStockEnquiry'],
  OrganisationSales: ['AllowProducts', 'AllowStockEnquiry'],
  OrganisationStaff: ['AllowUniformBuilder'],
};

it('says whether people pay for what is beyond their entitlement', async () => {
  const { email } = await aPerson(portal.db, { role: 'Staff' });
  expect((await profileOf(email)).paysOwnPart).toBe(false);
  await offerCard(portal.db);
  expect((await profileOf(email)).paysOwnPart).toBe(true);
  await withdrawCard(portal.db);
});

describe('the preference about shortcuts that are a single key', () => {
  it('is the person’s own, on until it is changed, and no change that others see', async () => {
    const person = await aPerson(portal.db, { role: 'Staff' });
    const client = await portal.as(person.email);
    const before = await profileOf(person.email);
    expect(before.singleKeyShortcuts).toBe(true);
    const { status, body } = await client.put<'PUT /api/customerprofile'>('/api/customerprofile', {
      profile: { singleKeyShortcuts: false },
    });
    expect([status, body.id, body.singleKeyShortcuts]).toEqual([200, person.id, false]);
    await client.put('/api/customerprofile', { profile: {} });
    expect(await profileOf(person.email)).toMatchObject({ singleKeyShortcuts: false, version: before.version });
    expect((await client.put('/api/customerprofile', { profile: { singleKeyShortcuts: 0 } })).status).toBe(422);
    const admin = await portal.as('admin@meridian.example');
    const seen = await admin.get<'GET /api/customers/:id'>(`/api/customers/${person.id}`);
    expect(Object.keys(seen.body.customers[0]!)).not.toContain('singleKeyShortcuts');
    const events =
      await sql`select from audit_event where subject_id = ${String(person.id)} and action like 'customer.%'`.execute(portal.db);
    expect(events.rows).toEqual([]);
  });

  it('is the caller’s during impersonation, and is not changed then', async () => {
    const person = await aPerson(portal.db, { role: 'Staff' });
    const sales = await portal.as((await aPerson(portal.db, { role: 'Sales', groupIds: [] })).email);
    await sales.put('/api/customerprofile', { profile: { singleKeyShortcuts: false } });
    const started = await sales.get<'GET /api/customers/impersonate/:id'>(`/api/customers/impersonate/${person.id}`);
    const { body } = await sales.get<'GET /api/customerprofile'>('/api/customerprofile');
    expect([started.body, body, body.impersonatedCustomer].map((profile) => profile?.singleKeyShortcuts)).toEqual([
      false,
      false,
      false,
    ]);
    expect((await sales.put('/api/customerprofile', { profile: { singleKeyShortcuts: true } })).status).toBe(403);
  });
});

describe('the profile', () => {
  it('says whether an approver has delegated to the person for today', async () => {
    const [approver, delegate] = [await aPerson(portal.db, { role: 'Buyer' }), await aPerson(portal.db, { role: 'Staff' })];
    const isDelegate = async (...days: [from: number, until: number][]) => {
      await sql`delete from delegation where approver_id = ${approver.id}`.execute(portal.db);
      for (const [from, until] of days)
        await sql`
          insert into delegation (organisation_id, approver_id, delegate_id, starts_on, ends_on)
          values (1, ${approver.id}, ${delegate.id}, current_date + ${from}::int, current_date + ${until}::int)`.execute(
          portal.db,
        );
      return (await profileOf(delegate.email)).isApprovalDelegate;
    };

    expect([await isDelegate(), await isDelegate([2, 3]), await isDelegate([-3, -2]), await isDelegate([-2, 2])]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect((await profileOf(approver.email)).isApprovalDelegate).toBe(false);
  });

  it.each(demoLogins.filter(({ email }) => !email.startsWith('operator')))(
    'of $email is what the contract promises',
    async ({ email }) => {
      const profile = await profileOf(email);

      expect(profile).toMatchObject({ email, active: true, token: null, userRegistrationType: null, impersonatedCustomer: null });
      expect(profile.roleIds).toContain(3);
      expect(profile.roles).toHaveLength(1);
    },
  );

  it.each([
    ['admin@meridian.example', 'OrganisationAdmin', 33],
    ['north.admin@meridian.example', 'OrganisationAdmin', 33],
    ['buyer@meridian.example', 'OrganisationBuyer', 35],
    ['sales@meridian.example', 'OrganisationSales', 36],
    ['staff@meridian.example', 'OrganisationStaff', 34],
    ['admin@corvane.example', 'OrganisationAdmin', 33],
  ] as const)('of %s lists the rights of %s', async (email, role, roleId) => {
    const profile = await profileOf(email);

    expect(profile.roles).toEqual([role]);
    expect(profile.roleIds).toEqual([3, roleId]);
    expect(profile.permissions.toSorted()).toEqual(PERMISSIONS[role]);
  });

  it('lists the permissions of the modal dialogs where the organisation orders in dialogs', async () => {
    expect((await profileOf('buyer@hallam.example')).permissions.toSorted()).toEqual([
      'AllowAdhocOrderModal',
      'AllowProductsModal',
      'AllowStockEnquiry',
    ]);
  });

  it('has the settings and rights of the demonstration’s people', async () => {
    expect(await profileOf('north.admin@meridian.example')).toMatchObject({
      adminableOrganisationGroupIds: [1],
      allowOrderApproval: true,
    });
    expect(await profileOf('staff@meridian.example')).toMatchObject({
      allocationTypeId: 10,
      organisationGroups: [{ id: 1, name: 'North' }],
    });
    expect(await profileOf('new.starter@meridian.example')).toMatchObject({ allocationTypeId: 20, bodiMeCustomerId: null });
    expect(await profileOf('admin@hallam.example')).toMatchObject({
      termsAndConditionsRequired: true,
      termsAgreed: false,
      privacyAgreed: false,
    });
    expect(await profileOf('approver@hallam.example')).toMatchObject({
      allowOrderApproval: true,
      termsAndConditionsRequired: false,
    });
    expect(await profileOf('sales@meridian.example')).toMatchObject({
      allowOrderApproval: false,
      organisationResortId: null,
      organisationResortAddresses: [],
    });
  });

  it('shows the organisation’s own roles besides the standard ones', async () => {
    const person = await aPerson(portal.db, { role: 'Staff' });
    await sql`with made as (insert into role (organisation_id, name) values (1, 'Fire wardens') returning id)
      insert into customer_role select 1, ${person.id}::bigint, id from made`.execute(portal.db);

    expect((await profileOf(person.email)).roles).toEqual(['OrganisationStaff', 'Fire wardens']);
  });

  it('is the caller’s own, and contains the other person’s during impersonation', async () => {
    const sales = await portal.as('sales@meridian.example');
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    await sql`update session set impersonated_customer_id = ${wearer.id}, impersonation_ends_at = now() + interval '10 minutes'
      where customer_id = ${sales.customerId}`.execute(portal.db);

    const { body } = await sales.get<'GET /api/customerprofile'>('/api/customerprofile');

    expect(body.email).toBe('sales@meridian.example');
    expect(body.impersonatedCustomer).toMatchObject({ email: wearer.email, impersonatedCustomer: null });
    // A right that only one of the two has is not available.
    expect(body.impersonatedCustomer?.permissions).toEqual(['AllowUniformBuilder']);
  });

  it('needs a session', async () => {
    const { status, errors } = await portal.anonymous().get('/api/customerprofile');

    expect([status, errors]).toEqual([401, { authorization: ['Please log in to continue.'] }]);
  });
});

describe('reporting an error', () => {
  const report = (payload: string, headers: Record<string, string> = {}) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/reportError/',
      headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      payload,
    });

  it.each([
    '{}',
    '[]',
    '"text"',
    'null',
    '7',
    'true',
    '{"message":null,"stack":{"deep":[1]}}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    '',
  ])('takes any JSON: %j', async (payload) => {
    const answer = await report(payload);

    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  });

  it('accepts at most 16 KB', async () => {
    const answer = await report(JSON.stringify({ message: 'x'.repeat(17_000) }));

    expect([answer.statusCode, answer.json()]).toEqual([413, { errors: { request: ['The request is too large.'] } }]);
  });

  it('is rate-limited for everyone, whatever their headers', async () => {
    const statuses = [];
    for (let round = 0; round < 70; round += 1)
      statuses.push((await report('{}', { authorization: `Bearer invented ${round}` })).statusCode);

    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});
