import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aDocument,
  aSetup,
  beginTrip,
  CORVANE,
  openStartPage,
  readAnswer,
  sendDocument,
} from '#api/testing/punchout-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const logged: string[] = [];
const portal = usePortal({ logTo: { write: (line) => logged.push(line) } });
const send = (payload: string | Buffer, choices?: Parameters<typeof sendDocument>[2]) => sendDocument(portal, payload, choices);
const clearLimits = () => sql`delete from rate_limit where key like 'punchout-refused:%'`.execute(portal.db);
const tripOf = (startUrl: string | undefined) => beginTrip(portal, startUrl);

beforeEach(clearLimits);

describe('C4: whatever arrives is answered by HTTP 200 with one status', () => {
  it.each<[name: string, code: number, send: () => ReturnType<typeof send>]>([
    ['an empty body', 406, () => send('')],
    ['JSON', 406, () => send('{"a":1}', { contentType: 'application/json' })],
    ['what is not well-formed', 406, () => send('<cXML><Request></cXML>')],
    ['another content type', 200, () => send(aDocument(aSetup()), { contentType: 'application/octet-stream' })],
    ['11 MB', 499, () => send(Buffer.alloc(11 * 1024 * 1024, 32))],
    [
      'a setup request above 1 MB',
      499,
      () => send(aDocument(aSetup({ more: `<Extrinsic name="x">${'y'.repeat(1_000_000)}</Extrinsic>` }))),
    ],
    ['an unknown connection', 401, () => send(aDocument(aSetup()), { url: '/punchout/cxml/unknown-key' })],
    ['a connection of another brand', 401, () => send(aDocument(aSetup()), { host: 'localhost' })],
    ['an unknown host', 401, () => send(aDocument(aSetup()), { host: 'unknown.example' })],
    ['a document without a request', 400, () => send('<cXML><Header/><Response><Status code="200"/></Response></cXML>')],
    ['a document without a header', 400, () => send('<cXML><Request><ProfileRequest/></Request></cXML>')],
    ['a request that is not offered', 450, () => send(aDocument('<CatalogUploadRequest/>'))],
    ['an unknown operation', 400, () => send(aDocument(aSetup({ operation: 'buy' })))],
    ['S9: sourcing', 450, () => send(aDocument(aSetup({ operation: 'source' })))],
    ['another path', 450, () => send('x', { url: '/punchout/cxml/a/b/c' })],
    ['no key', 450, () => send('x', { url: '/punchout/cxml' })],
    ['a path that is no text', 450, () => send('x', { url: '/punchout/cxml/%zz' })],
  ])('%s: %i', async (_name, code, answer) => {
    expect((await answer()).code).toBe(code);
  });

  it('another method: 450', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PROPFIND'] as const) {
      const response = await portal.app.inject({ method, url: `/punchout/cxml/${CORVANE.key}`, headers: { host: CORVANE.host } });
      expect(readAnswer(response).code).toBe(450);
    }
  });

  it('a database that cannot be reached: a status from 500 on', async () => {
    const unavailable = () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    };
    const server = await portal.openSecondServer({ faults: [{ statement: /from punchout_connection n/, rewrite: unavailable }] });
    expect((await sendDocument(server, aDocument(aSetup()))).code).toBeGreaterThanOrEqual(500);
  });

  it('a fault while a trip begins: a status from 500 on, which the supplier sees among the attempts', async () => {
    const fail = () => {
      throw new Error('a fault');
    };
    const server = await portal.openSecondServer({ faults: [{ statement: /insert into punchout_trip /, rewrite: fail }] });
    expect((await sendDocument(server, aDocument(aSetup()))).code).toBe(500);
    const { rows } = await sql<{ kind: string; status_code: number }>`
      select kind, status_code from punchout_attempt where connection_id = ${CORVANE.id} order by id desc limit 1`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ kind: 'PunchOutSetupRequest', status_code: 500 }]);
  });

  it('too many failures of a network: 560', async () => {
    const answers = [];
    for (let count = 0; count < 62; count += 1) answers.push((await send('')).code);
    expect([answers[0], answers.at(-1)]).toEqual([406, 560]);
  });
});

