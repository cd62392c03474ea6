import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { grantOperatorScope, type OperatorScope } from '#api/platform/http/operator-scope.ts';
import { type Actor, grantScope, type Scope } from '#api/platform/http/scope.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { addPublication, changePublication, type Keeper, listKept, lockKept } from './publications.actions.ts';
import { isReadBy, isReadOnBrand, listPublications, markDeleted } from './publications.queries.ts';
import type { PublicationChange } from './publications.rules.ts';

const portal = usePortal();
const [MERIDIAN, HALLAM] = [1, 2];
const [ADMIN, STAFF, BUYER] = [33, 34, 35];
const TODAY = '2026-06-15';
let brandOf: Map<number, number>;
let groups: number[];
let foreignGroup: number;

beforeAll(async () => {
  const organisations = await sql<{ id: number; brand: number }>`select id, brand_id as brand from organisation`.execute(
    portal.db,
  );
  brandOf = new Map(organisations.rows.map(({ id, brand }) => [id, brand]));
  const found = await sql<{ id: number; organisation: number }>`
    select id, organisation_id as organisation from organisation_group order by id`.execute(portal.db);
  groups = found.rows.filter(({ organisation }) => organisation === MERIDIAN).map(({ id }) => id);
  foreignGroup = found.rows.find(({ organisation }) => organisation === HALLAM)?.id ?? 0;
});

const brandIdOf = (organisationId: number) => brandOf.get(organisationId) ?? 0;
const person = (overrides: Partial<Actor> = {}): Scope => {
  const organisationId = overrides.organisationId ?? MERIDIAN;
  return grantScope({
    ...{ customerId: 1, brandId: brandIdOf(organisationId), roleIds: [STAFF], roles: ['OrganisationStaff'] },
    ...{ groupIds: [groups[0]], adminableGroupIds: [], timeZone: 'Europe/London' },
    ...overrides,
    organisationId,
  } as unknown as Actor);
};
const administrator = (overrides: Partial<Actor> = {}) =>
  person({ roleIds: [ADMIN], roles: ['OrganisationAdmin'], groupIds: [], ...overrides });
const operatorOf = (...brandIds: number[]): OperatorScope =>
  grantOperatorScope({
    kind: 'operator',
    id: 1,
    name: 'Pat',
    brandIds,
    apiKeyScopes: [],
    rights: ['catalogue'],
    sessionId: null,
  });
const supplier = (): Keeper => ({ operator: operatorOf(...brandOf.values()) });

const add = (change: PublicationChange, keeper = supplier()) =>
  runInTransaction(portal.db, (tx) => addPublication(tx, 'topic', keeper, { isPublished: true, ...change }));
const isRead = async (id: number, scope: Scope, today = TODAY) =>
  (await listPublications(portal.db, 'topic', sql`p.id = ${id} and ${isReadBy(scope, today)}`)).length === 1;
const isSeen = async (id: number, keeper: Keeper) => (await listKept(portal.db, 'topic', keeper)).some((p) => p.id === id);

