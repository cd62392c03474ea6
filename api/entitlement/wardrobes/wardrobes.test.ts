import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aUniqueName, createStructureClient, GROUPS, listAuditEventsFor, SEASONS } from '#api/testing/structure-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { contract } from '#contract/index.ts';
import { WARDROBE_REFERENCES } from './wardrobe-usage.queries.ts';

const portal = usePortal();
let admin: TestClient;
let northAdmin: TestClient;
let hallam: TestClient;
let wardrobes: ReturnType<typeof createWardrobeClient>;
let parts: ReturnType<typeof createStructureClient>;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  northAdmin = await portal.as('north.admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
  wardrobes = createWardrobeClient(admin);
  parts = createStructureClient(admin);
});

const wearerOf = async (collectionId: number, groupIds?: number[]) => {
  const person = await aPerson(portal.db, { role: 'Staff', ...(groupIds ? { groupIds } : {}) });
  await sql`insert into customer_collection values (1, ${person.id}, ${collectionId})`.execute(portal.db);
  return person;
};

describe('a wardrobe', () => {
  it('is added, changed and deleted, with an audit event each', async () => {
    const season = await parts.addOrThrow(SEASONS);
    const parent = await wardrobes.addOrThrow();
    const input = {
      description: '  For the winter ',
      imageSrc: '/garments/polo/112233-front.svg',
      parentCollectionId: parent.id,
      organisationGroupId: NORTH.groupId,
      seasonId: season.id,
      displayOrder: 7,
      budgetPoints: 0,
      budget: 120.5,
      beyond: 'approval',
      necessity: 'required',
      allowedAllocationTypeIds: [40, 20, 20],
    };
    const added = await wardrobes.addOrThrow(input);
    expect(added).toMatchObject({
      ...input,
      description: 'For the winter',
      allowedAllocationTypeIds: [20, 40],
      version: 1,
      canEdit: true,
      currencyCode: 'GBP',
      collectionGroups: [],
      superGroups: [],
      people: { total: 0, organisationGroups: [] },
      copiedFrom: null,
      copies: [],
    });
    expect((await wardrobes.list()).find(({ id }) => id === added.id)).toMatchObject({ groupCount: 0, peopleCount: 0 });

    const cleared = await wardrobes.change(added.id, {
      version: 1,
      description: '',
      imageSrc: null,
      parentCollectionId: 0,
      allowedAllocationTypeIds: [],
    });
    expect(cleared.body.wardrobe).toMatchObject({
      description: null,
      imageSrc: null,
      parentCollectionId: null,
      organisationGroupId: NORTH.groupId,
      seasonId: season.id,
      budgetPoints: 0,
      budget: 120.5,
      beyond: 'approval',
      allowedAllocationTypeIds: [10, 20, 30, 40, 50],
    });
    const { version } = cleared.body.wardrobe;
    // Sending the same values again changes nothing.
    const repeated = await wardrobes.change(added.id, { allowedAllocationTypeIds: [10, 20, 30, 40, 50], displayOrder: 7 });
    expect(repeated.body.wardrobe.version).toBe(version);

    expect((await wardrobes.remove(added.id)).status).toBe(200);
    expect((await wardrobes.get(added.id)).status).toBe(404);
    for (const action of ['added', 'changed', 'removed'])
      expect([action, (await listAuditEventsFor(portal, `wardrobe.${action}`, added.id)).length]).toEqual([action, 1]);
  });

  it('has a name that is unique within its season and parent', async () => {
    const { id, name } = await wardrobes.addOrThrow();
    expect((await wardrobes.add({ name: '  ' })).errors).toEqual({ name: ['Name is required.'] });
    expect((await wardrobes.add({ name: 'x'.repeat(101) })).errors).toEqual({
      name: ['Name must not be longer than 100 characters.'],
    });
    const duplicate = { name: ['There is already a wardrobe with this name.'] };
    expect((await wardrobes.add({ name: name.toUpperCase() })).errors).toEqual(duplicate);
    const season = await parts.addOrThrow(SEASONS);
    const other = await wardrobes.addOrThrow({ name, seasonId: season.id });
    expect((await wardrobes.publish(other.id, (contents) => ({ ...contents, seasonId: 0 }))).errors).toEqual({
      'contents.seasonId': ['There is already a wardrobe with this name in this season.'],
    });
    expect((await wardrobes.change(id, { name: (await wardrobes.addOrThrow()).name })).errors).toEqual(duplicate);
    expect((await wardrobes.change(id, { name: name.toUpperCase() })).status).toBe(200);
  });

  it('refuses values that are not valid', async () => {
    const refusals: [object, Record<string, string[]>][] = [
      [{ imageSrc: 'javascript:alert(1)' }, { imageSrc: ['Picture must be an address that starts with https:// or /.'] }],
      [{ budget: -1 }, { budget: ['Budget must be an amount from 0 to 1,000,000.'] }],
      [{ budgetPoints: 1.5 }, { budgetPoints: ['Budget in points must be a whole number from 0 to 1000000.'] }],
      [{ beyond: 'own_payment' }, { beyond: ['Choose what happens beyond the entitlement.'] }],
      [{ displayOrder: -1 }, { displayOrder: ['Position must be a whole number from 0 to 100000.'] }],
    ];
    for (const [input, errors] of refusals) expect((await wardrobes.add(input)).errors).toEqual(errors);
    const { status, errors } = await wardrobes.add({ allowedAllocationTypeIds: [11] });
    expect([status, Object.values(errors).flat()]).toEqual([422, ['There is no such allocation type.']]);
  });

  it('can have cuts, but no circles and no fourth level', async () => {
    const top = await wardrobes.addOrThrow();
    const cut = await wardrobes.addOrThrow({ parentCollectionId: top.id });
    const third = await wardrobes.addOrThrow({ parentCollectionId: cut.id });
    const tooDeep = { parentCollectionId: ['Wardrobes can be nested 3 levels deep at most.'] };
    expect((await wardrobes.add({ parentCollectionId: third.id })).errors).toEqual(tooDeep);
    const other = await wardrobes.addOrThrow();
    expect((await wardrobes.change(top.id, { parentCollectionId: other.id })).errors).toEqual(tooDeep);
    for (const parentCollectionId of [top.id, third.id])
      expect((await wardrobes.change(top.id, { parentCollectionId })).errors).toEqual({
        parentCollectionId: ['A wardrobe cannot be a cut of itself or of one of its cuts.'],
      });
    expect((await wardrobes.change(cut.id, { parentCollectionId: other.id })).status).toBe(200);
  });

  it('keeps the changes of two editors to different fields, and refuses the second to the same', async () => {
    const { id, version } = await wardrobes.addOrThrow();
    expect((await wardrobes.change(id, { version, allowedAllocationTypeIds: [10] })).status).toBe(200);
    expect((await wardrobes.change(id, { version, description: 'For the night' })).status).toBe(200);
    const late = await wardrobes.change(id, { version, allowedAllocationTypeIds: [20], description: 'For the day' });
    expect([late.status, late.errors]).toEqual([
      409,
      {
        wardrobe: [
          'Description, Allocation types: someone else has changed this in the meantime. Nothing was saved. Please check it and save again.',
          'Description is now “For the night”.',
        ],
      },
    ]);
    expect((await wardrobes.get(id)).body.wardrobe).toMatchObject({
      description: 'For the night',
      allowedAllocationTypeIds: [10],
    });
  });

  it('shows who has it, by group of the organisation', async () => {
    const { id } = await wardrobes.addOrThrow();
    for (const groupIds of [[NORTH.groupId], [NORTH.groupId], [NORTH.groupId, SOUTH.groupId], []]) await wearerOf(id, groupIds);
    const { people } = (await wardrobes.get(id)).body.wardrobe;
    expect(people).toEqual({
      total: 4,
      organisationGroups: [
        { id: NORTH.groupId, name: 'North', count: 3 },
        { id: SOUTH.groupId, name: 'South', count: 1 },
        { id: null, name: null, count: 1 },
      ],
    });
    // An administrator of a group counts their own people.
    expect((await wardrobes.get(id, northAdmin)).body.wardrobe.people).toEqual({
      total: 3,
      organisationGroups: [{ id: NORTH.groupId, name: 'North', count: 3 }],
    });
  });

  it('shows its changes with who made them and when', async () => {
    const season = await parts.addOrThrow(SEASONS);
    const { id } = await wardrobes.addOrThrow();
    await wardrobes.change(id, { description: 'For the night', allowedAllocationTypeIds: [20] });
    await wardrobes.publish(id, (contents) => ({
      ...contents,
      seasonId: season.id,
      beyond: 'approval',
      necessity: 'protective',
    }));
    const { status, body } = await wardrobes.history(id);
    expect([status, body.totalCount]).toEqual([200, 3]);
    expect(body.history.map(({ what, by }) => [what, by])).toEqual([
      ['Published a draft', expect.stringMatching(/\w+ \w+/)],
      ['Changed the wardrobe', expect.any(String)],
      ['Added the wardrobe', expect.any(String)],
    ]);
    expect(body.history[1]?.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'Allocation types', before: 'Fixed, Quantity, Points, Money, Unlimited', after: 'Quantity' },
      { field: 'Description', before: '', after: 'For the night' },
    ]);
    expect(body.history[0]?.changes).toEqual([
      { field: 'Version', before: '1', after: '2' },
      {
        field: 'Changes',
        before: '',
        after: `Season: ${season.name} instead of none. Beyond the entitlement: with a reason and approval instead of not allowed. Provided by the employer: as protective equipment instead of no`,
      },
    ]);
  });
});

