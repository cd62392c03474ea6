import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addItems, anItem, aPerson, aStockedProduct, NORTH, SOUTH } from '#api/testing/builders.ts';
import { BY_PAGE, useOptOutLinks } from '#api/testing/opt-out-links.ts';
import { piecesLeft } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { withinOneWindow } from '#api/testing/rate-limit-window.ts';
import { listMailsTo } from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer as aWearerOf } from '#api/testing/wearers.ts';

type List = 'GET /api/optouts';
type Undo = 'POST /api/optouts/:customerId/undo';

const portal = usePortal();
let admin: TestClient;

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const { optOut, stateOf, listActionsOn, aLinkedPerson: aWearer } = useOptOutLinks(portal);

describe('opting out', () => {
  it('is stored, confirmed by mail and recorded in the audit log, and replaces the GUID', async () => {
    const wearer = await aWearer({ firstName: 'Una' });

    const { status, headers, body } = await optOut(wearer.guid);

    const after = await stateOf(wearer.id);
    expect([status, body, headers['cache-control']]).toEqual([200, { success: true }, 'no-store']);
    expect([after.out !== null, after.guid === wearer.guid]).toEqual([true, false]);
    expect(await listMailsTo(portal.db, wearer.email)).toEqual([
      expect.objectContaining({
        template: 'opted-out-by-link',
        organisation_id: 1,
        data: { firstName: 'Una', organisationName: 'Meridian Resorts' },
        secrets: { optOutGuid: wearer.guid },
      }),
    ]);
    expect(await listActionsOn(wearer.id)).toEqual([{ action: 'opt-out.made', brand_id: 1, actor_id: wearer.id }]);
    const client = await portal.as(wearer.email);
    const { body: profile } = await client.get<'GET /api/customerprofile'>('/api/customerprofile');
    expect([profile.wardrobeOptOut, profile.wardrobeOptOutDateUtc]).toEqual([true, after.out?.toISOString()]);
  });

  it('happens once, however often and concurrently it is requested; each reply confirms it', async () => {
    const wearer = await aWearer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => optOut(wearer.guid)));
    const first = await stateOf(wearer.id);
    const later = [await optOut(wearer.guid), await optOut(` ${wearer.guid.toUpperCase()} `)];

    expect([...answers, ...later].map(({ body }) => body)).toEqual(Array(22).fill({ success: true }));
    expect(await stateOf(wearer.id)).toEqual(first);
    expect(await listMailsTo(portal.db, wearer.email)).toHaveLength(1);
    expect(await listActionsOn(wearer.id)).toHaveLength(1);
  });

  it('does not change existing orders', async () => {
    const { rows } = await sql<{ customer_id: number }>`
      select o.customer_id from orders o join customer c on c.id = o.customer_id
      where o.organisation_id = 1 and o.order_state_id = 20 and c.active and c.deleted_at is null and c.wardrobe_opt_out_at is null limit 1`.execute(
      portal.db,
    );
    const id = rows[0]?.customer_id as number;
    const orders = () =>
      sql`select md5(string_agg(o::text, '|' order by id)) as digest from orders o where customer_id = ${id}`
        .execute(portal.db)
        .then((found) => found.rows);
    const before = await orders();

    expect((await optOut((await stateOf(id)).guid)).body).toEqual({ success: true });

    expect(await orders()).toEqual(before);
  });

  it('takes what is left of the wardrobe at once, until it is undone', async () => {
    const shirt = await aStockedProduct(portal.db);
    const { id, client } = await aWearerOf(portal, [shirt]);
    const order = async () => (await addItems(client, anItem(shirt))).status;
    const found = [[await piecesLeft(portal, id), await order()]];

    expect((await optOut((await stateOf(id)).guid)).body).toEqual({ success: true });
    found.push([await piecesLeft(portal, id), await order()]);
    await admin.post<Undo>(`/api/optouts/${id}/undo`);
    found.push([await piecesLeft(portal, id), await order()]);

    expect(found).toEqual([
      [3, 200],
      [0, 400],
      [3, 200],
    ]);
  });

  it('confirms for the new GUID of someone who has already opted out, without doing anything', async () => {
    const wearer = await aWearer();
    await optOut(wearer.guid);
    const after = await stateOf(wearer.id);

    expect((await optOut(after.guid)).body).toEqual({ success: true });
    expect(await stateOf(wearer.id)).toEqual(after);
    expect(await listMailsTo(portal.db, wearer.email)).toHaveLength(1);
  });
});

