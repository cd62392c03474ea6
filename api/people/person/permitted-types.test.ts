import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, aWardrobe } from '#api/testing/builders.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { anApplicant, aRegistrationLink } from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
/** Wardrobes by what they permit, and a group that permits Points only. */
let fixedOnly: { id: number; name: string };
let points: { id: number; name: string };
let pointsGroup: { id: number; name: string };
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  const { id: keeperId } = await aPerson(portal.db, { role: 'Staff' });
  const shirt = await aStockedProduct(portal.db);
  const aLimitedWardrobe = async (typeId: number) => {
    const { collectionId, name } = await aWardrobe(portal.db, keeperId, [shirt], { budgetPoints: 100, points: 10 });
    await sql`insert into collection_allocation_type values (1, ${collectionId}, ${typeId})`.execute(portal.db);
    return { id: collectionId, name };
  };
  fixedOnly = await aLimitedWardrobe(10);
  points = await aLimitedWardrobe(30);
  const group = await sql<{ id: number; name: string }>`
    insert into organisation_group (organisation_id, name) values (1, 'Points only') returning id, name`.execute(portal.db);
  pointsGroup = group.rows[0] as { id: number; name: string };
  await sql`insert into organisation_group_allocation_type values (1, ${pointsGroup.id}, 30)`.execute(portal.db);
});

const aWearer = async (customer: object = {}) => {
  const { id } = await aPerson(portal.db, { role: 'Staff' });
  if (Object.keys(customer).length > 0) expect((await change(id, customer)).status).toBe(200);
  return id;
};
const change = (id: number, customer: object) => admin.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer });
const typeOf = async (id: number) =>
  (await admin.get<'GET /api/customers/:id'>(`/api/customers/${id}`)).body.customers[0]?.allocationTypeId;
const accountsOf = async (id: number) =>
  (
    await sql<{ account: string }>`
      select kind || ' ' || unit || ' ' || status as account from entitlement_account where customer_id = ${id} order by 1`.execute(
      portal.db,
    )
  ).rows.map(({ account }) => account);