it('no call but the one that publishes a draft changes what a wardrobe contains', () => {
  expect(Object.keys(contract).filter((call) => /^(POST|PUT|DELETE) \/api\/organisation\/wardrobes\b/.test(call))).toEqual([
    'POST /api/organisation/wardrobes',
    'PUT /api/organisation/wardrobes/:id',
    'DELETE /api/organisation/wardrobes/:id',
    'POST /api/organisation/wardrobes/:id/copy',
    'PUT /api/organisation/wardrobes/:id/draft',
    'DELETE /api/organisation/wardrobes/:id/draft',
    'POST /api/organisation/wardrobes/:id/draft/publish',
  ]);
});

it('a wardrobe that is changed keeps what its wearers are owed: only its draft changes that', async () => {
  const { id } = await wardrobes.addOrThrow();
  const inDraft = { seasonId: 1, budgetPoints: 5, budget: 5, beyond: 'block', necessity: null, collectionGroups: [] };
  for (const [name, value] of Object.entries(inDraft)) {
    const { status, errors } = await wardrobes.change(id, { [name]: value });
    expect([status, errors]).toEqual([422, { [name]: ['There is no such property. Nothing was changed.'] }]);
  }
});

describe('deleting a wardrobe', () => {
  it('is refused while people, orders, links, requests, cuts or limits of products name it', async () => {
    const { id } = await wardrobes.addOrThrow();
    await wardrobes.addOrThrow({ parentCollectionId: id });
    await wearerOf(id);
    await sql`update orders set collection_id = ${id} where id = (select min(id) from orders where organisation_id = 1)`.execute(
      portal.db,
    );
    await sql`with link as (insert into registration_link (organisation_id, organisation_group_id, name, registration_type, token_hash, expires_at)
        values (1, ${NORTH.groupId}, 'A link', 2, sha256('wardrobes'), now() + interval '1 day') returning id)
      insert into registration_link_collection select 1, id, ${id} from link`.execute(portal.db);
    await sql`insert into product_organisation_collection select 1, min(id), ${id} from product_organisation where organisation_id = 1`.execute(
      portal.db,
    );
    const words = '1 person, 1 cut, 1 order, 1 registration link, 1 product limited to it';
    const refusal = `This wardrobe is used by ${words}, so it cannot be deleted.`;
    expect((await wardrobes.usage(id)).body).toMatchObject({ words, refusal });
    const { status, errors } = await wardrobes.remove(id);
    expect([status, errors]).toEqual([409, { wardrobe: [refusal] }]);
    expect((await wardrobes.get(id)).status).toBe(200);
    await sql`update orders set collection_id = null where collection_id = ${id}`.execute(portal.db);
    await sql`delete from product_organisation_collection where collection_id = ${id}`.execute(portal.db);
  });

  it('is possible when only deleted people and screens remember it; copies and groups do not prevent it', async () => {
    const { id } = await wardrobes.addOrThrow();
    await wardrobes.addSuperGroup(id);
    await wardrobes.addGroup(id);
    const season = await parts.addOrThrow(SEASONS);
    const copy = (await wardrobes.copy(id, { seasonId: season.id })).body.wardrobe;
    const left = await wearerOf(id);
    const remembering = await aPerson(portal.db);
    await sql`update customer set deleted_at = now(), active = false where id = ${left.id}`.execute(portal.db);
    await sql`update customer set builder_collection_id = ${id}, adhoc_collection_id = ${id} where id = ${remembering.id}`.execute(
      portal.db,
    );
    expect((await wardrobes.usage(id)).body).toMatchObject({ words: '', refusal: null });
    expect((await wardrobes.remove(id)).status).toBe(200);
    expect((await wardrobes.get(copy.id)).body.wardrobe.copiedFrom).toBeNull();
  });

  it('is refused when people have ordered from what they were owed from it, and possible when they have not', async () => {
    const { id } = await wardrobes.addOrThrow();
    await wardrobes.addGroup(id, { allocatedQuantity: 2 });
    const former = await wearerOf(id);
    await wardrobes.publish(id, (contents) => ({ ...contents, budgetPoints: 5 }));
    await sql`delete from customer_collection where customer_id = ${former.id}`.execute(portal.db);
    const account = await sql<{ id: number }>`select id from entitlement_account where collection_id = ${id} limit 1`.execute(
      portal.db,
    );
    await sql`
      insert into entitlement_entry (organisation_id, account_id, kind, reserved_delta, order_line_id)
      select 1, ${account.rows[0]?.id}, kind, delta, (select min(id) from order_line where organisation_id = 1)
      from (values ('reserve', 1), ('release', -1)) as n (kind, delta)`.execute(portal.db);
    const refusal = 'People have used entitlement from this wardrobe, so it can’t be deleted.';
    expect((await wardrobes.usage(id)).body).toMatchObject({ words: '', refusal });
    const { status, errors } = await wardrobes.remove(id);
    expect([status, errors]).toEqual([409, { wardrobe: [refusal] }]);

    const unused = await wardrobes.addOrThrow();
    await wardrobes.addGroup(unused.id, { allocatedQuantity: 2 });
    const other = await wearerOf(unused.id);
    await wardrobes.publish(unused.id, (contents) => ({ ...contents, budgetPoints: 5 }));
    await sql`delete from customer_collection where customer_id = ${other.id}`.execute(portal.db);
    await sql`
      insert into entitlement_request (organisation_id, customer_id, account_id, amount, reason, expires_on)
      select organisation_id, customer_id, id, 1, 'I work outdoors', current_date + 30 from entitlement_account where collection_id = ${unused.id}
      limit 1`.execute(portal.db);
    expect((await wardrobes.remove(unused.id)).status).toBe(200);
  });

  it('knows every column that refers to a wardrobe', async () => {
    const { rows } = await sql<{ place: string }>`
      select distinct con.conrelid::regclass || '.' || att.attname as place
      from pg_constraint con join unnest(con.conkey) with ordinality k (attnum, n) on true
      join pg_attribute att on att.attrelid = con.conrelid and att.attnum = k.attnum
      where con.contype = 'f' and att.attname <> 'organisation_id' and con.confrelid = 'collection'::regclass
      union select table_name || '.' || column_name from information_schema.columns join pg_tables on tablename = table_name and schemaname = 'public'
      where table_schema = 'public' and column_name = 'collection_id' order by 1`.execute(portal.db);
    const known = WARDROBE_REFERENCES.map(({ table, column }) => `${table}.${column}`);
    // What a wardrobe owns is deleted with it; copies lose the reference.
    const owned =
      /^((collection_group|super_group|super_group_option|wardrobe_version|wardrobe_draft|collection_allocation_type)\.collection_id|collection\.copied_from_id)$/;
    expect(rows.map(({ place }) => place).filter((place) => !known.includes(place) && !owned.test(place))).toEqual([]);
    expect(known.filter((place) => !rows.some((row) => row.place === place))).toEqual([]);
  });
});