describe('a link that is only opened', () => {
  it.each([
    ['by a person or a scanner', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['as a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
    ['from another site', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' }],
    ['from a neighbouring host', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-site' }],
    ['ahead of need', { ...BY_PAGE, 'sec-purpose': 'prefetch' }],
    ['ahead of need, as a whole page', { ...BY_PAGE, 'sec-purpose': 'prefetch;prerender' }],
  ])('%s does nothing', async (_how, headers) => {
    const wearer = await aWearer();

    expect(await optOut(wearer.guid, { headers })).toMatchObject({
      status: 403,
      body: { errors: { authorization: ['You can only do this on the portal’s own pages.'] } },
    });

    expect(await stateOf(wearer.id)).toEqual({ guid: wearer.guid, out: null });
    expect((await optOut(wearer.guid)).body).toEqual({ success: true });
  });

  it('does nothing for a HEAD request', async () => {
    const wearer = await aWearer();
    const url = `/api/wardrobepptout?customerGuid=${wearer.guid}`;
    const head = await portal.app.inject({ method: 'HEAD', url, headers: { host: 'localhost' } });
    const post = await portal.app.inject({ method: 'POST', url, headers: { host: 'localhost' } });

    expect([head.statusCode, post.statusCode, (await stateOf(wearer.id)).out]).toEqual([405, 405, null]);
  });

  it('works for a client that sends no such headers', async () => {
    expect((await optOut((await aWearer()).guid, { headers: {} })).body).toEqual({ success: true });
  });
});

describe('an unknown GUID', () => {
  it('gets the same reply, whatever is wrong with it', async () => {
    const [deleted, elsewhere] = [await aWearer(), await aWearer({ organisationId: 2, groupIds: [11], resortId: null })];
    await sql`update customer set deleted_at = now() where id = ${deleted.id}`.execute(portal.db);
    await sql`update organisation set allow_opt_out = true where id = 2`.execute(portal.db);
    const wrong = [
      undefined,
      '',
      'x',
      '5',
      String(deleted.id),
      crypto.randomUUID(),
      deleted.guid,
      elsewhere.guid,
      "' or 1=1 --",
      'x'.repeat(3000),
      '{}',
    ];

    for (const guid of wrong) expect([guid, await optOut(guid)]).toMatchObject([guid, { status: 200, body: { success: false } }]);
    expect((await optOut(elsewhere.guid, { host: 'alder.localhost' })).body).toEqual({ success: true });
  });

  it('gets the same headers as a known GUID, and no sooner than after a tenth of a second', async () => {
    const { guid } = await aWearer();
    const shapes = new Set<string>();
    for (const [sent, success] of [
      [guid, true],
      [crypto.randomUUID(), false],
    ] as const) {
      const startedAt = performance.now();
      const { status, headers, body } = await optOut(sent);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99);
      expect(body.success).toBe(success);
      shapes.add(JSON.stringify([status, Object.keys(headers)]));
    }
    expect(shapes.size).toBe(1);
  });

  it('is limited to ten requests per minute and network', async () => {
    const { wearer, statuses } = await withinOneWindow(60, async (run) => {
      // Across the end of a minute, the last request opts the wearer out.
      const wearer = await aWearer();
      const answers = [];
      for (let time = 0; time < 11; time += 1)
        answers.push((await optOut(crypto.randomUUID(), { from: `10.99.${run}.7` })).status);
      answers.push((await optOut(wearer.guid, { from: `10.99.${run}.200` })).status);
      return { wearer, statuses: answers };
    });

    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect((await stateOf(wearer.id)).out).toBeNull();
  });
});

describe('undoing', () => {
  const undo = (client: TestClient, id: number) => client.post<Undo>(`/api/optouts/${id}/undo`);

  it('reverts the opt-out; the used GUID stays invalid, and the new one works', async () => {
    const wearer = await aWearer();
    await optOut(wearer.guid);
    const { guid: next } = await stateOf(wearer.id);

    expect(await undo(admin, wearer.id)).toMatchObject({ status: 200, body: { success: true, msg: null } });

    expect(await stateOf(wearer.id)).toEqual({ guid: next, out: null });
    expect((await optOut(wearer.guid)).body).toEqual({ success: false });
    expect((await stateOf(wearer.id)).out).toBeNull();
    expect(await listActionsOn(wearer.id)).toEqual([
      { action: 'opt-out.made', brand_id: 1, actor_id: wearer.id },
      { action: 'opt-out.undone', brand_id: 1, actor_id: admin.customerId },
    ]);
    expect((await optOut(next)).body).toEqual({ success: true });
  });

  it('twice gives the same reply and records nothing more', async () => {
    const wearer = await aWearer();
    await optOut(wearer.guid);
    const answers = await Promise.all([undo(admin, wearer.id), undo(admin, wearer.id), undo(admin, wearer.id)]);

    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { success: true, msg: null }]));
    expect((await listActionsOn(wearer.id)).map(({ action }) => action)).toEqual(['opt-out.made', 'opt-out.undone']);
  });

  it('is available to administrators in scope', async () => {
    const [south, foreign] = [
      await aWearer({ groupIds: [SOUTH.groupId] }),
      await aWearer({ organisationId: 2, groupIds: [11], resortId: null }),
    ];
    await sql`update customer set wardrobe_opt_out_at = now() where id in (${south.id}, ${foreign.id})`.execute(portal.db);
    const north = await portal.as('north.admin@meridian.example');
    const buyer = await portal.as((await aPerson(portal.db, { groupIds: [SOUTH.groupId] })).email);
    const notFound = { status: 404, errors: { customer: ['Customer not found.'] } };

    expect(await undo(north, south.id)).toMatchObject(notFound);
    expect(await undo(admin, foreign.id)).toMatchObject(notFound);
    expect(await undo(admin, 2_000_000_000)).toMatchObject(notFound);
    expect((await undo(buyer, south.id)).status).toBe(403);
    expect((await stateOf(foreign.id)).out).not.toBeNull();
    expect((await undo(admin, south.id)).status).toBe(200);
  });
});

