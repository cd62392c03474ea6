import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, NORTH } from '#api/testing/builders.ts';
import { createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import { syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, signInAs } from '#api/testing/wearers.ts';

/** Saving a season says first whom it affects, and is refused when that has changed since. */

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const post = (seasonId: number, organisationSeason: object, client = admin) =>
  client.post<'POST /api/organisationseasons/:id/preview'>(`/api/organisationseasons/${seasonId}/preview`, {
    organisationSeason,
  });
const preview = async (seasonId: number, change: object) => (await post(seasonId, change)).body.preview;
/** Saves a season, and lets everyone follow. */
async function save(seasonId: number, organisationSeason: object) {
  const reply = await admin.put<'PUT /api/organisationseasons/:id'>(`/api/organisationseasons/${seasonId}`, {
    organisationSeason,
  });
  if (reply.body.bulkEdit) await createBulkEditRunner(portal)(reply.body.bulkEdit.id);
  return reply;
}

/** As many people as that, with a wardrobe of a season of its own from 2020 until 31 December 2040. */
async function aSeasonOf(people: number) {
  const { id, collectionId, seasonId } = await aWearer(portal, [await aStockedProduct(portal.db)]);
  const ids = [id, ...(await aCrowdLike(portal.db, id, people - 1))];
  return { ids, seasonId, collectionId };
}

/** How many people have accounts of the season until this day. */
async function countOwedUntil(seasonId: number, day: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct customer_id)::int as people from entitlement_account
    where season_id = ${seasonId} and ends_on = ${day} and status = 'open'`.execute(portal.db);
  return rows[0]?.people ?? 0;
}

describe('what other days of a season mean', () => {
  it('is said in people, and they follow', async () => {
    const { seasonId } = await aSeasonOf(3);
    const change = { endDateUtc: '2041-08-31' };
    const shown = await preview(seasonId, change);
    expect(shown).toMatchObject({
      people: 3,
      outcome: ['3 people have the entitlement of this season until 31 August 2041 instead of 31 December 2040.'],
    });
    expect(await countOwedUntil(seasonId, '2040-12-31')).toBe(3);
    const { status } = await save(seasonId, { ...change, outcomeFingerprint: shown.outcomeFingerprint });
    expect([status, await countOwedUntil(seasonId, '2041-08-31')]).toEqual([200, shown.people]);
  });

  it('also where it ends for people, or runs again', async () => {
    const { seasonId } = await aSeasonOf(2);
    const end = { endDateUtc: '2026-02-28' };
    expect((await preview(seasonId, end)).outcome).toEqual([
      'This season has then ended for 2 people, on 28 February 2026 instead of 31 December 2040.',
    ]);
    await save(seasonId, end);
    // Over before and after: nothing changes for anyone.
    expect(await preview(seasonId, { endDateUtc: '2026-01-31' })).toMatchObject({ people: 0, outcome: [] });
    expect(await preview(seasonId, { endDateUtc: '2040-06-30', startDateUtc: '2021-01-01' })).toMatchObject({
      people: 2,
      outcome: ['This season runs again for 2 people, until 30 June 2040. It ended on 28 February 2026.'],
    });
  });

  it('concerns no one who has opted out, has left, or has a wardrobe that grants nothing', async () => {
    const { ids, seasonId, collectionId } = await aSeasonOf(4);
    await sql`update customer set wardrobe_opt_out_at = now() where id = ${ids[1]}`.execute(portal.db);
    await sql`update customer set deleted_at = now() where id = ${ids[2]}`.execute(portal.db);
    expect(await preview(seasonId, { startDateUtc: '2021-01-01' })).toMatchObject({
      people: 2,
      outcome: ['2 people have the entitlement of this season from 1 January 2021 instead of 1 January 2020.'],
    });
    await sql`delete from collection_group where collection_id = ${collectionId}`.execute(portal.db);
    expect(await preview(seasonId, { startDateUtc: '2021-01-01' })).toMatchObject({ people: 0, outcome: [] });
  });

  it('counts those who take part in a season with a wardrobe of none', async () => {
    const { seasonId: other } = await aSeasonOf(1);
    const { ids, seasonId, collectionId } = await aSeasonOf(2);
    await sql`update collection set season_id = null where id = ${collectionId}`.execute(portal.db);
    await sql`delete from customer_season where customer_id = any (${ids})`.execute(portal.db);
    await sql`insert into customer_season (organisation_id, customer_id, season_id) values (1, ${ids[0]}, ${seasonId})`.execute(
      portal.db,
    );
    expect((await preview(seasonId, { endDateUtc: '2041-08-31' })).people).toBe(1);
    // It has ended for someone who takes part in another one, which goes on; and runs again.
    await sql`insert into customer_season (organisation_id, customer_id, season_id) values (1, ${ids[0]}, ${other})`.execute(
      portal.db,
    );
    expect((await preview(seasonId, { endDateUtc: '2026-02-28' })).people).toBe(1);
    await save(seasonId, { endDateUtc: '2026-02-28' });
    expect((await preview(seasonId, { endDateUtc: '2041-08-31' })).people).toBe(1);
  });
});

describe('what else decides', () => {
  it('is the ordering window', async () => {
    const { seasonId } = await aSeasonOf(2);
    const first = { orderingClosesUtc: '2040-06-30' };
    expect((await preview(seasonId, first)).outcome).toEqual([
      '2 people can order until 30 June 2040 instead of without a last day.',
    ]);
    await save(seasonId, first);
    expect(await preview(seasonId, { orderingClosesUtc: '2040-08-31', endDateUtc: '2041-08-31' })).toMatchObject({
      people: 2,
      outcome: [
        '2 people have the entitlement of this season until 31 August 2041 instead of 31 December 2040.',
        '2 people can order until 31 August 2040 instead of 30 June 2040.',
      ],
    });
    expect((await preview(seasonId, { orderingOpensUtc: '2040-01-31', orderingClosesUtc: null })).outcome).toEqual([
      '2 people can order from 31 January 2040 instead of at once, and without a last day instead of until 30 June 2040.',
    ]);
    expect(await preview(seasonId, { name: 'Renamed', endDateUtc: '2040-12-31' })).toMatchObject({ people: 0, outcome: [] });
  });

  it('is which season is the current one, of people in none', async () => {
    const { rows } = await sql<{ name: string }>`select name from season where organisation_id = 1 and is_current`.execute(
      portal.db,
    );
    const { seasonId: next } = await aSeasonOf(1);
    const change = { isCurrent: true };
    const before = await preview(next, change);
    const { ids, collectionId } = await aSeasonOf(2);
    await sql`update collection set season_id = null where id = ${collectionId}`.execute(portal.db);
    await sql`delete from customer_season where customer_id = any (${ids})`.execute(portal.db);
    await syncWearers(portal, ...ids);
    const shown = await preview(next, change);
    expect(shown.people).toBe(before.people + 2);
    expect(shown.outcome).toEqual([
      `${shown.people} people take part in no season and have the entitlement of this season instead of that of ${rows[0]?.name}.`,
    ]);
    // A new season says the same.
    expect((await preview(0, change)).outcome).toEqual(shown.outcome);
    const added = { ...change, name: 'Brand new', startDateUtc: '2026-01-01', endDateUtc: '2041-01-01' };
    const refused = await admin.post('/api/organisationseasons', {
      organisationSeason: { ...added, outcomeFingerprint: before.outcomeFingerprint },
    });
    expect(refused.status).toBe(409);
    const saved = await admin.post<'POST /api/organisationseasons'>('/api/organisationseasons', {
      organisationSeason: { ...added, outcomeFingerprint: shown.outcomeFingerprint },
    });
    expect(saved.status).toBe(200);
    await createBulkEditRunner(portal)(saved.body.bulkEdit?.id as number);
    const { rows: owed } = await sql`select from entitlement_account
      where customer_id = any (${ids}) and season_id = ${saved.body.organisationSeason.id} and status = 'open'`.execute(
      portal.db,
    );
    expect(owed).toHaveLength(2);
  });
});

it('saving is refused when the numbers are no longer those that were seen, and changes nothing', async () => {
  const { ids, seasonId } = await aSeasonOf(2);
  const change = { endDateUtc: '2041-08-31' };
  const { outcomeFingerprint } = await preview(seasonId, change);
  await aCrowdLike(portal.db, ids[1] as number, 1);

  const refused = await save(seasonId, { ...change, outcomeFingerprint });
  expect([refused.status, refused.errors?.organisationSeason]).toEqual([
    409,
    [
      'The outcome has changed since it was shown.',
      '3 people have the entitlement of this season until 31 August 2041 instead of 31 December 2040.',
      'Nothing was saved. Please check it again.',
    ],
  ]);
  expect(await countOwedUntil(seasonId, '2040-12-31')).toBe(3);
  const again = await preview(seasonId, change);
  expect((await save(seasonId, { ...change, outcomeFingerprint: again.outcomeFingerprint })).status).toBe(200);
  // Without having seen anything, as the call has always been.
  expect((await save(seasonId, { endDateUtc: '2040-12-31' })).status).toBe(200);
});

it('is previewed by Admins of the whole organisation alone, and refused as saving it is', async () => {
  const { seasonId } = await aSeasonOf(1);
  const north = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
  const hallam = await signInAs(portal, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null });
  const change = { endDateUtc: '2041-08-31' };
  expect([(await post(seasonId, change, north)).status, (await post(seasonId, change, hallam)).status]).toEqual([403, 404]);
  const early = await post(seasonId, { endDateUtc: '2019-12-31' });
  expect([early.status, early.errors]).toEqual([422, { endDateUtc: ['The last day must not be before the first.'] }]);
});

it('takes as many statements for 20,800 people as for one, and less than two seconds', async () => {
  const { ids, seasonId, collectionId } = await aSeasonOf(1);
  const change = { endDateUtc: '2041-08-31' };
  const count = async () => {
    const [before, start] = [portal.statementsSent(), performance.now()];
    const { people } = await preview(seasonId, change);
    return { people, statements: portal.statementsSent() - before, seconds: (performance.now() - start) / 1000 };
  };
  const one = await count();
  await sql`
    with crowd as (
      insert into customer (organisation_id, brand_id, email, first_name, last_name, active)
      select organisation_id, brand_id, 'many-' || n || '@made.example', 'Many', 'People', true
      from customer, generate_series(1, 20799) n where id = ${ids[0]} returning id),
    seasons as (
      insert into customer_season (organisation_id, customer_id, season_id) select 1, id, ${seasonId}::bigint from crowd)
    insert into customer_collection (organisation_id, customer_id, collection_id) select 1, id, ${collectionId}::bigint from crowd`.execute(
    portal.db,
  );
  const many = await count();
  expect([many.people, many.statements]).toEqual([20_800, one.statements]);
  expect(many.seconds).toBeLessThan(2);
}, 60_000);
