import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient, TestServer } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { closeLeaverAccounts } from './leavers.queries.ts';

// At least one administrator of the whole organisation remains, also when two act against each other at the same moment.

const ORGANISATION = 3;
const STAFF = [3, 34];
const portal = usePortal();
const imports = usePeopleImports(portal);
let unlocked: TestServer;
let groupId: number;
let first: Administrator;
let second: Administrator;

interface Administrator {
  id: number;
  email: string;
  client: TestClient;
}

/** How many requests have counted administrators on the server without the locks; two do before either goes on. */
let callers = 0;
const meet = async () => {
  callers += 1;
  await vi.waitUntil(() => callers >= 2, { interval: 5, timeout: 5000 });
};

beforeAll(async () => {
  unlocked = await portal.openSecondServer({
    faults: [
      { statement: /id = \$2 for no key update$/, rewrite: (text) => text.replace(' for no key update', '') },
      { statement: /select count\(\*\)::int as count from customer c/, afterwards: meet },
      {
        statement: /7404035/,
        rewrite: (text) => text.replace(/pg_advisory_xact_lock\(hashint8extended\((\$1), 7404035\)\)/, '$1::bigint'),
      },
    ],
  });
  const { rows } = await sql<{
    id: number;
  }>`select id from organisation_group where organisation_id = ${ORGANISATION} limit 1`.execute(portal.db);
  groupId = rows[0]?.id ?? 0;
});
beforeEach(async () => {
  callers = 0;
  await sql`update customer set active = false where organisation_id = ${ORGANISATION} and active`.execute(portal.db);
  [first, second] = [await anAdministrator(), await anAdministrator()];
});

async function anAdministrator(): Promise<Administrator> {
  const made = await aPerson(portal.db, { role: 'Admin', organisationId: ORGANISATION, groupIds: [groupId], resortId: null });
  return { ...made, client: await portal.as(made.email) };
}

/** How many people administer the whole organisation and may log in. */
const countAdministrators = async () =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from customer c join organisation o on o.id = c.organisation_id
      where o.id = ${ORGANISATION} and access_ends_at(c.active, c.deleted_at, c.ends_on, o.leaver_access_days, o.time_zone) > now()
        and exists (select from customer_role r where r.customer_id = c.id and r.role_id = 33)
        and not exists (select from customer_adminable_group g where g.customer_id = c.id)`.execute(portal.db)
  ).rows[0]?.n;

type Way = (client: TestClient, target: Administrator) => Promise<{ status: number }>;
const put =
  (customer: object): Way =>
  (client, { id }) =>
    client.put(`/api/customers/${id}`, { customer });
const WAYS: Record<string, Way> = {
  'taking away the role': put({ roleIds: STAFF }),
  'limiting to a group': (client, target) => put({ adminableOrganisationGroupIds: [groupId] })(client, target),
  'closing the account': put({ active: false }),
  'a last day of work long ago': put({ endDateUtc: '2020-01-31' }),
  'removing the person': (client, { id }) => client.delete(`/api/customers/${id}`),
  'erasing the person': (client, { id, email }) => client.post(`/api/customers/${id}/erase`, { confirmation: email }),
  'a bulk edit': (client, { id }) => client.post('/api/customers/bulkedits', { action: 'close', customerIds: [id] }),
};
const names = Object.keys(WAYS);
/** Each way against itself and against the next one. */
const pairs = names.flatMap((name, index) => [
  [name, name] as const,
  [name, names[(index + 1) % names.length] as string] as const,
]);

describe('two administrators act against each other at the same moment', () => {
  it.each(pairs)('%s and %s: one remains', async (mine, theirs) => {
    await Promise.all([WAYS[mine]?.(first.client, second), WAYS[theirs]?.(second.client, first)]);
    expect(await countAdministrators()).toBe(1);
  });

  it('would leave no one without the locks', async () => {
    const [mine, theirs] = [unlocked.withSession(first.client), unlocked.withSession(second.client)];
    await Promise.all([put({ roleIds: STAFF })(mine, second), put({ roleIds: STAFF })(theirs, first)]);
    expect(await countAdministrators()).toBe(0);
  });
});

describe('the last administrator of the whole organisation', () => {
  const REFUSAL = /^No one else administers the whole organisation/;

  it('gets no last day of work, alone or by a file, so that no job can close the account', async () => {
    expect((await put({ endDateUtc: '2199-01-31' })(second.client, second)).status).toBe(200);

    const own = await first.client.put<'PUT /api/customers/:id'>(`/api/customers/${first.id}`, {
      customer: { endDateUtc: '2199-01-31' },
    });
    expect([own.status, own.errors.customer?.[0]]).toEqual([422, expect.stringMatching(REFUSAL)]);
    const { id } = await imports.preview(second.client, `Email,Last day of work\n${first.email},2020-01-31`);
    const [row] = await imports.rows(second.client, id);
    expect([row?.outcome, row?.reasons[0]]).toEqual(['refuse', expect.stringMatching(REFUSAL)]);
    await closeLeaverAccounts(portal.db);
    expect(await countAdministrators()).toBe(2);
  });

  it('is neither removed nor closed by an administrator who leaves', async () => {
    expect((await put({ endDateUtc: '2199-01-31' })(second.client, second)).status).toBe(200);

    for (const way of ['removing the person', 'erasing the person'])
      expect([way, (await WAYS[way]?.(second.client, first))?.status]).toEqual([way, 409]);
    const closing = await second.client.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', {
      action: 'close',
      customerIds: [first.id],
    });
    expect(closing.body.bulkEdit.refusals[0]?.reason).toMatch(REFUSAL);
    expect(await countAdministrators()).toBe(2);
  });
});