describe('the wardrobes of an organisation', () => {
  it('are hidden from other organisations, and closed to buyers, sales and wearers', async () => {
    const { id } = await wardrobes.addOrThrow();
    const season = await parts.addOrThrow(SEASONS);
    const refused = {
      'GET /api/organisation/wardrobes/:id': await wardrobes.get(id, hallam),
      'PUT /api/organisation/wardrobes/:id': await wardrobes.change(id, { name: 'Taken' }, hallam),
      'GET /api/organisation/wardrobes/:id/usage': await wardrobes.usage(id, hallam),
      'DELETE /api/organisation/wardrobes/:id': await wardrobes.remove(id, hallam),
      'GET /api/organisation/wardrobes/:id/history': await wardrobes.history(id, hallam),
      'POST /api/organisation/wardrobes/:id/copy': await wardrobes.copy(id, { seasonId: season.id }, hallam),
    };
    for (const [call, { status, errors, headers }] of Object.entries(refused))
      expect([headers['x-call'], status, errors]).toEqual([call, 404, { wardrobe: ['Wardrobe not found.'] }]);
    const theirs = await hallam.get<'GET /api/organisation/wardrobes'>('/api/organisation/wardrobes');
    expect(theirs.body.wardrobes.map((wardrobe) => wardrobe.id)).not.toContain(id);
    const theirGroup = (await parts.list(GROUPS, hallam))[0]?.id;
    const theirWardrobe = (await wardrobes.list(hallam))[0]?.id ?? 0;
    for (const input of [{ organisationGroupId: theirGroup }, { parentCollectionId: theirWardrobe }])
      expect([input, (await wardrobes.change(id, input)).status, (await wardrobes.add(input)).status]).toEqual([input, 404, 404]);
    expect((await wardrobes.add({ seasonId: 1_999_999 })).status).toBe(404);
    expect((await wardrobes.copy(id, { seasonId: 1_999_999 })).status).toBe(404);
    for (const email of ['buyer@meridian.example', 'staff@meridian.example', 'sales@meridian.example']) {
      const person = await portal.as(email);
      const calls = {
        'GET /api/organisation/wardrobes/:id': await wardrobes.get(id, person),
        'POST /api/organisation/wardrobes': await wardrobes.add({}, person),
      };
      for (const [call, { status, headers }] of Object.entries(calls))
        expect([email, headers['x-call'], status]).toEqual([email, call, 403]);
    }
  });

  it('are changed by administrators of a group only if they belong to the group', async () => {
    const own = await wardrobes.addOrThrow({ organisationGroupId: NORTH.groupId });
    const shared = await wardrobes.addOrThrow();
    const south = await wardrobes.addOrThrow({ organisationGroupId: SOUTH.groupId });
    const season = await parts.addOrThrow(SEASONS);
    const seen = new Map((await wardrobes.list(northAdmin)).map(({ id, canEdit }) => [id, canEdit]));
    expect([seen.get(own.id), seen.get(shared.id), seen.has(south.id)]).toEqual([true, false, false]);

    const refusal = { authorization: ['You can only add and change wardrobes of the groups that you administer.'] };
    for (const response of [
      await wardrobes.change(shared.id, { name: 'Mine' }, northAdmin),
      await wardrobes.usage(shared.id, northAdmin),
      await wardrobes.remove(shared.id, northAdmin),
      await wardrobes.copy(shared.id, { seasonId: season.id }, northAdmin),
      await wardrobes.addGroup(shared.id, {}, northAdmin),
      await wardrobes.add({}, northAdmin),
      await wardrobes.add({ organisationGroupId: SOUTH.groupId }, northAdmin),
      await wardrobes.change(own.id, { organisationGroupId: 0 }, northAdmin),
      await wardrobes.change(own.id, { organisationGroupId: SOUTH.groupId }, northAdmin),
    ])
      expect([response.status, response.errors]).toEqual([403, refusal]);
    expect((await wardrobes.get(shared.id, northAdmin)).body.wardrobe.canEdit).toBe(false);
    expect((await wardrobes.get(south.id, northAdmin)).status).toBe(404);
    expect((await wardrobes.add({ parentCollectionId: south.id, organisationGroupId: NORTH.groupId }, northAdmin)).status).toBe(
      404,
    );

    expect((await wardrobes.change(own.id, { name: aUniqueName('Mine') }, northAdmin)).status).toBe(200);
    expect((await wardrobes.addGroup(own.id, {}, northAdmin)).status).toBe(200);
    expect((await wardrobes.copy(own.id, { seasonId: season.id }, northAdmin)).status).toBe(200);
    const added = await wardrobes.add({ organisationGroupId: NORTH.groupId }, northAdmin);
    expect((await wardrobes.remove(added.body.wardrobe.id, northAdmin)).status).toBe(200);
  });
});