it('C6: the profile lists exactly the requests that are not answered by 450', async () => {
  const { offered } = await send(aDocument('<ProfileRequest/>'));
  const names = [
    'PunchOutSetupRequest',
    'OrderRequest',
    'StatusUpdateRequest',
    'ConfirmationRequest',
    'InvoiceDetailRequest',
    'GetPendingRequest',
  ];
  const taken = [];
  for (const name of names) if ((await send(aDocument(`<${name}/>`))).code !== 450) taken.push(name);
  expect(offered).toEqual(taken);
});

describe('who sends', () => {
  const codeOf = async (...choices: Parameters<typeof aDocument> extends [string, ...infer Rest] ? Rest : never) =>
    (await send(aDocument('<ProfileRequest/>', ...choices))).code;

  it('is found whatever the spelling of the domain, and by the test account of a network', async () => {
    expect(await codeOf({ from: { domain: 'duns', identity: CORVANE.buyerIdentity } })).toBe(200);
    expect(await codeOf({ from: { domain: 'DUNS', identity: `${CORVANE.buyerIdentity}-T` } })).toBe(200);
  });

  it('is refused in the same words for an unknown party and a wrong secret', async () => {
    const unknown = await send(aDocument('<ProfileRequest/>', { from: { domain: 'DUNS', identity: '999' } }));
    const wrong = await send(aDocument('<ProfileRequest/>', { secret: 'wrong' }));
    const noKey = await send(aDocument('<ProfileRequest/>'), { url: '/punchout/cxml/unknown-key' });
    expect([unknown.code, wrong.code, noKey.code]).toEqual([401, 401, 401]);
    expect(new Set([unknown.text, wrong.text, noKey.text]).size).toBe(1);
  });

  it('is refused with 403 while the connection is switched off, which ends its sessions', async () => {
    const trip = await tripOf((await send(aDocument(aSetup()))).startUrl);
    expect((await trip.get<'GET /api/customerprofile'>('/api/customerprofile')).status).toBe(200);
    await sql`update punchout_connection set active = false where organisation_id = ${CORVANE.organisationId}`.execute(portal.db);
    await portal.settled();
    expect(await codeOf()).toBe(403);
    expect((await trip.get<'GET /api/customerprofile'>('/api/customerprofile')).status).toBe(401);
    await sql`update punchout_connection set active = true where organisation_id = ${CORVANE.organisationId}`.execute(portal.db);
  });

  it('X2: never finds its secret in the log or the database', async () => {
    const secret = `s3cret-${crypto.randomUUID()}`;
    await send(aDocument(aSetup(), { secret }));
    await send(aDocument('<NotOffered/>', { secret }));
    await send(`${aDocument(aSetup(), { secret })}<`);
    expect(logged.join('\n')).not.toContain(secret);
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from punchout_attempt a where to_jsonb(a)::text like ${`%${secret}%`}) + (
        select count(*) from punchout_message m where to_jsonb(m)::text like ${`%${secret}%`}) as n`.execute(portal.db);
    expect(Number(rows[0]?.n)).toBe(0);
  });
});

describe('a trip', () => {
  it('begins for the person with the email address, or the shared one, and is told to the portal', async () => {
    const begun = await tripOf((await send(aDocument(aSetup({ email: 'BUYER@corvane.example' })))).startUrl);
    const profile = await begun.get<'GET /api/customerprofile'>('/api/customerprofile');
    expect(profile.body).toMatchObject({ email: 'buyer@corvane.example', punchoutOperation: 'create', taxDisplayType: 10 });
    expect(profile.body.punchoutSessionGuid).toMatch(/^[0-9a-f-]{36}$/);
    const shared = await tripOf((await send(aDocument(aSetup({ email: 'new@corvane.example' })))).startUrl);
    expect((await shared.get<'GET /api/customerprofile'>('/api/customerprofile')).body.email).toBe('punchout@corvane.example');
  });

  it('is no way to administer, to act for others, or to approve', async () => {
    const admin = await tripOf((await send(aDocument(aSetup({ email: 'admin@corvane.example' })))).startUrl);
    const { body } = await admin.get<'GET /api/customerprofile'>('/api/customerprofile');
    expect(body).toMatchObject({ roles: expect.not.arrayContaining(['OrganisationAdmin']), allowOrderApproval: false });
    expect((await admin.post('/api/customers', { email: 'x@corvane.example', firstName: 'X', lastName: 'Y' })).status).toBe(403);
    expect((await admin.get('/api/customers/impersonate/522')).status).toBe(403);
    const sales = await tripOf((await send(aDocument(aSetup({ email: 'sales@corvane.example' })))).startUrl);
    expect((await sales.get('/api/customers/impersonate/522')).status).toBe(409);
  });

  it('is refused where the cart would go to an address that the connection does not have', async () => {
    for (const returnUrl of [
      'https://evil.example/x',
      'javascript:alert(1)',
      '',
      'http://buyer.example/x',
      'https://buyer.example@evil.example/',
    ])
      expect((await send(aDocument(aSetup({ returnUrl })))).code).toBe(400);
  });

  it('learns the first return origin of a connection without any, once', async () => {
    await sql`update punchout_connection set return_origins = '{}' where organisation_id = ${CORVANE.organisationId}`.execute(
      portal.db,
    );
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => send(aDocument(aSetup({ returnUrl: `https://buyer-${n}.example/return` })))),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400, 400]);
    await sql`update punchout_connection set return_origins = '{https://buyer.example}', learnt_return_origin = null where organisation_id = ${CORVANE.organisationId}`.execute(
      portal.db,
    );
  });

  it('S6: begins within five minutes', async () => {
    const late = await send(aDocument(aSetup()));
    await sql`update login_key set expires_at = now() where used_at is null`.execute(portal.db);
    expect((await openStartPage(portal, late.startUrl)).status).toBe(400);
  });

  it('ends after the idle time of its connection, not after an hour', async () => {
    const trip = await tripOf((await send(aDocument(aSetup()))).startUrl);
    const statusAfter = async (hours: number) => {
      await sql`update session set last_seen_at = now() - make_interval(hours => ${hours}) where trip_id is not null and revoked_at is null`.execute(
        portal.db,
      );
      // What is in the cache is read again.
      portal.clock.advance(61_000);
      return (await trip.get<'GET /api/customerprofile'>('/api/customerprofile')).status;
    };
    expect([await statusAfter(3), await statusAfter(5)]).toEqual([200, 401]);
  });

  it('S9: begins with the product that the buyer chose, or says that there is none', async () => {
    const { rows } = await sql<{ sku: string; id: number }>`
      select k.sku, k.product_id as id from product_listing pl join combination k on k.product_id = pl.product_id
      where pl.organisation_id = ${CORVANE.organisationId} order by k.id limit 1`.execute(portal.db);
    const { sku, id } = rows[0] as (typeof rows)[number];
    const selected = (part: string) => `<SelectedItem><ItemID><SupplierPartID>${part}</SupplierPartID></ItemID></SelectedItem>`;
    const known = await tripOf((await send(aDocument(aSetup({ more: selected(sku) })))).startUrl);
    expect((await known.get<'GET /api/punchout/trip'>('/api/punchout/trip')).body).toEqual({
      selectedSku: sku,
      selectedProductId: id,
      missingItems: [],
    });
    const unknown = await tripOf((await send(aDocument(aSetup({ more: selected('NO-SUCH') })))).startUrl);
    expect((await unknown.get<'GET /api/punchout/trip'>('/api/punchout/trip')).body).toMatchObject({
      selectedSku: 'NO-SUCH',
      selectedProductId: null,
    });
  });

  // The last one: so many attempts fill the limit of the network.
  it('S6: begins once, also with a hundred requests at once', async () => {
    const { startUrl } = await send(aDocument(aSetup()));
    const opened = await Promise.all(Array.from({ length: 100 }, () => openStartPage(portal, startUrl)));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
