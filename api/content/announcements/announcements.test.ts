import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { getLocalDay } from '#api/platform/local-day.ts';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import { type TestClient, type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf } from '#contract/index.ts';

const portal = usePortal();
const [SUNDIAL, ALDER] = [1, 2];
const [MERIDIAN, HALLAM, CORVANE] = [1, 2, 3];
const [ADMIN, STAFF] = [33, 34];
let operator: TestOperatorClient;
let admin: TestClient;
let northAdmin: TestClient;
let staff: TestClient;
let hallam: TestClient;

beforeAll(async () => {
  operator = await portal.asOperator();
  admin = await portal.as('admin@meridian.example');
  northAdmin = await portal.as('north.admin@meridian.example');
  staff = await portal.as('staff@meridian.example');
  hallam = await portal.as('staff@hallam.example');
});

type Input = Partial<BodyOf<'POST /api/operator/announcements'>>;
const PATH = '/api/operator/announcements';
const OWN = '/api/organisations/announcements';
const MINE = { organisationIds: [MERIDIAN], isPublished: true };

let written = 0;
const aText = () => `Announcement ${++written}`;
const send = (input: Input = {}, client = operator) =>
  client.post<'POST /api/operator/announcements'>(PATH, { text: aText(), ...MINE, ...input });
async function add(input: Input = {}, client = operator) {
  const { status, body, errors } = await send(input, client);
  if (status !== 200) throw new Error(JSON.stringify(errors));
  return body.announcement;
}
const sendOwn = (input: Partial<BodyOf<'POST /api/organisations/announcements'>> = {}, client = admin) =>
  client.post<'POST /api/organisations/announcements'>(OWN, { text: aText(), isPublished: true, ...input });
const read = async (client: TestClient) =>
  (await client.get<'GET /api/organisations/twitter'>('/api/organisations/twitter')).body.tweets;
const reads = async (client: TestClient, { text }: { text: string }) => (await read(client)).some((tweet) => tweet.text === text);
const aDay = (days: number) => getLocalDay(portal.clock.now() + days * 86_400_000, 'Europe/London');

