import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { withinOneWindow } from '#api/testing/rate-limit-window.ts';
import { aRegistrationLink } from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { DEMO } from '#demo/demo.ts';

const portal = usePortal();

const NOTHING = {
  success: false,
  employeeNumberEnabled: false,
  poNumberEnabled: false,
  genderEnabled: false,
  passwordEnabled: false,
  resortEnabled: false,
  availableResorts: [],
  businessAreaEnabled: false,
  availableBusinessAreas: [],
  collectionEnabled: false,
  availableCollections: [],
  logoUrl: null,
  primaryColour: null,
  secondaryColour: null,
  tertiaryColour: null,
};

/** Sends each request from another network, so that tests do not use up each other's limits. */
async function check(query: string, { host = 'localhost', from = '10.0.0.1' } = {}) {
  const answer = await portal.app.inject({ url: `/api/checkregistrationtoken${query}`, headers: { host }, remoteAddress: from });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() as unknown };
}

describe('the fields that a link requests', () => {
  it('come with the organisation’s branding, and with all its options unless the link names some', async () => {
    const { token } = await aRegistrationLink(portal.db, {
      asks: ['employee_number', 'gender', 'resort', 'business_area', 'collection'],
    });
    const { status, headers, body } = await check(`?token=${token}`);

    expect(status).toBe(200);
    expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
    expect(body).toMatchObject({
      success: true,
      employeeNumberEnabled: true,
      poNumberEnabled: false,
      genderEnabled: true,
      passwordEnabled: false,
      resortEnabled: true,
      businessAreaEnabled: true,
      collectionEnabled: true,
      logoUrl: '/logos/meridian.svg',
      primaryColour: '#0c5561',
    });
    const { availableResorts, availableBusinessAreas, availableCollections } = body as {
      availableResorts: { id: number; departments: object[] }[];
      availableBusinessAreas: object[];
      availableCollections: object[];
    };
    expect(availableResorts.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(availableResorts[0]?.departments[0]).toEqual({ id: 11, name: 'Reception' });
    expect(availableBusinessAreas).toHaveLength(5);
    const owned = await sql<{ n: number }>`
      select count(distinct g.collection_id)::int as n from collection_group g
      join collection_group_product p on p.collection_group_id = g.id where g.organisation_id = 1`.execute(portal.db);
    expect(availableCollections).toHaveLength(owned.rows[0]?.n ?? 0);
  });

  it('have only the options that the link names, and empty lists for fields that are not requested', async () => {
    const { token } = await aRegistrationLink(portal.db, {
      asks: ['resort', 'collection'],
      resortIds: [2, 1],
      businessAreaIds: [1],
      collectionIds: [11],
    });

    expect((await check(`?token=${token}`)).body).toMatchObject({
      availableResorts: [{ id: 1 }, { id: 2 }],
      businessAreaEnabled: false,
      availableBusinessAreas: [],
      availableCollections: [{ id: 11 }],
    });
  });

  it('have no wardrobe that only gathers others, but those instead', async () => {
    const { rows } = await sql<{ id: number; children: number[] }>`
      select p.id, array_agg(c.id order by c.name, c.id) as children from collection p
      join collection c on c.organisation_id = p.organisation_id and c.parent_collection_id = p.id
      where p.organisation_id = 1 and not exists (select from collection_group g where g.organisation_id = 1 and g.collection_id = p.id)
      group by p.id order by p.id limit 1`.execute(portal.db);
    const parent = rows[0] ?? { id: 0, children: [] };
    const offeredBy = async (collectionIds: number[]) => {
      const { token } = await aRegistrationLink(portal.db, { asks: ['collection'], collectionIds });
      const { body } = await check(`?token=${token}`);
      return (body as { availableCollections: { id: number }[] }).availableCollections.map(({ id }) => id);
    };

    expect(await offeredBy([parent.id])).toEqual(parent.children);
    expect(await offeredBy([])).not.toContain(parent.id);
    expect(await offeredBy([])).toEqual(expect.arrayContaining(parent.children));
  });

  it('can be checked any number of times without using up or writing anything', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const rows = () =>
      sql`select md5(string_agg(l::text, '|' order by id)) as digest from registration_link l`
        .execute(portal.db)
        .then(({ rows: [row] }) => row);
    const before = await rows();
    const limits = await sql<{ n: number }>`select count(*)::int as n from rate_limit where key like 'registration%'`.execute(
      portal.db,
    );

    for (let time = 0; time < 40; time += 1) expect((await check(`?token=${token}`)).body).toMatchObject({ success: true });

    expect(await rows()).toEqual(before);
    const after = await sql<{ n: number }>`select count(*)::int as n from rate_limit where key like 'registration%'`.execute(
      portal.db,
    );
    expect(after.rows).toEqual(limits.rows);
  });

  it.each([
    ['localhost', 'meridian', 1],
    ['alder.localhost', 'hallam', 2],
    ['brackwell.localhost', 'corvane', 3],
  ] as const)(
    'are returned at %s for the demonstration’s links of that brand, and at no other host',
    async (host, name, organisationId) => {
      const { confirm, approval } = DEMO.registrationTokens[name];
      for (const token of [confirm, approval])
        for (const other of ['localhost', 'alder.localhost', 'brackwell.localhost']) {
          const { body } = await check(`?token=${token}`, { host: other, from: `10.2.${organisationId}.1` });
          expect([token, other, (body as { success: boolean }).success]).toEqual([token, other, other === host]);
        }
      const { rows } = await sql<{ organisation_id: number; registration_type: number }>`
      select organisation_id, registration_type from registration_link
      where token_hash in (sha256(${confirm}::bytea), sha256(${approval}::bytea)) order by 2`.execute(portal.db);
      expect(rows).toEqual([
        { organisation_id: organisationId, registration_type: 2 },
        { organisation_id: organisationId, registration_type: 3 },
      ]);
    },
  );
});

