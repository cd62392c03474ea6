import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import { NORTH } from '#api/testing/builders.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { withinOneWindow } from '#api/testing/rate-limit-window.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { createWebhookReceiver, type WebhookReceiver } from '#api/testing/webhook-receiver.ts';
import { anEndpoint, deliveriesOf } from '#api/testing/webhooks.ts';
import type { ReplyOf } from '#contract/index.ts';
import { signBody } from './signature.rules.ts';
import type { WebhookTransport } from './webhook-transport.ts';

let receiver: WebhookReceiver;
let transport: WebhookTransport;
const portal = usePortal({ webhookTransport: { post: (request) => transport.post(request) } });
const callerPassword = 'correct horse battery';
let admin: TestClient;
beforeAll(async () => {
  admin = await signInAs(portal, { role: 'Admin', passwordHash: await hashPassword(callerPassword) });
});
beforeEach(async () => {
  await sql`delete from webhook_endpoint`.execute(portal.db);
  receiver = await createWebhookReceiver();
  transport = receiver.createTransport();
});
afterEach(() => receiver?.close());

const aWebhook = (changes: object = {}) => ({
  webhook: { url: receiver.url, eventTypes: ['order.placed'], callerPassword, ...changes },
});
const list = async (client = admin) => (await client.get<'GET /api/webhooks'>('/api/webhooks')).body.webhooks;
async function add(changes: object = {}): Promise<{ webhook: ReplyOf<'GET /api/webhooks'>['webhooks'][number]; secret: string }> {
  const { status, body } = await admin.post<'POST /api/webhooks'>('/api/webhooks', aWebhook(changes));
  expect(status).toBe(200);
  return { webhook: body.webhooks[0] as (typeof body.webhooks)[number], secret: body.secret };
}
const auditOf = async (id: number) => {
  const { rows } = await sql<{ action: string; text: string }>`
    select action, coalesce(before::text, '') || coalesce(after::text, '') as text from audit_event where subject_kind = 'webhook' and subject_id = ${String(id)} order by id`.execute(
    portal.db,
  );
  return rows;
};