describe('the announcements that a person reads', () => {
  it.each(['', '?storeId=1', '?storeId=abc', '?storeId=-1&storeId=2', '?storeId='])('are theirs for %j', async (query) => {
    const { status, body } = await staff.get<'GET /api/organisations/twitter'>(`/api/organisations/twitter${query}`);

    expect([status, body.screenName]).toEqual([200, 'News']);
    expect(body.tweets.length).toBeGreaterThanOrEqual(3);
  });

  it('are an empty list where there are none', async () => {
    await sql`update publication set is_published = false from publication_organisation o where o.publication_id = id and o.organisation_id = ${CORVANE}`.execute(
      portal.db,
    );
    const corvane = await portal.as('staff@corvane.example');
    const { status, body } = await corvane.get<'GET /api/organisations/twitter'>('/api/organisations/twitter');

    expect([status, body]).toEqual([200, { screenName: null, tweets: [] }]);
  });

  it('are the newest first, with when they were shown and where they lead', async () => {
    const older = await add({ fromDate: aDay(-3), url: '/index/orders' });
    const newer = await add({ url: 'https://supplier.example/coats' });
    const [first, second] = await read(staff);
    const at = Math.abs(portal.clock.now() - Date.parse(first?.createdOnUtc ?? ''));

    expect(first).toMatchObject({ id: String(newer.id), text: newer.text, url: 'https://supplier.example/coats' });
    expect(at).toBeLessThan(60_000);
    expect(second?.createdOnUtc && Date.parse(second.createdOnUtc)).toBeLessThan(portal.clock.now() - 86_400_000);
    expect((await read(staff)).find(({ id }) => id === String(older.id))).toMatchObject({ url: '/index/orders' });
    expect((await read(staff)).some(({ url }) => url === '/index/news')).toBe(true);
  });

  it('are dated when they were published, not when they were written', async () => {
    const draft = await add({ isPublished: false });
    await sql`update publication set created_at = now() - interval '40 days' where id = ${draft.id}`.execute(portal.db);
    await operator.put(`${PATH}/${draft.id}`, { isPublished: true });

    expect((await read(staff))[0]).toMatchObject({ text: draft.text });
  });

  it('are of their organisation or its brand, their role and their groups', async () => {
    const [north, south] = await Promise.all(
      [NORTH, SOUTH].map(async ({ groupId }) => portal.as((await aPerson(portal.db, { groupIds: [groupId] })).email)),
    );
    if (!north || !south) throw new Error('no people');
    const ofHallam = await add({ organisationIds: [HALLAM] });
    const ofBrand = await add({ organisationIds: [], brandIds: [ALDER] });
    const forAdmins = await add({ roleIds: [ADMIN] });
    const forNorth = await add({ groupIds: [NORTH.groupId] });

    expect([await reads(staff, ofHallam), await reads(hallam, ofHallam)]).toEqual([false, true]);
    expect([await reads(staff, ofBrand), await reads(hallam, ofBrand)]).toEqual([false, true]);
    expect([await reads(staff, forAdmins), await reads(admin, forAdmins)]).toEqual([false, true]);
    expect([await reads(north, forNorth), await reads(south, forNorth), await reads(northAdmin, forNorth)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('begin and end at midnight of the organisation', async () => {
    // Between these two it is never the same day.
    const zones = { [HALLAM]: 'Pacific/Kiritimati', [CORVANE]: 'Pacific/Pago_Pago' };
    for (const [id, zone] of Object.entries(zones))
      await sql`update organisation set time_zone = ${zone} where id = ${Number(id)}`.execute(portal.db);
    const readers = await Promise.all(
      [HALLAM, CORVANE].map(async (organisationId) =>
        portal.as((await aPerson(portal.db, { organisationId, groupIds: [], resortId: null })).email),
      ),
    );
    for (const [at, zone] of Object.values(zones).entries()) {
      const today = getLocalDay(portal.clock.now(), zone);
      const oneDay = await add({ organisationIds: [HALLAM, CORVANE], fromDate: today, untilDate: today });
      expect(await Promise.all(readers.map((reader) => reads(reader, oneDay)))).toEqual([at === 0, at === 1]);
    }
  });

  it('are neither drafts nor deleted, until they are published and put back', async () => {
    const draft = await add({ isPublished: false });
    expect(await reads(staff, draft)).toBe(false);
    await operator.put(`${PATH}/${draft.id}`, { isPublished: true });
    expect(await reads(staff, draft)).toBe(true);

    expect((await operator.delete<'DELETE /api/operator/announcements/:id'>(`${PATH}/${draft.id}`)).status).toBe(200);
    expect([await reads(staff, draft), (await operator.get(`${PATH}/${draft.id}`)).status]).toEqual([false, 404]);
    for (let times = 0; times < 2; times += 1)
      expect((await operator.post<'POST /api/operator/announcements/:id/restore'>(`${PATH}/${draft.id}/restore`)).status).toBe(
        200,
      );
    expect(await reads(staff, draft)).toBe(true);
  });
});

describe('what an operator writes', () => {
  it('is kept as plain text, without what disguises it', async () => {
    const { text, url } = await add({
      text: '  Caf\u0065\u0301 \u202egpj.exe\u202c\u0000\u200b  open \r\n\r\n\r\n<b>now</b>\u2028soon\n',
      url: ' ',
    });

    expect([text, url]).toEqual(['Café gpj.exe open\n\n<b>now</b>\nsoon', null]);
  });

  it.each(['', '   ', '\u202e\u200b', 'x'.repeat(501)])('is refused as text: %j', async (text) => {
    const { status, errors } = await send({ text });

    expect([status, Object.keys(errors)]).toEqual([422, ['text']]);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'http://supplier.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://',
    'https:evil',
    'https://user:secret@evil.example',
    'https://evil\u202e.example',
    'index/orders',
    `/${'x'.repeat(500)}`,
  ])('is refused as an address: %j', async (url) => {
    const { status, errors } = await send({ url });

    expect([status, Object.keys(errors)]).toEqual([422, ['url']]);
  });

  it('is added once with the same key', async () => {
    const body = { text: aText(), ...MINE };
    const headers = { 'idempotency-key': 'news-once' };
    const [first, again] = [
      await operator.post<'POST /api/operator/announcements'>(PATH, body, headers),
      await operator.post<'POST /api/operator/announcements'>(PATH, body, headers),
    ];

    expect(again.body.announcement.id).toBe(first.body.announcement.id);
  });

  it('stays as it is where a change does not say it, and is not overwritten by someone who saw an earlier version', async () => {
    const { id, version, text } = await add({ url: '/index/orders', roleIds: [STAFF] });
    const change = (body: object) => operator.put<'PUT /api/operator/announcements/:id'>(`${PATH}/${id}`, body);
    const { body } = await change({ untilDate: aDay(5), version });
    expect(body.announcement).toMatchObject({ text, url: '/index/orders', roleIds: [STAFF], untilDate: aDay(5), version: 2 });

    expect(toRefusal(await change({ text: 'Other', untilDate: null, version }))).toEqual([
      409,
      {
        announcement: [
          expect.stringMatching(/^Last day, Text: someone else|^Text, Last day: someone else/),
          ...[expect.any(String)],
          expect.any(String),
        ],
      },
    ]);
    expect((await change({ url: null, version: 2 })).body.announcement).toMatchObject({ text, url: null });
  });

  it('is recorded with what was before', async () => {
    const { id } = await add();
    await operator.put(`${PATH}/${id}`, { text: 'Changed' });
    await operator.delete(`${PATH}/${id}`);
    const { rows } = await sql<{ action: string; organisation: number; after: { text?: string } | null }>`
      select action, organisation_id as organisation, after from audit_event where subject_kind = 'announcement' and subject_id = ${String(id)} order by id`.execute(
      portal.db,
    );

    expect(rows.map(({ action, organisation, after }) => [action, organisation, after?.text])).toEqual([
      ['announcement.added', MERIDIAN, expect.any(String)],
      ['announcement.changed', MERIDIAN, 'Changed'],
      ['announcement.deleted', MERIDIAN, undefined],
    ]);
  });

  it('is copied to other clients and brands as drafts of their own', async () => {
    const { id, text } = await add({ roleIds: [STAFF], groupIds: [NORTH.groupId] });
    const copy = (body: object, client = operator) =>
      client.post<'POST /api/operator/announcements/:id/copies'>(`${PATH}/${id}/copies`, body);
    const { body } = await copy({ organisationIds: [HALLAM], brandIds: [SUNDIAL] });

    expect(body.announcements.map((each) => [each.text, each.isPublished, each.roleIds, each.groupIds, each.audience])).toEqual([
      [text, false, [], [], 'All clients of Sundial Uniforms'],
      [text, false, [], [], 'Hallam Hotels'],
    ]);
    expect((await copy({})).status).toBe(422);
    const sundial = await portal.asOperator({ brandIds: [SUNDIAL] });
    expect((await copy({ organisationIds: [HALLAM] }, sundial)).status).toBe(422);
  });
});

describe('what operators see and change', () => {
  it('is of their brands, and what is for others too they do not change', async () => {
    const sundial = await portal.asOperator({ brandIds: [SUNDIAL] });
    const ofHallam = await add({ organisationIds: [HALLAM] });
    const shared = await add({ organisationIds: [MERIDIAN, HALLAM] });
    const get = (id: number) => sundial.get<'GET /api/operator/announcements/:id'>(`${PATH}/${id}`);

    expect((await get(ofHallam.id)).status).toBe(404);
    expect((await get(shared.id)).body.announcement).toMatchObject({
      audience: 'Meridian Resorts',
      organisationIds: [MERIDIAN],
      refusal: expect.stringContaining('not yours'),
    });
    for (const refused of [
      await sundial.put(`${PATH}/${shared.id}`, { text: 'Mine' }),
      await sundial.delete(`${PATH}/${shared.id}`),
    ])
      expect(refused.status).toBe(403);
    expect((await send({ organisationIds: [HALLAM] }, sundial)).status).toBe(422);
  });

  it('is listed newest first, searched and filtered by client, in pages', async () => {
    const word = `unique${++written}`;
    const made = [];
    for (let index = 0; index < 3; index += 1) made.push(await add({ text: `${word} 100% ${index}` }));
    await add({ text: `${word} elsewhere`, organisationIds: [HALLAM] });
    const list = async (query: string) => (await operator.get<'GET /api/operator/announcements'>(`${PATH}?${query}`)).body;
    const { announcements, totalCount } = await list(`searchTerm=${word}&organisationId=${MERIDIAN}&limit=2`);

    expect([totalCount, announcements.map(({ id }) => id)]).toEqual([3, [made[2]?.id, made[1]?.id]]);
    expect((await list(`searchTerm=${word}`)).totalCount).toBe(4);
    expect((await list(`searchTerm=${encodeURIComponent(`${word} 100%`)}`)).totalCount).toBe(3);
    expect((await list('searchTerm=%25%25')).totalCount).toBe(0);
  });

  it('takes the same statements for few as for many', async () => {
    const count = async (limit: number) => {
      const before = portal.statementsSent();
      await operator.get(`${PATH}?limit=${limit}`);
      return portal.statementsSent() - before;
    };

    expect(await count(2)).toBe(await count(50));
  });

  it('takes the right to write, which a key with the right to read does not have', async () => {
    const reader = await portal.asApiKey(['content:read']);

    expect((await reader.get(PATH)).status).toBe(200);
    expect((await send({}, reader)).status).toBe(403);
    expect((await send({}, await portal.asApiKey(['content:write']))).status).toBe(200);
  });
});

describe('what administrators keep', () => {
  it('is for their own organisation, which reads it', async () => {
    const { body } = await sendOwn({ url: '/index/size' });
    const { id, text } = body.announcement;

    expect([await reads(staff, { text }), await reads(hallam, { text })]).toEqual([true, false]);
    expect((await sendOwn({ organisationIds: [HALLAM] } as object)).status).toBe(422);
    const list = await admin.get<'GET /api/organisations/announcements'>(OWN);
    expect(list.body.announcements[0]).toMatchObject({ id, text, organisationIds: [MERIDIAN] });
    expect(list.body.announcements[0]).not.toHaveProperty('refusal');
    expect((await operator.get<'GET /api/operator/announcements/:id'>(`${PATH}/${id}`)).body.announcement.isOwn).toBe(true);
  });

  it('is not what the supplier or another organisation keeps', async () => {
    const supplied = await add();
    const foreign = (await sendOwn({}, await portal.as('admin@hallam.example'))).body.announcement;
    for (const { id } of [supplied, foreign])
      expect([
        (await admin.get<'GET /api/organisations/announcements/:id'>(`${OWN}/${id}`)).status,
        (await admin.put<'PUT /api/organisations/announcements/:id'>(`${OWN}/${id}`, { text: 'Mine' })).status,
        (await admin.delete<'DELETE /api/organisations/announcements/:id'>(`${OWN}/${id}`)).status,
        (await admin.post<'POST /api/organisations/announcements/:id/restore'>(`${OWN}/${id}/restore`)).status,
      ]).toEqual([404, 404, 404, 404]);
    expect((await sendOwn({}, staff)).status).toBe(403);
  });

  it('is of an administrator of groups for these groups alone', async () => {
    const refused = await sendOwn({ groupIds: [NORTH.groupId, SOUTH.groupId] }, northAdmin);
    expect(toRefusal(refused)).toEqual([403, { groupIds: ['You do not administer one of these groups.'] }]);
    expect((await sendOwn({}, northAdmin)).status).toBe(422);
    const { announcement } = (await sendOwn({ groupIds: [NORTH.groupId] }, northAdmin)).body;
    const everyones = (await sendOwn()).body.announcement;
    const souths = (await sendOwn({ groupIds: [NORTH.groupId, SOUTH.groupId] })).body.announcement;

    expect((await northAdmin.put(`${OWN}/${announcement.id}`, { groupIds: [] })).status).toBe(422);
    expect((await northAdmin.put(`${OWN}/${announcement.id}`, { groupIds: [SOUTH.groupId] })).status).toBe(403);
    for (const { id } of [everyones, souths]) expect((await northAdmin.delete(`${OWN}/${id}`)).status).toBe(404);
    expect((await northAdmin.delete(`${OWN}/${announcement.id}`)).status).toBe(200);
    expect((await northAdmin.post(`${OWN}/${announcement.id}/restore`)).status).toBe(200);
  });

  it('is not overwritten by another administrator who saw an earlier version', async () => {
    const { id, version } = (await sendOwn()).body.announcement;
    const other = await portal.as((await aPerson(portal.db, { role: 'Admin' })).email);

    expect((await other.put(`${OWN}/${id}`, { text: 'First', version })).status).toBe(200);
    expect((await admin.put(`${OWN}/${id}`, { text: 'Second', version })).status).toBe(409);
    expect(await reads(staff, { text: 'First' })).toBe(true);
  });
});