describe('the list of opt-outs', () => {
  it('shows people in scope, the latest first', async () => {
    const [recent, old] = [
      await aWearer({ firstName: 'Zzrecent' }),
      await aWearer({ firstName: 'Zzold', groupIds: [SOUTH.groupId] }),
    ];
    await optOut(recent.guid);
    await sql`update customer set wardrobe_opt_out_at = now() - interval '40 days' where id = ${old.id}`.execute(portal.db);

    const { body } = await admin.get<List>('/api/optouts?query=zz');
    const { body: ofNorth } = await (await portal.as('north.admin@meridian.example')).get<List>('/api/optouts?limit=250');

    expect(body.totalCount).toBe(2);
    expect(body.optOuts.map(({ customerId }) => customerId)).toEqual([recent.id, old.id]);
    const [first] = body.optOuts;
    expect(first).toMatchObject({
      firstName: 'Zzrecent',
      email: recent.email,
      organisationGroups: [{ id: NORTH.groupId, name: 'North' }],
    });
    expect(ofNorth.optOuts.map(({ customerId }) => customerId)).toContain(recent.id);
    expect(ofNorth.optOuts.map(({ customerId }) => customerId)).not.toContain(old.id);
    expect(JSON.stringify(body)).not.toContain((await stateOf(recent.id)).guid);
  });

  it('contains someone from the demonstration, has pages, and is available to administrators only', async () => {
    const { body: all } = await admin.get<List>('/api/optouts?limit=250');
    const { body: page } = await admin.get<List>('/api/optouts?limit=2&page=1');
    const staff = await portal.as('staff@meridian.example');

    expect(all.optOuts.some(({ email }) => email.endsWith('@meridian.example'))).toBe(true);
    expect(page.optOuts.map(({ customerId }) => customerId)).toEqual(all.optOuts.slice(2, 4).map(({ customerId }) => customerId));
    expect([(await staff.get('/api/optouts')).status, (await portal.anonymous().get('/api/optouts')).status]).toEqual([403, 401]);
    expect((await admin.get<List>('/api/optouts?limit=0')).status).toBe(400);
  });
});
