import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { TOPIC_LOCATIONS, type TopicLocation } from '#contract/content/topics.ts';
import type { BodyOf } from '#contract/index.ts';

const portal = usePortal();
const [MERIDIAN, HALLAM] = [1, 2];
const [SUNDIAL, ALDER] = [1, 2];
const [ADMIN, BUYER] = [33, 35];
let operator: TestOperatorClient;
let buyer: TestClient;
let admin: TestClient;
let hallam: TestClient;
let staff: TestClient;

beforeAll(async () => {
  // Those of the demonstration are not what is tested here.
  await sql`update publication set deleted_at = now() where kind = 'topic'`.execute(portal.db);
  operator = await portal.asOperator();
  [buyer, admin, hallam, staff] = (await Promise.all(
    ['buyer@meridian.example', 'admin@meridian.example', 'admin@hallam.example', 'staff@meridian.example'].map((email) =>
      portal.as(email),
    ),
  )) as [TestClient, TestClient, TestClient, TestClient];
});

let added = 0;
type Input = BodyOf<'POST /api/operator/topics'>;
/** Adds a published topic for Meridian unless the input says otherwise, and returns its id. */
async function add(input: Partial<Input> = {}): Promise<number> {
  added += 1;
  const isForSomeone = input.brandIds !== undefined || input.organisationIds !== undefined;
  const { status, body, errors } = await operator.post<'POST /api/operator/topics'>('/api/operator/topics', {
    title: `Topic ${added}`,
    body: `<p>Text ${added}</p>`,
    portalLocation: 'home',
    isPublished: true,
    ...(isForSomeone ? {} : { organisationIds: [MERIDIAN] }),
    ...input,
  });
  expect([status, errors]).toEqual([200, {}]);
  return body.topic.id;
}
type Reader = Pick<TestClient, 'get'>;
const listAt = async (client: Reader, location: string) => {
  const { status, body } = await client.get<'GET /api/topics/portallocation/:location'>(`/api/topics/portallocation/${location}`);
  expect(status).toBe(200);
  return body.topics;
};
const idsAt = async (client: Reader, location: string) => (await listAt(client, location)).map(({ id }) => id);
const statusOf = async (client: Reader, id: number) => (await client.get(`/api/topics/${id}`)).status;

