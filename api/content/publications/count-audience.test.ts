import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { grantOperatorScope } from '#api/platform/http/operator-scope.ts';
import { type Actor, grantScope } from '#api/platform/http/scope.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { addPublication } from './publications.actions.ts';
import { isReadBy, listPublications } from './publications.queries.ts';
import type { PublicationAudience } from './publications.rules.ts';

const portal = usePortal();
const [MERIDIAN, HALLAM] = [1, 2];
const [ADMIN, STAFF] = [33, 34];
let operator: TestOperatorClient;
let actors: Actor[];
let groups: number[];
let brandOf: Map<number, number>;

beforeAll(async () => {
  operator = await portal.asOperator();
  const organisations = await sql<{ id: number; brand: number }>`select id, brand_id as brand from organisation`.execute(
    portal.db,
  );
  brandOf = new Map(organisations.rows.map(({ id, brand }) => [id, brand]));
  const found = await sql<{ id: number }>`
    select id from organisation_group where organisation_id = ${MERIDIAN} order by id`.execute(portal.db);
  groups = found.rows.map(({ id }) => id);
  // Of each organisation some, so that every kind of role is among them; the others may not be logged in.
  await sql`
    update customer c set active = false where (c.organisation_id, c.id) not in (
      select organisation_id, id from (
        select c.organisation_id, c.id, row_number() over (partition by c.organisation_id, cr.role_id order by c.id) as n
        from customer c left join customer_role cr on cr.organisation_id = c.organisation_id and cr.customer_id = c.id) ranked where n <= 6)`.execute(
    portal.db,
  );
  const people = await sql<{
    id: number;
    organisation: number;
  }>`select id, organisation_id as organisation from customer`.execute(portal.db);
  const known = await Promise.all(people.rows.map(({ id, organisation }) => findActor(portal.db, organisation, id)));
  actors = known.filter((actor) => actor !== undefined);
});

const count = async (audience: Partial<PublicationAudience>, client = operator) => {
  const { status, body } = await client.post<'POST /api/operator/content/audience/count'>(
    '/api/operator/content/audience/count',
    audience as Parameters<typeof client.post>[1],
  );
  expect(status).toBe(200);
  return body;
};

/** Everyone who reads what is published for the audience, one by one. */
async function countReaders(audience: Partial<PublicationAudience>) {
  const brandIds = [...new Set(brandOf.values())];
  const scope = grantOperatorScope({
    ...{ kind: 'operator', id: 1, name: 'Pat', brandIds, apiKeyScopes: [], rights: ['catalogue'], sessionId: null },
  });
  const { id } = await runInTransaction(portal.db, (tx) =>
    addPublication(tx, 'topic', { operator: scope }, { isPublished: true, ...audience }),
  );
  const readers: Actor[] = [];
  for (const actor of actors) {
    const isIt = sql`p.id = ${id} and ${isReadBy(grantScope(actor), '2026-06-15')}`;
    if ((await listPublications(portal.db, 'topic', isIt)).length > 0) readers.push(actor);
  }
  return { organisations: new Set(readers.map(({ organisationId }) => organisationId)).size, people: readers.length };
}

describe('counting whom something would reach', () => {
  it('counts those who would read it', async () => {
    const [first = 0, second = 0] = groups;
    const brand = brandOf.get(MERIDIAN) ?? 0;
    const audiences: Partial<PublicationAudience>[] = [
      { organisationIds: [MERIDIAN] },
      { organisationIds: [MERIDIAN, HALLAM], roleIds: [STAFF] },
      { organisationIds: [MERIDIAN], groupIds: [first] },
      { organisationIds: [MERIDIAN, HALLAM], groupIds: [first, second], roleIds: [ADMIN, STAFF] },
      { brandIds: [brand] },
      { brandIds: [brand], organisationIds: [HALLAM], groupIds: [second] },
    ];
    for (const audience of audiences) {
      const counted = await count(audience);
      expect(counted, JSON.stringify(audience)).toEqual(await countReaders(audience));
      expect(counted.people).toBeGreaterThan(0);
    }
  });

  it('counts no one for no one', async () => {
    expect(await count({})).toEqual({ organisations: 0, people: 0 });
  });

  it('refuses what is not of the operator’s brands', async () => {
    const foreign = await portal.asOperator({ brandIds: [2] });
    expect(brandOf.get(MERIDIAN)).not.toBe(2);
    const audiences = { organisationIds: [MERIDIAN], brandIds: [brandOf.get(MERIDIAN) ?? 0], groupIds: groups.slice(0, 1) };
    for (const [field, ids] of Object.entries(audiences)) {
      const { status, body } = await foreign.post<'POST /api/operator/content/audience/count'>(
        '/api/operator/content/audience/count',
        { [field]: ids },
      );
      expect({ status, body }).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    }
  });

  it('is refused without the right', async () => {
    const warehouse = await portal.asOperator({ rights: ['warehouse'] });
    const { status } = await warehouse.post<'POST /api/operator/content/audience/count'>(
      '/api/operator/content/audience/count',
      {},
    );
    expect(status).toBe(403);
  });
});
