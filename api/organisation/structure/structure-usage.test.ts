import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct } from '#api/testing/builders.ts';
import { createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import { findLedgerFaults, syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import {
  AREAS,
  createStructureClient,
  GROUPS,
  JOB_ROLES,
  listAuditEventsFor,
  RESORTS,
  SEASONS,
  type StructureEndpoint,
  type StructureItemReply,
} from '#api/testing/structure-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer } from '#api/testing/wearers.ts';
import type { ReplyOf } from '#contract/index.ts';
import { REMOVAL_SYNC_LIMIT } from './item-removal.actions.ts';
import { REFERENCES } from './usage.queries.ts';

const portal = usePortal();
let admin: TestClient;
let northAdmin: TestClient;
let hallam: TestClient;
let parts: ReturnType<typeof createStructureClient>;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  northAdmin = await portal.as('north.admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
  parts = createStructureClient(admin);
});

describe('an item in use', () => {
  const refusedBy = async (kind: StructureEndpoint, id: number) => {
    const { status, errors } = await parts.remove(kind, id);
    return [status, errors[kind.root]?.[0]];
  };

  it('is not deleted, and its usage is described: a group with people, administrators and links', async () => {
    const group = await parts.addOrThrow(GROUPS);
    await aPerson(portal.db, { groupIds: [group.id] });
    await aPerson(portal.db, { role: 'Admin', groupIds: [group.id], adminableGroupIds: [group.id] });
    await sql`insert into registration_link (organisation_id, organisation_group_id, name, registration_type, token_hash, expires_at)
      values (1, ${group.id}, 'A link', 2, sha256('x'), now() + interval '1 day')`.execute(portal.db);

    expect(await refusedBy(GROUPS, group.id)).toEqual([
      409,
      'This group is used by 2 people, 1 administrator, 1 registration link. Nothing was deleted. Choose where to move them, or change them first.',
    ]);
    expect((await parts.usage(GROUPS, group.id)).body).toMatchObject({
      words: '2 people, 1 administrator, 1 registration link',
      consequence: 'Administrators of this group will administer the other group instead.',
    });
  });

  it('is deleted when its users move: everyone has the new one once, and an administrator stays one of a group', async () => {
    const [from, to] = [await parts.addOrThrow(GROUPS), await parts.addOrThrow(GROUPS)];
    const both = await aPerson(portal.db, { groupIds: [from.id, to.id] });
    const boss = await aPerson(portal.db, { role: 'Admin', groupIds: [from.id], adminableGroupIds: [from.id] });
    const seen = await versionOf(both.id);

    expect((await parts.remove(GROUPS, from.id, to.id)).status).toBe(200);

    const rows = await sql<{ customer_id: number; organisation_group_id: number }>`
      select customer_id, organisation_group_id from customer_group where customer_id = any (${[both.id, boss.id]}) order by 1`.execute(
      portal.db,
    );
    expect(rows.rows.map(({ organisation_group_id }) => organisation_group_id)).toEqual([to.id, to.id]);
    expect(
      (
        await (await portal.as(boss.email)).get<'GET /api/organisationgroups'>('/api/organisationgroups')
      ).body.organisationGroups.map(({ id }) => id),
    ).toEqual([to.id]);
    // Anyone editing one of these people at that moment gets a conflict.
    expect(await versionOf(both.id)).toBe(seen + 1);
    expect((await listAuditEventsFor(portal, 'group.removed', from.id))[0]?.after).toEqual({
      movedTo: to.id,
      moved: [
        { kind: expect.any(String), count: 2 },
        { kind: expect.any(String), count: 1 },
      ],
    });
  });

  it('that many people use is deleted after they have moved in batches', async () => {
    const [from, to] = [await parts.addOrThrow(GROUPS), await parts.addOrThrow(GROUPS)];
    const first = await aPerson(portal.db, { groupIds: [from.id] });
    const people = [first.id, ...(await aCrowdLike(portal.db, first.id, REMOVAL_SYNC_LIMIT + 1))];
    await sql`insert into customer_group select 1, id, ${from.id} from unnest(${people}::bigint[]) id on conflict do nothing`.execute(
      portal.db,
    );
    const countIn = async (groupId: number) => {
      const { rows } = await sql`select from customer_group where organisation_group_id = ${groupId}`.execute(portal.db);
      return rows.length;
    };

    const { status, body } = await parts.remove(GROUPS, from.id, to.id);

    const { bulkEdit } = body as ReplyOf<'DELETE /api/organisationgroups/:id'>;
    const id = bulkEdit?.id ?? 0;
    expect([status, bulkEdit]).toMatchObject([
      200,
      {
        kind: 'structure',
        state: 'running',
        total: people.length,
        description: `Moved ${people.length} people from a deleted group`,
      },
    ]);
    await createBulkEditRunner(portal)(id, 1);
    expect(await countIn(to.id)).toBeGreaterThan(0);
    expect(await countIn(from.id)).toBeGreaterThan(0);
    expect((await parts.remove(GROUPS, from.id, to.id)).status).toBe(409);
    expect((await parts.list(GROUPS)).some((group) => group.id === from.id)).toBe(true);
    // Someone who gets it meanwhile moves when it is deleted.
    const late = await aPerson(portal.db, { groupIds: [from.id] });
    await createBulkEditRunner(portal)(id);
    expect([await countIn(from.id), await countIn(to.id)]).toEqual([0, people.length + 1]);
    expect((await parts.list(GROUPS)).some((group) => group.id === from.id)).toBe(false);
    expect(await versionOf(late.id)).toBeGreaterThan(1);
    expect((await listAuditEventsFor(portal, 'group.removed', from.id))[0]?.after).toMatchObject({
      movedTo: to.id,
      moved: [{ count: people.length }],
    });
  });

  it('can be a season of many people: in batches they get the other one, and what they are owed in it', async () => {
    const [from, to] = [await parts.addOrThrow(SEASONS), await parts.addOrThrow(SEASONS)];
    const first = await aWearer(portal, [await aStockedProduct(portal.db)]);
    await sql`update collection set season_id = ${from.id} where organisation_id = 1 and id = ${first.collectionId}`.execute(
      portal.db,
    );
    await sql`insert into customer_season values (1, ${first.id}, ${from.id})`.execute(portal.db);
    await syncWearers(portal, first.id);
    const people = [first.id, ...(await aCrowdLike(portal.db, first.id, REMOVAL_SYNC_LIMIT + 1))];
    const countOwed = async () => {
      const { rows } = await sql<{ season_id: number; people: number }>`
        select season_id, count(distinct customer_id)::int as people from entitlement_account
        where customer_id = any (${people}::bigint[]) and status = 'open' group by 1`.execute(portal.db);
      return Object.fromEntries(rows.map((row) => [row.season_id, row.people]));
    };
    expect(await countOwed()).toEqual({ [from.id]: people.length });

    const { status, body } = await parts.remove(SEASONS, from.id, to.id);

    const id = (body as ReplyOf<'DELETE /api/organisationseasons/:id'>).bulkEdit?.id ?? 0;
    expect(status).toBe(200);
    await createBulkEditRunner(portal)(id, 1);
    const owed = await countOwed();
    expect([owed[from.id] ?? 0, owed[to.id] ?? 0].every((count) => count > 0)).toBe(true);
    expect((owed[from.id] ?? 0) + (owed[to.id] ?? 0)).toBe(people.length);
    await createBulkEditRunner(portal)(id);
    expect(await countOwed()).toEqual({ [to.id]: people.length });
    expect((await parts.list(SEASONS)).some((season) => season.id === from.id)).toBe(false);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  it('is replaced only by another item of the same kind and organisation', async () => {
    const group = await parts.addOrThrow(GROUPS);
    const theirs = (await parts.list(GROUPS, hallam))[0]?.id;
    expect((await parts.remove(GROUPS, group.id, group.id)).errors).toEqual({
      moveToId: ['Choose a different one from the one you are deleting.'],
    });
    expect((await parts.remove(GROUPS, group.id, theirs)).status).toBe(404);
    expect((await parts.list(GROUPS)).some(({ id }) => id === group.id)).toBe(true);
  });

  it('can be a destination: its people lose their departments, and its departments and addresses are deleted', async () => {
    const [from, to] = [await parts.addOrThrow(RESORTS), await parts.addOrThrow(RESORTS)];
    const kitchen = (
      await admin.post<'POST /api/organisationresorts/:id/departments'>(`/api/organisationresorts/${from.id}/departments`, {
        department: { name: 'Kitchen' },
      })
    ).body.department;
    await admin.post(`/api/organisationresorts/${from.id}/addresses`, { address: ADDRESS });
    const person = await aPerson(portal.db, { resortId: from.id });
    await sql`insert into customer_department values (1, ${person.id}, ${kitchen.id})`.execute(portal.db);

    expect(await refusedBy(RESORTS, from.id)).toEqual([409, expect.stringContaining('used by 1 person.')]);
    expect((await parts.usage(RESORTS, from.id)).body.consequence).toBe(
      'People who move to another destination lose their departments. 1 department and 1 address will be deleted too.',
    );
    expect((await parts.remove(RESORTS, from.id, to.id)).status).toBe(200);
    const after = (await admin.get<'GET /api/customers/:id'>(`/api/customers/${person.id}`)).body.customers[0];
    expect([after?.organisationResortId, after?.departments]).toEqual([to.id, []]);
  });

  it('can be a business area with job roles, products and people; the listing shows the products in the other one at once', async () => {
    const [from, to] = [await parts.addOrThrow(AREAS), await parts.addOrThrow(AREAS)];
    const product = await aStockedProduct(portal.db);
    await sql`insert into product_organisation_area select 1, id, ${from.id} from product_organisation where organisation_id = 1 and product_id = ${product.id}`.execute(
      portal.db,
    );
    const job = await parts.addOrThrow(JOB_ROLES, { organisationBusinessAreaId: from.id });
    const person = await aPerson(portal.db);
    await sql`update customer set business_area_id = ${from.id}, adhoc_business_area_id = ${from.id} where id = ${person.id}`.execute(
      portal.db,
    );

    expect((await parts.usage(AREAS, from.id)).body.words).toBe('1 person, 1 job role, 1 product');
    expect((await parts.remove(AREAS, from.id, to.id)).status).toBe(200);
    const { rows } = await sql<{
      areas: number[];
    }>`select business_area_ids as areas from product_listing where organisation_id = 1 and product_id = ${product.id}`.execute(
      portal.db,
    );
    expect(rows[0]?.areas).toEqual([to.id]);
    expect(await parts.list(JOB_ROLES)).toContainEqual(
      expect.objectContaining({ id: job.id, organisationBusinessAreaId: to.id }),
    );
  });

  it('can be a group or role that something is published for, which is then for the other one, and never for everyone', async () => {
    const published = async (kind: 'group' | 'role', ...ids: number[]) => {
      const { rows } = await sql<{
        id: number;
      }>`insert into publication (kind, is_published) values ('topic', true) returning id`.execute(portal.db);
      const id = rows[0]?.id as number;
      await sql`insert into publication_organisation (organisation_id, publication_id) values (1, ${id})`.execute(portal.db);
      for (const itemId of ids)
        await (kind === 'group'
          ? sql`insert into publication_group (organisation_id, publication_id, organisation_group_id) values (1, ${id}, ${itemId})`
          : sql`insert into publication_role (publication_id, role_id) values (${id}, ${itemId})`
        ).execute(portal.db);
      return id;
    };
    const [fromGroup, toGroup] = [await parts.addOrThrow(GROUPS), await parts.addOrThrow(GROUPS)];
    const roles = await sql<{ id: number }>`
      insert into role (organisation_id, name) values (1, 'Published for'), (1, 'Published for others') returning id`.execute(
      portal.db,
    );
    const [fromRole = 0, toRole = 0] = roles.rows.map(({ id }) => id);
    const [one, both, ofRole] = [
      await published('group', fromGroup.id),
      await published('group', fromGroup.id, toGroup.id),
      await published('role', fromRole),
    ];
    await sql`update publication set deleted_at = now() where id = ${both}`.execute(portal.db);

    expect(await refusedBy(GROUPS, fromGroup.id)).toEqual([
      409,
      'This group is used by 2 topics, news or documents. Nothing was deleted. Choose where to move them, or change them first.',
    ]);
    const removeRole = (moveToId?: number) =>
      admin.delete(`/api/customerroles/${fromRole}${moveToId === undefined ? '' : `?moveToId=${moveToId}`}`);
    expect((await removeRole()).errors).toEqual({ customerRole: [expect.stringContaining('used by 1 topic, news or document')] });
    expect([(await parts.remove(GROUPS, fromGroup.id, toGroup.id)).status, (await removeRole(toRole)).status]).toEqual([
      200, 200,
    ]);
    const groups = await sql<{ publication: number; item: number }>`
      select publication_id as publication, organisation_group_id as item from publication_group where publication_id = any (${[one, both]}) order by 1`.execute(
      portal.db,
    );
    expect(groups.rows).toEqual([
      { publication: one, item: toGroup.id },
      { publication: both, item: toGroup.id },
    ]);
    const ofRoles = await sql<{
      item: number;
    }>`select role_id as item from publication_role where publication_id = ${ofRole}`.execute(portal.db);
    expect(ofRoles.rows).toEqual([{ item: toRole }]);
  });

  it('is not considered in use by deleted people', async () => {
    const job = await parts.addOrThrow(JOB_ROLES);
    const deleted = await aPerson(portal.db);
    await sql`update customer set job_role_id = ${job.id}, deleted_at = now(), active = false where id = ${deleted.id}`.execute(
      portal.db,
    );
    expect((await parts.usage(JOB_ROLES, job.id)).body.words).toBe('');
    expect((await parts.remove(JOB_ROLES, job.id)).status).toBe(200);
  });

  it('is found by every column that refers to it, by foreign key or by name', async () => {
    const { rows } = await sql<{ place: string }>`
      select distinct con.conrelid::regclass || '.' || att.attname as place
      from pg_constraint con join unnest(con.conkey) with ordinality k (attnum, n) on true
      join pg_attribute att on att.attrelid = con.conrelid and att.attnum = k.attnum
      where con.contype = 'f' and att.attname <> 'organisation_id' and con.confrelid = any (array['organisation_group', 'resort', 'department',
        'business_area', 'job_role', 'season', 'role']::regclass[])
      union select table_name || '.' || column_name from information_schema.columns join pg_tables on tablename = table_name and schemaname = 'public'
      where table_schema = 'public' and column_name ~ '^(organisation_group|resort|department|business_area|job_role|season|role)_ids?$'
      order by 1`.execute(portal.db);
    const known = Object.values(REFERENCES)
      .flat()
      .map(({ table, column }) => `${table}.${column}`);
    // What an item owns is deleted with it; triggers rebuild the listing and the people's status.
    const owned =
      /^(department\.resort_id|address\.resort_id|role_permission\.role_id|organisation_group_allocation_type\.organisation_group_id|(product_listing|uniform_status|people_counts|order_elsewhere|order_figures|product_figures)\..*)$/;
    expect(rows.map(({ place }) => place).filter((place) => !known.includes(place) && !owned.test(place))).toEqual([]);
    expect(known.filter((place) => !rows.some((row) => row.place === place))).toEqual([]);
  });
});

const versionOf = async (id: number) =>
  (await sql<{ version: number }>`select version from customer where id = ${id}`.execute(portal.db)).rows[0]?.version ?? 0;

const ADDRESS = {
  firstName: 'Goods',
  lastName: 'In',
  countryId: 826,
  city: 'Keswick',
  address1: '1 Lake Road',
  zipPostalCode: 'CA12 5DJ',
};

describe('departments and addresses of a destination', () => {
  let resort: StructureItemReply;
  beforeEach(async () => {
    resort = await parts.addOrThrow(RESORTS);
  });
  const departments = async () =>
    (await admin.get<'GET /api/organisationresorts'>('/api/organisationresorts')).body.organisationResorts.find(
      ({ id }) => id === resort.id,
    )?.departments ?? [];
  const addDepartment = (name: string, person = admin) =>
    person.post<'POST /api/organisationresorts/:id/departments'>(`/api/organisationresorts/${resort.id}/departments`, {
      department: { name },
    });

  it('belong to it', async () => {
    const { department } = (await addDepartment('Kitchen')).body;
    expect(await departments()).toEqual([{ id: department.id, name: 'Kitchen', displayOrder: 1, version: 1 }]);
    expect((await addDepartment('kitchen')).errors).toEqual({ name: ['There is already a department with this name.'] });
    // Another destination may have one with the same name.
    const other = await parts.addOrThrow(RESORTS);
    expect(
      (await admin.post(`/api/organisationresorts/${other.id}/departments`, { department: { name: 'Kitchen' } })).status,
    ).toBe(200);

    const renamed = await admin.put<'PUT /api/organisationdepartments/:id'>(`/api/organisationdepartments/${department.id}`, {
      department: { name: 'Bakery', version: 1 },
    });
    expect(renamed.body.department).toMatchObject({ name: 'Bakery', organisationResortId: resort.id, version: 2 });
    const bar = (await addDepartment('Bar')).body.department;
    const person = await aPerson(portal.db, { resortId: resort.id });
    await sql`insert into customer_department values (1, ${person.id}, ${bar.id})`.execute(portal.db);
    const remove = (id: number, moveToId = 0) =>
      admin.delete<'DELETE /api/organisationdepartments/:id'>(`/api/organisationdepartments/${id}?moveToId=${moveToId}`);
    expect(
      (await admin.get<'GET /api/organisationdepartments/:id/usage'>(`/api/organisationdepartments/${bar.id}/usage`)).body.words,
    ).toBe('1 person');
    expect((await remove(bar.id)).status).toBe(409);
    // Moving people to another site takes an explicit change.
    const elsewhere = (await admin.get<'GET /api/organisationresorts'>('/api/organisationresorts')).body.organisationResorts.find(
      ({ id }) => id === other.id,
    )?.departments[0]?.id;
    expect((await remove(bar.id, elsewhere)).status).toBe(404);
    expect((await remove(bar.id, department.id)).status).toBe(200);
    expect((await departments()).map(({ name }) => name)).toEqual(['Bakery']);
    const call = 'DELETE /api/organisationdepartments/:id';
    expect((await hallam.delete<typeof call>(`/api/organisationdepartments/${department.id}`)).status).toBe(404);
    expect((await addDepartment('Spa', hallam)).status).toBe(404);
    expect((await addDepartment('Spa', northAdmin)).status).toBe(403);
  });

  it('include addresses that people who work there can select, and that can be restored for a day', async () => {
    const path = `/api/organisationresorts/${resort.id}/addresses`;
    const { address } = (await admin.post<'POST /api/organisationresorts/:id/addresses'>(path, { address: ADDRESS })).body;
    const person = await portal.as((await aPerson(portal.db, { resortId: resort.id })).email);
    const choices = async () =>
      (await person.get<'GET /api/shippingaddresses'>('/api/shippingaddresses')).body.addresses.map(({ city }) => city);
    expect(await choices()).toEqual(['Keswick']);

    const own = `/api/organisationresortaddresses/${address.id}`;
    const changed = await admin.put<'PUT /api/organisationresortaddresses/:id'>(own, {
      address: { city: 'Penrith', isDefault: true },
    });
    expect(changed.body.address).toMatchObject({ ...ADDRESS, city: 'Penrith', isDefault: true, source: 'resort' });
    expect((await admin.put(own, { address: { city: '' } })).errors).toEqual({ 'address.city': ['City is required.'] });
    for (const outsider of [hallam, northAdmin])
      for (const answer of [
        await outsider.put<'PUT /api/organisationresortaddresses/:id'>(own, { address: { city: 'Taken' } }),
        await outsider.delete<'DELETE /api/organisationresortaddresses/:id'>(own),
        await outsider.post<'POST /api/organisationresortaddresses/:id/restore'>(`${own}/restore`),
        await outsider.post(path, { address: ADDRESS }),
      ])
        expect(answer.status).toBe(outsider === hallam ? 404 : 403);

    expect((await admin.delete(own)).status).toBe(200);
    expect(await choices()).toEqual([]);
    expect((await admin.post(`${own}/restore`)).status).toBe(200);
    expect(await choices()).toEqual(['Penrith']);
  });

  it('do not include people’s own addresses', async () => {
    const { rows } = await sql<{
      id: number;
    }>`select id from address where organisation_id = 1 and customer_id is not null limit 1`.execute(portal.db);
    expect((await admin.delete(`/api/organisationresortaddresses/${rows[0]?.id}`)).status).toBe(404);
  });
});