describe('a webhook', () => {
  it('is added with a secret that is shown once and stored encrypted', async () => {
    const { webhook, secret } = await add({ description: ' Our ERP ' });

    expect(webhook).toMatchObject({
      url: receiver.url,
      description: 'Our ERP',
      eventTypes: ['order.placed'],
      status: 'active',
    });
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(JSON.stringify(await list())).not.toContain(secret);
    const { rows } = await sql<{ row: string }>`select to_jsonb(e)::text as row from webhook_endpoint e`.execute(portal.db);
    expect(rows[0]?.row).not.toContain(Buffer.from(secret).toString('hex'));
    const audited = await auditOf(webhook.id);
    expect(audited.map(({ action }) => action)).toEqual(['webhook.added']);
    expect(audited[0]?.text).not.toContain(secret);
  });

  it('needs the password of the administrator, as do another address and another secret', async () => {
    const refused = [422, { callerPassword: ['Please enter your own password.'] }];
    expect(toRefusal(await admin.post('/api/webhooks', aWebhook({ callerPassword: null })))).toEqual(refused);
    expect(await list()).toEqual([]);
    const { webhook } = await add();

    expect(toRefusal(await admin.post(`/api/webhooks/${webhook.id}/secret`, { webhook: {} }))).toEqual(refused);
    const moved = await admin.put(`/api/webhooks/${webhook.id}`, { webhook: { url: 'https://evil.example/' } });
    expect([moved.status, Object.keys(moved.errors)]).toEqual([422, ['callerPassword']]);
    const wrong = await admin.post('/api/webhooks', aWebhook({ callerPassword: 'wrong' }));
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['callerPassword']]);
    expect(await list()).toMatchObject([{ url: receiver.url }]);
  });

  it.each([
    ['an address without https', { url: 'http://erp.example/' }, 'url'],
    ['an address of an own network', { url: 'https://10.1.2.3/' }, 'url'],
    ['no events', { eventTypes: [] }, 'eventTypes'],
    ['an event that does not exist', { eventTypes: ['order.lost'] }, 'eventTypes'],
    ['an event of the supplier', { eventTypes: ['stock.low'] }, 'eventTypes'],
  ])('is refused with %s', async (_what, changes, key) => {
    const { status, errors } = await admin.post('/api/webhooks', aWebhook(changes));

    expect([status, Object.keys(errors).every((name) => name.startsWith(key))]).toEqual([422, true]);
    expect(await list()).toEqual([]);
  });

  it('is changed field by field, and a conflict is refused', async () => {
    const { webhook } = await add();
    const change = (values: object) => admin.put<'PUT /api/webhooks/:id'>(`/api/webhooks/${webhook.id}`, { webhook: values });

    const first = await change({ version: webhook.version, eventTypes: ['order.shipped', 'order.placed'] });
    const other = await change({ version: webhook.version, description: 'ERP' });
    const stale = await change({ version: webhook.version, eventTypes: ['order.approved'] });

    expect([first.status, other.status, stale.status]).toEqual([200, 200, 409]);
    expect(await list()).toMatchObject([{ description: 'ERP', eventTypes: ['order.shipped', 'order.placed'] }]);
    expect((await auditOf(webhook.id)).map(({ action }) => action)).toEqual([
      'webhook.added',
      'webhook.changed',
      'webhook.changed',
    ]);
  });

  it('is paused, keeps its events, and has them waiting to be sent once it is resumed', async () => {
    const { webhook } = await add();
    const setPaused = (isPaused: boolean) => admin.put(`/api/webhooks/${webhook.id}`, { webhook: { isPaused } });
    await setPaused(true);
    await sql`insert into webhook_delivery (endpoint_id, organisation_id, event_id, event_type, sequence, data, due_at, failed_at)
      values (${webhook.id}, 1, gen_random_uuid(), 'order.placed', 1, '{"orderId": 1}', now() - interval '4 days', now())`.execute(
      portal.db,
    );
    expect(await list()).toMatchObject([{ status: 'paused', failedCount: 1 }]);

    await setPaused(false);

    expect(await list()).toMatchObject([{ status: 'active', failedCount: 0, waitingCount: 1 }]);
    expect((await auditOf(webhook.id)).map(({ action }) => action)).toEqual([
      'webhook.added',
      'webhook.paused',
      'webhook.resumed',
    ]);
  });

  it('is deleted with its log', async () => {
    const { webhook } = await add();
    await admin.post(`/api/webhooks/${webhook.id}/test`);

    expect((await admin.delete<'DELETE /api/webhooks/:id'>(`/api/webhooks/${webhook.id}`)).status).toBe(200);

    expect([await list(), await deliveriesOf(portal, webhook.id)]).toEqual([[], []]);
    expect((await admin.delete(`/api/webhooks/${webhook.id}`)).status).toBe(404);
  });

  it('is one of at most twenty', async () => {
    for (let n = 0; n < 20; n += 1) await anEndpoint(portal, { url: 'https://erp.example/', organisationId: 1 });

    expect((await admin.post('/api/webhooks', aWebhook())).status).toBe(409);
  });
});

it('a new secret signs together with the previous one for a day', async () => {
  const { webhook, secret } = await add();

  const { body } = await admin.post<'POST /api/webhooks/:id/secret'>(`/api/webhooks/${webhook.id}/secret`, {
    webhook: { callerPassword },
  });
  await admin.post(`/api/webhooks/${webhook.id}/test`);

  expect(body.secret).not.toBe(secret);
  expect(body.webhooks[0]?.previousSecretExpiresOnUtc).toEqual(expect.any(String));
  const [request] = receiver.received;
  const seconds = Number(/^t=(\d+)/.exec(request?.signature ?? '')?.[1]);
  expect(request?.signature).toBe(signBody([body.secret, secret], seconds, request?.body ?? ''));
  expect(Math.abs(seconds - portal.clock.now() / 1000)).toBeLessThan(60);
});

describe('a test', () => {
  it('is sent at once, also while the webhook is paused, and its result is returned', async () => {
    const { webhook } = await add();
    await admin.put(`/api/webhooks/${webhook.id}`, { webhook: { isPaused: true } });

    const { body } = await admin.post<'POST /api/webhooks/:id/test'>(`/api/webhooks/${webhook.id}/test`);

    expect(body.delivery).toMatchObject({
      eventType: 'ping',
      status: 'delivered',
      responseStatus: 200,
      responseExcerpt: 'thank you',
      attempts: 1,
    });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'ping', version: 1, organisationId: 1, data: {} });
  });

  it('that fails is not repeated and does not count', async () => {
    receiver.setBehaviour('error');
    const { webhook } = await add();

    const { body } = await admin.post<'POST /api/webhooks/:id/test'>(`/api/webhooks/${webhook.id}/test`);

    expect(body.delivery).toMatchObject({
      status: 'failed',
      responseStatus: 500,
      error: 'The receiver responded with 500.',
      nextAttemptOnUtc: null,
    });
    expect(await list()).toMatchObject([{ status: 'active', failedCount: 0 }]);
  });
});

