import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import { insertSession } from '#api/identity/sessions/access.queries.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { aPerson } from '#api/testing/builders.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aNetwork, requestToken } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { closeLeaverAccounts } from './leavers.queries.ts';

const PASSWORD = 'Correct-horse-9';
const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
let passwordHash: string;
beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
  passwordHash = await hashPassword(PASSWORD);
});

interface Target {
  id: number;
  email: string;
}

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const reopen = (id: number) =>
  run(sql`update customer set active = true, deleted_at = null, ends_on = null where id = ${id} and erased_at is null`);
const logIn = (email: string) =>
  requestToken(
    portal.app,
    { grant_type: 'password', username: email, password: PASSWORD },
    { host: String(admin.headers.host), remoteAddress: aNetwork() },
  );
const renew = (refreshToken: string) =>
  requestToken(
    portal.app,
    { grant_type: 'refresh_token', refresh_token: refreshToken },
    { host: String(admin.headers.host), remoteAddress: aNetwork() },
  );
const statusOf = async (accessToken: string) =>
  (
    await portal.app.inject({
      url: '/api/customerprofile',
      headers: { host: admin.headers.host ?? '', authorization: `Bearer ${accessToken}` },
    })
  ).statusCode;
const setActive = (id: number, active: boolean) =>
  admin.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer: { active } });
const bulkEdit = (id: number, action: 'open' | 'close') =>
  admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', { action, customerIds: [id] });

/** Rows of everyone of Meridian except one person. */
async function listEveryoneElse({ id }: Target): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select email from customer where organisation_id = 1 and active and deleted_at is null and id <> ${id}`.execute(portal.db);
  return ['Email', ...rows.map(({ email }) => email)].join('\n');
}

/** A way to close an account; `prepare` runs before the person logs in. */
interface Way {
  prepare?: (target: Target) => Promise<unknown>;
  close: (target: Target, prepared: unknown) => Promise<unknown>;
}

/** Every way in which an account is closed. */
const WAYS: Record<string, Way> = {
  'a change of the person': { close: ({ id }) => setActive(id, false) },
  'removing the person': { close: ({ id }) => admin.delete<'DELETE /api/customers/:id'>(`/api/customers/${id}`) },
  'a bulk edit': { close: ({ id }) => bulkEdit(id, 'close') },
  'the undo of a bulk edit that opened it': {
    prepare: async ({ id }) => {
      await setActive(id, false);
      return (await bulkEdit(id, 'open')).body.bulkEdit.id;
    },
    close: (_, bulkEditId) => admin.post(`/api/bulkedits/${String(bulkEditId)}/undo`),
  },
  'a file that says so': { close: ({ email }) => imports.run(admin, `Email,Account\n${email},closed`) },
  'a file that lists everyone else': {
    close: async (target) => imports.run(admin, await listEveryoneElse(target), { deactivateMissing: true }),
  },
  'the undo of the import that added the person': {
    prepare: async (target) => {
      target.email = `imported-${target.id}@made.example`;
      const { done } = await imports.run(admin, `Email,First name,Last name,Group\n${target.email},Ann,Lee,North`);
      const { rows } = await sql<{ id: number }>`
        update customer set password_hash = ${passwordHash} where email = ${target.email} returning id`.execute(portal.db);
      target.id = rows[0]?.id ?? 0;
      return done;
    },
    close: (_, done) => imports.undo(admin, done as Awaited<ReturnType<typeof imports.get>>),
  },
  'the job for leavers': {
    close: async ({ id }) => {
      await run(sql`update customer set ends_on = current_date - 60 where id = ${id}`);
      await closeLeaverAccounts(portal.db);
    },
  },
  erasure: { close: ({ id, email }) => admin.post(`/api/customers/${id}/erase`, { confirmation: email }) },
};

describe('closing an account', () => {
  it.each(Object.entries(WAYS))('ends its sessions for good: %s', async (_, { prepare, close }) => {
    const target = await aPerson(portal.db, { role: 'Staff', passwordHash });
    const prepared = await prepare?.(target);
    const { access_token: accessToken, refresh_token: refreshToken } = (await logIn(target.email)).body;
    expect(await statusOf(accessToken)).toBe(200);

    await close(target, prepared);
    await portal.settled();
    expect(await statusOf(accessToken)).toBe(401);
    expect((await logIn(target.email)).status).toBe(400);

    await reopen(target.id);
    await portal.settled();
    expect(await statusOf(accessToken)).toBe(401);
    expect((await renew(refreshToken)).status).toBe(400);
  });

  it('wins over a log-in whose password was verified before', async () => {
    const { id } = await aPerson(portal.db, { role: 'Staff', passwordHash });
    const access = newToken();
    let started: Promise<boolean> | undefined;
    await portal.db.transaction().execute(async (tx) => {
      await sql`update customer set active = false where id = ${id}`.execute(tx);
      // Waits for the lock of this transaction.
      started = insertSession(portal.db, {
        customerId: id,
        organisationId: admin.organisationId,
        brandId: 1,
        accessHash: access.hash,
        refreshHash: newToken().hash,
        accessSeconds: 60,
        lifeSeconds: 60,
        userAgent: null,
        rehashedPassword: null,
      });
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`.execute(tx)).rows.length)
        .toBeGreaterThan(0);
    });

    expect(await started).toBe(false);
    await reopen(id);
    expect(await statusOf(access.secret)).toBe(401);
  });
});