describe('an invalid token', () => {
  it('gets the same reply, whatever is wrong with it', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const [expired, revoked, foreign] = await Promise.all([
      aRegistrationLink(portal.db, { expired: true }),
      aRegistrationLink(portal.db, { revoked: true }),
      aRegistrationLink(portal.db, { organisationId: 2 }),
    ]);
    const queries = [
      '',
      '?token',
      '?token=',
      '?token=null',
      '?token=x',
      `?token=${newToken().secret}`,
      `?token=${token}x`,
      `?token=${token.slice(1)}`,
      `?token=${expired.token}`,
      `?token=${revoked.token}`,
      `?token=${foreign.token}`,
      `?token=${'x'.repeat(3000)}`,
      '?token=%00',
      '?token=%27%20or%201=1--',
    ];

    for (const query of queries)
      expect([query, await check(query, { from: '10.3.0.1' })]).toMatchObject([query, { status: 200, body: NOTHING }]);
  });

  it('is limited to twenty per minute and network, while valid links still work', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const { statuses, valid } = await withinOneWindow(60, async (run) => {
      const answers = [];
      for (let time = 0; time < 22; time += 1) answers.push((await check('?token=x', { from: `10.4.${run}.1` })).status);
      answers.push((await check('?token=x', { from: `10.4.${run}.200` })).status);
      return { statuses: answers, valid: await check(`?token=${token}`, { from: `10.4.${run}.1` }) };
    });

    expect(statuses).toEqual([...Array(20).fill(200), 429, 429, 429]);
    expect((await check('?token=x', { from: '10.5.0.1' })).status).toBe(200);
    expect(valid.body).toMatchObject({ success: true });
  });

  it('is refused at an unknown host', async () => {
    const { token } = await aRegistrationLink(portal.db);

    expect((await check(`?token=${token}`, { host: 'evil.example' })).status).toBe(421);
  });
});

describe('a token of a link', () => {
  it('has no other use', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const form = (values: Record<string, string>) =>
      portal.app.inject({
        method: 'POST',
        url: '/api/token',
        headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(values).toString(),
      });

    expect((await form({ auto: token })).statusCode).toBe(400);
    expect((await form({ grant_type: 'refresh_token', refresh_token: token })).statusCode).toBe(400);
    expect((await form({ grant_type: 'password', username: 'admin@meridian.example', password: token })).statusCode).toBe(400);
    expect(
      (await portal.app.inject({ url: '/api/customerprofile', headers: { host: 'localhost', authorization: `Bearer ${token}` } }))
        .statusCode,
    ).toBe(401);
    const stored = await sql<{ n: number }>`
      select (select count(*) from password_token where hash = sha256(${token}::bytea))
        + (select count(*) from login_key where hash = sha256(${token}::bytea))
        + (select count(*) from session where access_hash = sha256(${token}::bytea)) as n`.execute(portal.db);
    expect(Number(stored.rows[0]?.n)).toBe(0);
  });

  it('cannot be replaced by tokens with another purpose', async () => {
    const admin = await portal.as('admin@meridian.example');
    const session = admin.headers.authorization?.slice(7) ?? '';
    const activation = newToken();
    await sql`insert into password_token (hash, organisation_id, customer_id, purpose, expires_at)
      values (${activation.hash}, 1, 1, 'activation', now() + interval '1 day')`.execute(portal.db);

    for (const secret of [session, activation.secret]) expect((await check(`?token=${secret}`)).body).toEqual(NOTHING);
  });

  it('is neither in the database nor in the log', async () => {
    const admin = await portal.as('admin@meridian.example');
    const { body } = await admin.post<'POST /api/registrationlinks'>('/api/registrationlinks', {
      name: 'Kept secret',
      registrationType: 2,
      callerPassword: 'Uniform-2026',
    });
    const token = new URL(body.registrationLink.url ?? '').searchParams.get('token') ?? '';

    const { rows } = await sql<{ row: string }>`
      select l::text as row from registration_link l union all select a::text from audit_event a`.execute(portal.db);
    expect(token).toMatch(/^[\w-]{43}$/);
    const asHex = Buffer.from(token).toString('hex');
    expect(rows.filter(({ row }) => row.includes(token) || row.includes(asHex))).toEqual([]);
  });
});