describe('the topics of a place', () => {
  it('are those of the place in their order, with every field, whatever the case of its name', async () => {
    const second = await add({ portalLocation: 'cart', displayOrder: 20, title: 'Second' });
    const first = await add({
      portalLocation: 'cart',
      displayOrder: 10,
      title: 'Cut-off at 2 pm',
      systemName: 'cart.cut-off',
      body: '<p>Orders until <b>2 pm</b> leave today.</p>',
    });
    expect(await idsAt(buyer, 'cart')).toEqual([first, second]);
    expect(await idsAt(buyer, 'CaRt')).toEqual([first, second]);
    expect((await listAt(buyer, 'cart'))[0]).toEqual({
      id: first,
      systemName: 'cart.cut-off',
      title: 'Cut-off at 2 pm',
      body: '<p>Orders until <strong>2 pm</strong> leave today.</p>',
      seName: 'cut-off-at-2-pm',
      portalLocation: 'cart',
      includeInInformationMenu: false,
      isImportantNotice: false,
      displayOrder: 10,
      updatedOnUtc: expect.stringMatching(/Z$/),
    });
    expect((await buyer.get<'GET /api/topics/:id'>(`/api/topics/${first}`)).body.topics).toMatchObject([{ id: first }]);
  });

  it.each(['nowhere', 'home%20', '%00', "'%20or%201=1--", '1'])('are none at the unknown place %s', async (location) => {
    const { status, body } = await buyer.get<'GET /api/topics/portallocation/:location'>(
      `/api/topics/portallocation/${location}`,
    );
    expect([status, body]).toEqual([200, { topics: [] }]);
  });

  it('need a token, but those of the log-in page, which are the brand’s of the host', async () => {
    const ids = {} as Record<TopicLocation, number>;
    for (const portalLocation of TOPIC_LOCATIONS)
      ids[portalLocation] = await add({ portalLocation, brandIds: [SUNDIAL], organisationIds: [] });
    const alder = await add({ portalLocation: 'login', brandIds: [ALDER] });
    for (const location of TOPIC_LOCATIONS)
      expect([location, await idsAt(portal.anonymous(), location)]).toEqual([location, location === 'login' ? [ids.login] : []]);
    for (const location of TOPIC_LOCATIONS)
      expect([location, await statusOf(portal.anonymous(), ids[location])]).toEqual([location, location === 'login' ? 200 : 404]);
    expect(await idsAt(portal.anonymous('alder.localhost'), 'login')).toEqual([alder]);
    expect(await statusOf(portal.anonymous('alder.localhost'), ids.login)).toBe(404);
    for (const location of TOPIC_LOCATIONS) expect(await idsAt(buyer, location)).toContain(ids[location]);
    expect(await statusOf(buyer, ids.home)).toBe(200);
    expect(await statusOf(buyer, ids.login)).toBe(200);
    expect(await statusOf(buyer, alder)).toBe(404);
  });

  it('are for the people of the clients, roles and groups named', async () => {
    const group = (
      await sql<{ id: number }>`
      select g.id from organisation_group g where g.organisation_id = ${MERIDIAN} and not exists (
        select from customer_group c where c.organisation_id = g.organisation_id and c.organisation_group_id = g.id and c.customer_id = ${staff.customerId})
      order by g.id limit 1`.execute(portal.db)
    ).rows[0]?.id as number;
    const own = await add({ portalLocation: 'help' });
    const foreign = await add({ portalLocation: 'help', organisationIds: [HALLAM] });
    const admins = await add({ portalLocation: 'help', roleIds: [ADMIN] });
    const buyers = await add({ portalLocation: 'help', roleIds: [BUYER] });
    const ofGroup = await add({ portalLocation: 'help', groupIds: [group] });
    const draft = await add({ portalLocation: 'help', isPublished: false });
    expect(await idsAt(buyer, 'help')).toEqual(expect.arrayContaining([own, buyers]));
    const unread = [foreign, admins, buyers, ofGroup, draft];
    for (const id of unread) expect([id, await statusOf(staff, id)]).toEqual([id, 404]);
    expect((await idsAt(staff, 'help')).filter((id) => unread.includes(id))).toEqual([]);
    expect(await idsAt(admin, 'help')).toEqual(expect.arrayContaining([own, admins, ofGroup]));
    expect(await idsAt(hallam, 'help')).toContain(foreign);
    expect(await idsAt(hallam, 'help')).not.toContain(own);
  });

  it('are shown as important notices from everywhere, where they are said to be', async () => {
    const notice = await add({ portalLocation: 'importantnotice' });
    const flagged = await add({ portalLocation: 'footer', isImportantNotice: true });
    const notices = await listAt(buyer, 'importantnotice');
    expect(
      notices
        .filter(({ id }) => id === notice || id === flagged)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([notice, flagged].toSorted());
    expect(notices.every(({ isImportantNotice }) => isImportantNotice)).toBe(true);
  });

  it('change at midnight in the time zone of the organisation', async () => {
    const days = async (timeZone: string) => {
      await sql`update organisation set time_zone = ${timeZone} where id = ${HALLAM}`.execute(portal.db);
      const client = await portal.as('admin@hallam.example');
      const day = (offset: number) =>
        new Intl.DateTimeFormat('sv-SE', { timeZone }).format(portal.clock.now() + offset * 86_400_000);
      const [yesterday, today, tomorrow] = [
        await add({ organisationIds: [HALLAM], untilDate: day(-1) }),
        await add({ organisationIds: [HALLAM], fromDate: day(0), untilDate: day(0) }),
        await add({ organisationIds: [HALLAM], fromDate: day(1) }),
      ];
      const shown = await idsAt(client, 'home');
      return [yesterday, today, tomorrow].map((id) => shown.includes(id));
    };
    // Of these two zones, 26 hours apart, at least one has another day than London.
    expect(await days('Pacific/Kiritimati')).toEqual([false, true, false]);
    expect(await days('Etc/GMT+12')).toEqual([false, true, false]);
    await sql`update organisation set time_zone = 'Europe/London' where id = ${HALLAM}`.execute(portal.db);
  });
});

describe('the information menu', () => {
  it('has topics without their texts, and needs a token', async () => {
    const id = await add({ portalLocation: null, includeInInformationMenu: true, title: 'How to wash wool' });
    const { body } = await buyer.get<'GET /api/topics/getinformationmenutopics'>('/api/topics/getinformationmenutopics');
    expect(body.topics.find((topic) => topic.id === id)).toMatchObject({
      title: 'How to wash wool',
      body: null,
      portalLocation: null,
      includeInInformationMenu: true,
    });
    expect(body.topics.every(({ includeInInformationMenu }) => includeInInformationMenu)).toBe(true);
    expect((await portal.anonymous().get('/api/topics/getinformationmenutopics')).status).toBe(401);
    expect((await buyer.get<'GET /api/topics/:id'>(`/api/topics/${id}`)).body.topics[0]?.body).toContain('<p>Text');
  });
});

it('sanitises again what got into the table some other way', async () => {
  const id = await add({ portalLocation: 'checkout' });
  await sql`update topic set body = '<p onclick="alert(1)">Hi<script>alert(2)</script><img src=x onerror=alert(3)></p>' where publication_id = ${id}`.execute(
    portal.db,
  );
  expect((await listAt(buyer, 'checkout')).find((topic) => topic.id === id)?.body).toBe('<p>Hi</p>');
});