it('no one sends more than 20 events at once in ten minutes, by tests or again, whatever they are to', async () => {
  const statuses = await withinOneWindow(600, async () => {
    await sql`delete from rate_limit`.execute(portal.db);
    const [one, other] = [(await add()).webhook, (await add()).webhook];
    const sent = [];
    for (let index = 0; index < 10; index += 1)
      for (const { id } of [one, other]) sent.push(await admin.post<'POST /api/webhooks/:id/test'>(`/api/webhooks/${id}/test`));
    const more = [
      await admin.post(`/api/webhooks/${one.id}/test`),
      await admin.post(`/api/webhooks/deliveries/${sent[0]?.body.delivery.id}/resend`),
    ];
    return [...sent, ...more].map(({ status }) => status);
  });
  expect(statuses).toEqual([...new Array(20).fill(200), 429, 429]);
  expect(receiver.received.length % 20).toBe(0);
  await sql`delete from rate_limit`.execute(portal.db);
});

describe('the log', () => {
  it('lists what was sent, by page and status', async () => {
    const { webhook } = await add();
    await admin.post(`/api/webhooks/${webhook.id}/test`);
    receiver.setBehaviour('error');
    await admin.post(`/api/webhooks/${webhook.id}/test`);
    const read = async (query = '') =>
      (await admin.get<'GET /api/webhooks/:id/deliveries'>(`/api/webhooks/${webhook.id}/deliveries${query}`)).body;

    expect((await read()).deliveries.map(({ status }) => status)).toEqual(['failed', 'delivered']);
    expect(await read('?status=delivered')).toMatchObject({ totalCount: 1, deliveries: [{ status: 'delivered' }] });
    expect(await read('?page=1&limit=1')).toMatchObject({ totalCount: 2, deliveries: [{ status: 'delivered' }] });
    expect((await admin.get(`/api/webhooks/${webhook.id}/deliveries?status=lost`)).status).toBe(400);
  });

  it('sends an event again with the same id, also one that was delivered', async () => {
    const { webhook } = await add();
    const test = (await admin.post<'POST /api/webhooks/:id/test'>(`/api/webhooks/${webhook.id}/test`)).body.delivery;

    const { body } = await admin.post<'POST /api/webhooks/deliveries/:id/resend'>(`/api/webhooks/deliveries/${test.id}/resend`);

    expect(body.delivery).toMatchObject({ id: test.id, status: 'delivered', attempts: 2 });
    expect(receiver.received.map(({ eventId }) => eventId)).toEqual([test.eventId, test.eventId]);
    expect((await auditOf(webhook.id)).map(({ action }) => action)).toContain('webhook.sent-again');
  });
});

describe('others', () => {
  it('administrators of some groups only are refused, and see nothing', async () => {
    const { webhook } = await add();
    const ofGroup = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });

    const statuses = [
      await ofGroup.get('/api/webhooks'),
      await ofGroup.post('/api/webhooks', aWebhook()),
      await ofGroup.put(`/api/webhooks/${webhook.id}`, { webhook: { isPaused: true } }),
      await ofGroup.delete(`/api/webhooks/${webhook.id}`),
      await ofGroup.post(`/api/webhooks/${webhook.id}/test`),
      await ofGroup.get(`/api/webhooks/${webhook.id}/deliveries`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
  });

  it('administrators of another organisation do not find it', async () => {
    const { webhook } = await add();
    const { delivery } = (await admin.post<'POST /api/webhooks/:id/test'>(`/api/webhooks/${webhook.id}/test`)).body;
    const other = await signInAs(portal, {
      organisationId: 2,
      groupIds: [11],
      resortId: 11,
      role: 'Admin',
      passwordHash: await hashPassword(callerPassword),
    });

    expect(await list(other)).toEqual([]);
    const statuses = [
      await other.put(`/api/webhooks/${webhook.id}`, { webhook: { isPaused: true } }),
      await other.delete(`/api/webhooks/${webhook.id}`),
      await other.post(`/api/webhooks/${webhook.id}/secret`, { webhook: { callerPassword } }),
      await other.post(`/api/webhooks/${webhook.id}/test`),
      await other.get(`/api/webhooks/${webhook.id}/deliveries`),
      await other.post(`/api/webhooks/deliveries/${delivery.id}/resend`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
    expect(receiver.received).toHaveLength(1);
  });
});