const startEdit = async (body: object) =>
  (await admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', body)).body;
const notPermitted = (name: string, type: string, permitted: string) =>
  `The wardrobe “${name}” does not permit ${type}. Permitted: ${permitted}.`;

describe('the allocation types that wardrobes and groups permit', () => {
  it('limit a change of the type, and the refusal names those that are permitted', async () => {
    const id = await aWearer({ organisationCollections: [fixedOnly.id], allocationTypeId: 10 });
    const { status, errors } = await change(id, { allocationTypeId: 30 });
    expect([status, errors]).toEqual([422, { allocationTypeId: [notPermitted(fixedOnly.name, 'Points', 'Fixed')] }]);
    expect(await typeOf(id)).toBe(10);
  });

  it('limit a change of wardrobes and of groups, unless it changes the type too', async () => {
    const id = await aWearer({ allocationTypeId: 20 });
    const wardrobes = { organisationCollections: [points.id] };
    expect((await change(id, wardrobes)).errors).toEqual({ allocationTypeId: [notPermitted(points.name, 'Quantity', 'Points')] });
    expect((await change(id, { organisationGroupIds: [pointsGroup.id] })).errors).toEqual({
      allocationTypeId: [`The group “${pointsGroup.name}” does not permit Quantity. Permitted: Points.`],
    });
    expect((await change(id, { ...wardrobes, allocationTypeId: 30 })).status).toBe(200);
    expect(await accountsOf(id)).toEqual(['budget points open', 'group pieces open']);
  });

  it('give a type to someone without one where Quantity is not permitted', async () => {
    const id = await aWearer({ organisationCollections: [points.id] });
    expect(await typeOf(id)).toBe(30);
    expect(await accountsOf(id)).toEqual(['budget points open', 'group pieces open']);
    // None cannot be chosen either.
    expect((await change(id, { allocationTypeId: 0 })).status).toBe(200);
    expect(await typeOf(id)).toBe(30);
  });

  it('leave people alone when they become narrower', async () => {
    const id = await aWearer({ organisationCollections: [points.id] });
    await sql`update collection_allocation_type set allocation_type_id = 40 where collection_id = ${points.id}`.execute(
      portal.db,
    );
    const renamed = await change(id, { firstName: 'Renamed', organisationCollections: [points.id], allocationTypeId: 30 });
    await sql`update collection_allocation_type set allocation_type_id = 30 where collection_id = ${points.id}`.execute(
      portal.db,
    );
    expect([renamed.status, await typeOf(id)]).toEqual([200, 30]);
  });

  it('limit the type of a new person', async () => {
    const add = (fields: object) =>
      admin.post<'POST /api/customers'>('/api/customers', {
        customer: { ...anApplicant(), organisationGroupIds: [1], organisationCollections: [fixedOnly.id], ...fields },
      });
    expect((await add({ allocationTypeId: 50 })).errors).toEqual({
      allocationTypeId: [notPermitted(fixedOnly.name, 'Unlimited', 'Fixed')],
    });
    expect((await add({})).body.customers[0]?.allocationTypeId).toBe(10);
  });

  it('limit the type that an Admin chooses with the wardrobe of the uniform builder', async () => {
    const id = await aWearer({ organisationCollections: [fixedOnly.id] });
    const { status, errors } = await admin.put<'PUT /api/organisation/uniformbuilder/updatecustomercollection'>(
      '/api/organisation/uniformbuilder/updatecustomercollection',
      { customerId: id, organisationCollectionId: fixedOnly.id, allocationTypeId: 40 },
    );
    expect([status, errors]).toEqual([422, { allocationTypeId: [notPermitted(fixedOnly.name, 'Money', 'Fixed')] }]);
  });

  it('refuse those people of a bulk edit who may not have the type', async () => {
    const [refused, changed] = [await aWearer({ organisationCollections: [fixedOnly.id] }), await aWearer()];
    const { bulkEdit } = await startEdit({ action: 'allocation', customerIds: [refused, changed], allocationTypeId: 30 });
    expect(bulkEdit).toMatchObject({
      description: 'Allocation of 2 people',
      changed: 1,
      refused: 1,
      refusals: [{ reason: notPermitted(fixedOnly.name, 'Points', 'Fixed'), count: 1 }],
    });
    expect([await typeOf(refused), await typeOf(changed)]).toEqual([10, 30]);

    await bulkEditCalls.undo(admin, bulkEdit.id);
    expect(await typeOf(changed)).toBeNull();
    expect((await admin.post('/api/customers/bulkedits', { action: 'allocation', customerIds: [changed] })).errors).toEqual({
      allocationTypeId: ['Please select an allocation type.'],
    });
  });

  it('allow a bulk edit to change wardrobes and type together', async () => {
    const id = await aWearer({ organisationCollections: [fixedOnly.id] });
    const wardrobes = { action: 'wardrobes', customerIds: [id], organisationCollectionIds: [points.id] };
    expect((await startEdit(wardrobes)).bulkEdit.refusals).toMatchObject([
      { reason: notPermitted(points.name, 'Fixed', 'Points') },
    ]);
    expect((await startEdit({ ...wardrobes, allocationTypeId: 30 })).bulkEdit.changed).toBe(1);
    expect(await typeOf(id)).toBe(30);
  });

  it('cost a row of an import the type alone, which is said', async () => {
    const key = crypto.randomUUID().slice(0, 8);
    const file = ['Unlimited', 'Fixed', ''].map(
      (type, row) => `${key}${row},${key}${row}@made.example,Ann,Ash,North,${fixedOnly.name},${type}`,
    );
    const head = 'Employee number,Email,First name,Last name,Group,Wardrobe,Allocation';
    const { rows } = await imports.run(admin, [head, ...file].join('\n'));
    expect(rows.map(({ outcome, reasons }) => [outcome, reasons])).toEqual([
      ['create', [`${notPermitted(fixedOnly.name, 'Unlimited', 'Fixed')} This was not imported.`]],
      ['create', []],
      ['create', []],
    ]);
    const found = await sql<{ type: number }>`
      select allocation_type_id as type from customer where employee_number like ${`${key}%`} order by employee_number`.execute(
      portal.db,
    );
    expect(found.rows).toEqual([{ type: 10 }, { type: 10 }, { type: 10 }]);

    const preview = await imports.preview(admin, `${head}\n${file[1]?.replace(/Fixed$/, 'Points')}`);
    expect(await imports.rows(admin, preview.id)).toMatchObject([
      { outcome: 'unchanged', reasons: [`${notPermitted(fixedOnly.name, 'Points', 'Fixed')} This was not imported.`] },
    ]);
  });

  it('give a type to people who register', async () => {
    const link = await aRegistrationLink(portal.db, { groupId: pointsGroup.id });
    const applicant = anApplicant();
    await portal.anonymous().post('/api/registerwithtoken', { customer: { ...applicant, token: link.token } });
    const found = await sql<{ type: number }>`
      select allocation_type_id as type from customer where email = ${applicant.email}`.execute(portal.db);
    expect(found.rows).toEqual([{ type: 30 }]);
  });

  it('leave the ledger right', async () => {
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });
});
