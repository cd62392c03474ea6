import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, aWardrobe, NORTH } from '#api/testing/builders.ts';
import { bulkEditCalls, createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let admin: TestClient;
/** The current season of Meridian, and one without people. */
let current: number;
let next: number;

const preview = async (client: TestClient, id: number, query = '') =>
  (await client.get<'GET /api/organisationseasons/:id/members/preview'>(`/api/organisationseasons/${id}/members/preview${query}`))
    .body.preview;
const add = (client: TestClient, id: number, body: object = {}) =>
  client.post<'POST /api/organisationseasons/:id/members'>(`/api/organisationseasons/${id}/members`, body);
const aSeason = async (name: string, startsOn: string) =>
  (
    await sql<{ id: number }>`insert into season (organisation_id, name, starts_on, ends_on)
      values (1, ${name}, ${startsOn}, '2199-12-31') returning id`.execute(portal.db)
  ).rows[0]?.id as number;
const countWithStatus = async (seasonId: number) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from uniform_status
      where organisation_id = 1 and season_id = ${seasonId} and ordering_status is not null`.execute(portal.db)
  ).rows[0]?.n as number;
const seasonsOf = async (id: number) =>
  (
    await sql<{ season_id: number }>`select season_id from customer_season where customer_id = ${id} order by 1`.execute(
      portal.db,
    )
  ).rows.map(({ season_id }) => season_id);
const wardrobesOf = async (id: number) =>
  (
    await sql<{ id: number }>`select collection_id as id from customer_collection where customer_id = ${id} order by 1`.execute(
      portal.db,
    )
  ).rows.map((row) => row.id);
const setCurrent = (id: number) => admin.put(`/api/organisationseasons/${id}`, { organisationSeason: { isCurrent: true } });

beforeAll(async () => {
  admin = await signInAs(portal, { role: 'Admin', groupIds: [] });
  const { rows } = await sql<{ id: number }>`select id from season where organisation_id = 1 and is_current`.execute(portal.db);
  current = rows[0]?.id as number;
  next = await aSeason('Far future', '2190-01-01');
});

/** Someone with a wardrobe, in the current season. */
async function aMember(overrides: Parameters<typeof aPerson>[1] = {}) {
  const person = await aPerson(portal.db, { role: 'Staff', ...overrides });
  await aWardrobe(portal.db, person.id, [await aStockedProduct(portal.db)]);
  await sql`insert into customer_season (organisation_id, customer_id, season_id) values (1, ${person.id}, ${current})
    on conflict do nothing`.execute(portal.db);
  return person;
}

describe('the preview of a season that becomes current', () => {
  it('says how many people have a status now, and would have none', async () => {
    const before = await preview(admin, next);
    expect(before).toMatchObject({ fromSeasonId: current, people: await countWithStatus(current), staying: 0, joining: 0 });
    expect(before.missing).toBe(before.people);

    const [stays, leaves] = [await aMember(), await aMember()];
    await sql`insert into customer_season (organisation_id, customer_id, season_id) values (1, ${stays.id}, ${next})`.execute(
      portal.db,
    );
    await sql`update customer set ends_on = '2189-12-31' where id = ${leaves.id}`.execute(portal.db);
    const joining = await aMember();
    await sql`delete from customer_season where customer_id = ${joining.id}`.execute(portal.db);
    await sql`insert into customer_season (organisation_id, customer_id, season_id) values (1, ${joining.id}, ${next})`.execute(
      portal.db,
    );
    expect(await preview(admin, next)).toMatchObject({
      people: before.people + 2,
      staying: 1,
      missing: before.missing + 1,
      leaving: before.leaving + 1,
      joining: 1,
    });
  });

  it('looks at a new season, at the season before the current one, and at another one that is named', async () => {
    const people = await countWithStatus(current);
    expect(await preview(admin, 0)).toMatchObject({ fromSeasonId: current, people, missing: people, joining: 0 });
    const { rows } = await sql<{ id: number }>`select id from season where organisation_id = 1
      and starts_on < (select starts_on from season where id = ${current}) order by starts_on desc limit 1`.execute(portal.db);
    const last = rows[0]?.id as number;
    expect((await preview(admin, current)).fromSeasonId).toBe(last);
    expect(await preview(admin, next, `?fromSeasonId=${last}`)).toMatchObject({ people: await countWithStatus(last) });
  });

  it('names wardrobes of the other season alone, with their copies', async () => {
    const { id } = await aMember();
    const [wardrobe] = await wardrobesOf(id);
    await sql`update collection set season_id = ${current} where id = ${wardrobe}`.execute(portal.db);
    expect((await preview(admin, next)).wardrobes).toContainEqual(
      expect.objectContaining({ id: wardrobe, people: 1, copyId: null, copyName: null }),
    );
    const { status } = await admin.post(`/api/organisation/wardrobes/${wardrobe}/copy`, { seasonId: next, name: 'Copied' });
    expect(status).toBe(200);
    expect((await preview(admin, next)).wardrobes).toContainEqual(expect.objectContaining({ id: wardrobe, copyName: 'Copied' }));
  });

  it('is refused to Admins of groups and to others, and finds no season of another organisation', async () => {
    const path = `/api/organisationseasons/${next}/members`;
    const north = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    for (const client of [north, await portal.as('sales@meridian.example')])
      expect([(await client.get(`${path}/preview`)).status, (await client.post(path, {})).status]).toEqual([403, 403]);
    const hallam = await signInAs(portal, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null });
    expect([(await hallam.get(`${path}/preview`)).status, (await add(hallam, next)).status]).toEqual([404, 404]);
    const theirs = (await hallam.get<'GET /api/organisationseasons'>('/api/organisationseasons')).body.organisationSeasons[0]?.id;
    expect((await add(admin, next, { fromSeasonId: theirs })).status).toBe(404);
  });
});

describe('adding the people of a season to the one that becomes current', () => {
  it('leaves no one without a status who had one, and is undone', async () => {
    const season = await aSeason('Carried over', '2190-01-02');
    const { id } = await aMember();
    const [wardrobe] = await wardrobesOf(id);
    await sql`update collection set season_id = ${current} where id = ${wardrobe}`.execute(portal.db);
    await admin.post(`/api/organisation/wardrobes/${wardrobe}/copy`, { seasonId: season, name: 'Carried over' });
    const statuses = await countWithStatus(current);
    const { missing, leaving, wardrobes } = await preview(admin, season);

    const refused = await add(admin, season, { expected: missing });
    expect([refused.status, refused.errors?.organisationSeason?.[0]]).toEqual([
      409,
      `There are ${missing - leaving} people to add now, not ${missing}. No one was added; please check the numbers again.`,
    ]);
    const { status, body } = await add(admin, season, { expected: missing - leaving });
    expect([status, body.bulkEdit.total]).toEqual([200, missing - leaving]);
    await createBulkEditRunner(portal)(body.bulkEdit.id);
    const done = await bulkEditCalls.look(admin, body.bulkEdit.id);
    expect([done.state, done.changed, done.description]).toEqual([
      'finished',
      missing - leaving,
      `Seasons of ${missing - leaving} people`,
    ]);
    expect(await seasonsOf(id)).toEqual([current, season]);
    expect(await wardrobesOf(id)).toEqual([wardrobe, wardrobes.find((other) => other.id === wardrobe)?.copyId]);
    expect(await preview(admin, season)).toMatchObject({ staying: statuses - leaving, missing: leaving });

    await setCurrent(season);
    try {
      const { counts } = (await admin.get<'GET /api/customers/counts'>('/api/customers/counts')).body;
      const { notStarted, partlyOrdered, complete, optedOut } = counts;
      expect(notStarted + partlyOrdered + complete + optedOut).toBe(statuses - leaving);
      // There is no one left to add.
      expect((await add(admin, season, { fromSeasonId: current })).status).toBe(422);
    } finally {
      await setCurrent(current);
    }

    const undone = await bulkEditCalls.undo(admin, done.id);
    expect(undone.status).toBe(200);
    await createBulkEditRunner(portal)(undone.body.bulkEdit.id);
    expect([await seasonsOf(id), await wardrobesOf(id)]).toEqual([[current], [wardrobe]]);
    expect(await countWithStatus(season)).toBe(0);
  });

  it('is also an edit of chosen people, which adds, removes and replaces seasons', async () => {
    const { id } = await aMember();
    const edit = (body: object) =>
      admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', {
        ...{ action: 'seasons', customerIds: [id] },
        ...body,
      });
    await edit({ way: 'add', organisationSeasonIds: [next] });
    expect(await seasonsOf(id)).toEqual([current, next]);
    await edit({ way: 'remove', organisationSeasonIds: [current] });
    expect(await seasonsOf(id)).toEqual([next]);
    await edit({ organisationSeasonIds: [current] });
    expect(await seasonsOf(id)).toEqual([current]);
    const hallam = await sql<{ id: number }>`select id from season where organisation_id = 2 limit 1`.execute(portal.db);
    expect((await edit({ organisationSeasonIds: [hallam.rows[0]?.id] })).status).toBe(404);
    expect((await edit({})).errors).toEqual({ organisationSeasonIds: ['Please select seasons.'] });
  });
});