describe('who reads a publication', () => {
  it('is everyone at the organisations named, and at the organisations of the brands named', async () => {
    const ofOrganisation = await add({ organisationIds: [MERIDIAN] });
    const ofBrand = await add({ brandIds: [brandIdOf(HALLAM)] });
    expect(await isRead(ofOrganisation.id, person())).toBe(true);
    expect(await isRead(ofOrganisation.id, person({ organisationId: HALLAM }))).toBe(false);
    expect(await isRead(ofBrand.id, person())).toBe(false);
    expect(await isRead(ofBrand.id, person({ organisationId: HALLAM }))).toBe(true);
  });

  it('is limited to roles and groups, and of groups to the organisation that has them', async () => {
    const { id } = await add({ organisationIds: [MERIDIAN, HALLAM], roleIds: [STAFF], groupIds: [groups[0] ?? 0] });
    expect(await isRead(id, person())).toBe(true);
    expect(await isRead(id, person({ groupIds: [groups[1] ?? 0] }))).toBe(false);
    expect(await isRead(id, person({ roleIds: [BUYER] }))).toBe(false);
    expect(await isRead(id, person({ organisationId: HALLAM, groupIds: [] }))).toBe(true);
  });

  it('is also whoever administers one of the groups', async () => {
    const { id } = await add({ organisationIds: [MERIDIAN], groupIds: [groups[0] ?? 0] });
    expect(await isRead(id, administrator())).toBe(true);
    expect(await isRead(id, administrator({ adminableGroupIds: [groups[0] ?? 0] }))).toBe(true);
    expect(await isRead(id, administrator({ adminableGroupIds: [groups[1] ?? 0] }))).toBe(false);
    expect(await isRead(id, person({ groupIds: [], adminableGroupIds: [groups[0] ?? 0] }))).toBe(false);
  });

  it('reads it from its first to its last day, and neither as a draft nor deleted', async () => {
    const { id } = await add({ organisationIds: [MERIDIAN], fromDate: '2026-06-15', untilDate: '2026-06-16' });
    const readOn = (day: string) => isRead(id, person(), day);
    expect(await Promise.all(['2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17'].map(readOn))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    await runInTransaction(portal.db, (tx) => markDeleted(tx, id, true));
    expect(await isRead(id, person())).toBe(false);
    const draft = await add({ organisationIds: [MERIDIAN], isPublished: false });
    expect(await isRead(draft.id, person())).toBe(false);
  });

  it('is anyone on the host of a brand, if it is for the whole brand and for all roles', async () => {
    const onBrand = async (id: number, brandId = brandIdOf(MERIDIAN)) =>
      (await listPublications(portal.db, 'topic', sql`p.id = ${id} and ${isReadOnBrand(brandId, TODAY)}`)).length === 1;
    const brand = await add({ brandIds: [brandIdOf(MERIDIAN)] });
    expect(await onBrand(brand.id)).toBe(true);
    expect(await onBrand(brand.id, brandIdOf(HALLAM))).toBe(false);
    expect(await onBrand((await add({ organisationIds: [MERIDIAN] })).id)).toBe(false);
    expect(await onBrand((await add({ brandIds: [brandIdOf(MERIDIAN)], roleIds: [ADMIN] })).id)).toBe(false);
    const own = await add({}, { admin: administrator() });
    await sql`insert into publication_brand (publication_id, brand_id) values (${own.id}, ${brandIdOf(MERIDIAN)})`.execute(
      portal.db,
    );
    expect(await onBrand(own.id)).toBe(false);
  });

  it('is the organisation alone whose administrators keep it, even if another one is named', async () => {
    const own = await add({ organisationIds: [HALLAM], brandIds: [brandIdOf(HALLAM)] }, { admin: administrator() });
    expect(own).toMatchObject({ organisationIds: [MERIDIAN], brandIds: [], organisationId: MERIDIAN });
    expect(await isRead(own.id, person())).toBe(true);
    await sql`insert into publication_organisation (publication_id, organisation_id) values (${own.id}, ${HALLAM})`.execute(
      portal.db,
    );
    expect(await isRead(own.id, person({ organisationId: HALLAM }))).toBe(false);
  });
});

describe('who keeps a publication', () => {
  const lock = (id: number, keeper: Keeper, version?: number) =>
    runInTransaction(portal.db, (tx) => lockKept(tx, 'topic', keeper, id, version));

  it('is an operator of its brands; one of some of them sees their part, and changes nothing', async () => {
    const both = await add({ organisationIds: [MERIDIAN, HALLAM] });
    const ofMeridian = { operator: operatorOf(brandIdOf(MERIDIAN)) };
    const seen = (await listKept(portal.db, 'topic', ofMeridian)).find(({ id }) => id === both.id);
    expect(seen).toMatchObject({ organisationIds: [MERIDIAN] });
    await expect(lock(both.id, ofMeridian)).rejects.toMatchObject({ status: 403 });
    await expect(lock(both.id, supplier())).resolves.toMatchObject({ organisationIds: [MERIDIAN, HALLAM] });
    const ofHallam = await add({ organisationIds: [HALLAM] });
    expect(await isSeen(ofHallam.id, ofMeridian)).toBe(false);
    await expect(lock(ofHallam.id, ofMeridian)).rejects.toMatchObject({ status: 404 });
  });

  it('is an administrator of the organisation, and of groups only where it is for groups of theirs alone', async () => {
    const [north, south] = [groups[0] ?? 0, groups[1] ?? 0];
    const ofNorth = { admin: administrator({ adminableGroupIds: [north] }) };
    const own = await add({ groupIds: [north] }, ofNorth);
    const ofBoth = await add({ groupIds: [north, south] }, { admin: administrator() });
    const ofAll = await add({}, { admin: administrator() });
    const ofSupplier = await add({ organisationIds: [MERIDIAN] });
    const seenBy = (keeper: Keeper) => Promise.all([own, ofBoth, ofAll, ofSupplier].map(({ id }) => isSeen(id, keeper)));
    expect(await seenBy(ofNorth)).toEqual([true, false, false, false]);
    expect(await seenBy({ admin: administrator() })).toEqual([true, true, true, false]);
    expect(await seenBy({ admin: administrator({ organisationId: HALLAM }) })).toEqual([false, false, false, false]);
    await expect(add({ groupIds: [south] }, ofNorth)).rejects.toMatchObject({ status: 403 });
    await expect(add({}, ofNorth)).rejects.toMatchObject({ status: 422 });
  });

  it('saves the version that was seen, and no other', async () => {
    const { id } = await add({ organisationIds: [MERIDIAN] });
    const save = (version: number) =>
      runInTransaction(portal.db, async (tx) =>
        changePublication(tx, supplier(), await lockKept(tx, 'topic', supplier(), id, version), { organisationIds: [HALLAM] }),
      );
    expect(await save(1)).toMatchObject({ version: 2, organisationIds: [HALLAM] });
    await expect(save(1)).rejects.toMatchObject({ status: 409 });
    expect(await isRead(id, person())).toBe(false);
  });

  it.each([
    ['no one', {}],
    ['an organisation that does not exist', { organisationIds: [999_999] }],
    ['a role that does not exist', { organisationIds: [MERIDIAN], roleIds: [999_999] }],
    ['a last day before the first', { organisationIds: [MERIDIAN], fromDate: '2026-06-15', untilDate: '2026-06-14' }],
  ])('refuses %s as its audience', async (_, change) => {
    await expect(add(change)).rejects.toMatchObject({ status: 422 });
  });

  it('refuses groups of an organisation that is not in its audience, and brands that are not the operator’s', async () => {
    await expect(add({ organisationIds: [MERIDIAN], groupIds: [foreignGroup] })).rejects.toMatchObject({ status: 422 });
    const ofMeridian = { operator: operatorOf(brandIdOf(MERIDIAN)) };
    await expect(add({ brandIds: [brandIdOf(HALLAM)] }, ofMeridian)).rejects.toMatchObject({ status: 422 });
    await expect(add({ organisationIds: [HALLAM] }, ofMeridian)).rejects.toMatchObject({ status: 422 });
    await expect(add({ groupIds: [foreignGroup] }, { admin: administrator() })).rejects.toMatchObject({ status: 422 });
  });
});
