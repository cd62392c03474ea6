import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient, TestServer } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let secondServer: TestServer;
let email: string;
let here: TestClient;
beforeAll(async () => {
  secondServer = await portal.openSecondServer();
});
beforeEach(async () => {
  ({ email } = await aPerson(portal.db, { role: 'Sales' }));
  here = await portal.as(email);
});

const list = async (person: TestClient) => (await person.get<'GET /api/sessions'>('/api/sessions')).body.sessions;
const idOf = async (person: TestClient) => (await list(person)).find(({ isCurrent }) => isCurrent)?.id ?? '';
const end = (person: TestClient, id: string) => person.delete<'DELETE /api/sessions/:id'>(`/api/sessions/${id}`);
const isIn = async (person: TestClient) => (await person.get('/api/organisations/settings')).status === 200;

describe('the list of sessions', () => {
  it('describes each device, the current one first', async () => {
    const phone = await portal.as(email);
    await sql`update session set user_agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
      where id = ${await idOf(phone)}`.execute(portal.db);

    const sessions = await list(here);

    expect(sessions).toEqual([
      {
        id: await idOf(here),
        device: 'Unknown device',
        createdOnUtc: expect.stringMatching(/Z$/),
        lastSeenOnUtc: expect.any(String),
        isCurrent: true,
        actingFor: null,
      },
      expect.objectContaining({ id: await idOf(phone), device: 'Safari on iPhone', isCurrent: false }),
    ]);
  });

  it('shows whom a device is ordering for', async () => {
    const other = await aPerson(portal.db, { firstName: 'Ann' });
    await here.get(`/api/customers/impersonate/${other.id}`);

    expect((await list(await portal.as(email))).find(({ actingFor }) => actingFor)?.actingFor).toEqual({
      id: other.id,
      name: 'Ann Forthetest',
    });
  });

  it('excludes ended, idle and other people’s sessions', async () => {
    const [ended, idle, over] = [await portal.as(email), await portal.as(email), await portal.as(email)];
    await ended.get('/api/logout');
    await sql`update session set last_seen_at = now() - interval '61 minutes' where id = ${await idOf(idle)}`.execute(portal.db);
    await sql`update session set ends_at = now() where id = ${await idOf(over)}`.execute(portal.db);
    await portal.as((await aPerson(portal.db)).email);

    expect((await list(here)).map(({ id }) => id)).toEqual([await idOf(here)]);
  });
});

describe('signing out', () => {
  it('one device takes effect at its next request, on every server', async () => {
    const phone = await portal.as(email);
    const elsewhere = secondServer.withSession(phone);
    expect([await isIn(phone), await isIn(elsewhere)]).toEqual([true, true]);

    expect((await end(here, (await idOf(phone)).toUpperCase())).status).toBe(200);
    await portal.settled();

    expect([await isIn(phone), await isIn(elsewhere), await isIn(here)]).toEqual([false, false, true]);
  });

  it('everywhere else keeps this session', async () => {
    const others = [await portal.as(email), await portal.as(email)];
    const otherPerson = await portal.as((await aPerson(portal.db)).email);

    const { body } = await here.delete<'DELETE /api/sessions'>('/api/sessions');

    expect(body).toEqual({ ended: 2 });
    expect([await isIn(others[0]!), await isIn(others[1]!), await isIn(here), await isIn(otherPerson)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await here.delete<'DELETE /api/sessions'>('/api/sessions')).body).toEqual({ ended: 0 });
  });

  it('this device logs it out', async () => {
    await end(here, await idOf(here));
    expect(await isIn(here)).toBe(false);
  });

  it('ends the impersonation of the device, and is recorded', async () => {
    const acting = await portal.as(email);
    const other = await aPerson(portal.db);
    await acting.get(`/api/customers/impersonate/${other.id}`);
    const id = (await list(here)).find(({ actingFor }) => actingFor)?.id ?? '';
    await end(here, id);

    const { rows } = await sql`select impersonated_customer_id, revoked_reason from session where id = ${id}`.execute(portal.db);
    expect(rows).toEqual([{ impersonated_customer_id: null, revoked_reason: 'ended_by_owner' }]);
    const { rows: deeds } =
      await sql`select actor_id from audit_event where action = 'session.ended' and subject_id = ${id}`.execute(portal.db);
    expect(deeds).toEqual([{ actor_id: here.customerId }]);
  });

  it('is refused for a colleague’s, another brand’s, an ended or an invented session', async () => {
    const colleague = await portal.as((await aPerson(portal.db)).email);
    const foreign = await portal.as('buyer@corvane.example');
    for (const id of [await idOf(colleague), await idOf(foreign), '6f1c1b3e-7a0e-4c5a-9d0f-0123456789ab']) {
      const { status, errors } = await end(here, id);
      expect([status, errors]).toEqual([404, { session: ['Session not found.'] }]);
    }
    expect([await isIn(colleague), await isIn(foreign)]).toEqual([true, true]);
    for (const id of ['1', '-'.repeat(36), 'x']) expect((await end(here, id)).status).toBe(400);
  });
});
